-- KEYS: records. ARGV for each: seconds until it expires (0: never), its text.
for at, key in ipairs(KEYS) do
  local seconds, text = tonumber(ARGV[2 * at - 1]), ARGV[2 * at]
  if seconds > 0 then redis.call("SET", key, text, "EX", seconds) else redis.call("SET", key, text) end
end
return #KEYS
