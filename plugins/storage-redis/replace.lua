-- KEYS[1]: record. ARGV: "1" and the text that must be there (or "0": no record), "1" and the new text (or "0": remove it).
local current = redis.call("GET", KEYS[1])
if ARGV[1] == "1" then
  if current ~= ARGV[2] then return 0 end
elseif current then
  return 0
end
if ARGV[3] == "1" then redis.call("SET", KEYS[1], ARGV[4]) else redis.call("UNLINK", KEYS[1]) end
return 1
