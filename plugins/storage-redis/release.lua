-- KEYS[1]: hash of units. ARGV: day, who. Gives one unit back; the count never falls below 0.
for _, field in ipairs({ ARGV[1], ARGV[1] .. ":" .. ARGV[2] }) do
  if tonumber(redis.call("HGET", KEYS[1], field) or "0") > 0 then redis.call("HINCRBY", KEYS[1], field, -1) end
end
return 1
