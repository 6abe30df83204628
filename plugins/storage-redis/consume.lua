-- KEYS: hashes of units with the fields "day", "<day>" and "<day>:<who>". One key may come several times.
-- ARGV: seconds of a day, days to keep, then for each key: limit (-1: none), who.
-- Returns for each key: taken (0 or 1), units in use, day, milliseconds since 1970. Day and time are by this server's clock;
-- a day never changes back to an earlier one. A key with a record of another type gives -1 and the error.
local time = redis.call("TIME")
local now = tonumber(time[1]) * 1000 + math.floor(tonumber(time[2]) / 1000)
local seconds, daysToKeep = tonumber(ARGV[1]), tonumber(ARGV[2])

local function consume(key, limit, who)
  local day = math.floor(tonumber(time[1]) / seconds)
  local last = tonumber(redis.call("HGET", key, "day") or "-1")
  if last > day then day = last end
  -- without a limit the count is not needed before it is raised
  if limit >= 0 then
    local used = tonumber(redis.call("HGET", key, tostring(day)) or "0")
    if used >= limit then return { 0, used, day, now } end
  end
  if last < day then
    for _, field in ipairs(redis.call("HKEYS", key)) do
      local old = tonumber(string.match(field, "^%d+"))
      if old and old < day - daysToKeep then redis.call("HDEL", key, field) end
    end
    redis.call("HSET", key, "day", tostring(day))
    redis.call("EXPIRE", key, (daysToKeep + 1) * seconds)
  end
  redis.call("HINCRBY", key, day .. ":" .. who, 1)
  return { 1, redis.call("HINCRBY", key, tostring(day), 1), day, now }
end

local results = {}
for index, key in ipairs(KEYS) do
  local ok, result = pcall(consume, key, tonumber(ARGV[2 * index + 1]), ARGV[2 * index + 2])
  -- newer versions of Redis throw a table
  results[index] = ok and result or { -1, type(result) == "table" and result.err or tostring(result) }
end
return results
