-- KEYS texts to be kept. ARGV for each: seconds to keep it (0 for ever), the text.
for at, key in ipairs(KEYS) do
  local seconds, text = tonumber(ARGV[2 * at - 1]), ARGV[2 * at]
  if seconds > 0 then redis.call("SET", key, text, "EX", seconds) else redis.call("SET", key, text) end
end
return #KEYS
