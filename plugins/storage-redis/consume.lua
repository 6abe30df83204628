-- KEYS hashes of units: "day", "<day>" and "<day>:<who>". One may come several times.
-- ARGV: seconds of a day, days to remember, then for each key: limit (-1 without end), who.
-- Answers for each key taken (0 or 1), units in use, day, milliseconds since 1970, by this server's clock, which may not go
-- back a day; -1 and why for a key that holds something else.
local time = redis.call("TIME")
local now = tonumber(time[1]) * 1000 + math.floor(tonumber(time[2]) / 1000)
local seconds, remembered = tonumber(ARGV[1]), tonumber(ARGV[2])

local function consume(key, limit, who)
  local day = math.floor(tonumber(time[1]) / seconds)
  local last = tonumber(redis.call("HGET", key, "day") or "-1")
  if last > day then day = last end
  -- without a limit nobody needs the count before it is raised
  if limit >= 0 then
    local used = tonumber(redis.call("HGET", key, tostring(day)) or "0")
    if used >= limit then return { 0, used, day, now } end
  end
  if last < day then
    for _, field in ipairs(redis.call("HKEYS", key)) do
      local old = tonumber(string.match(field, "^%d+"))
      if old and old < day - remembered then redis.call("HDEL", key, field) end
    end
    redis.call("HSET", key, "day", tostring(day))
    redis.call("EXPIRE", key, (remembered + 1) * seconds)
  end
  redis.call("HINCRBY", key, day .. ":" .. who, 1)
  return { 1, redis.call("HINCRBY", key, tostring(day), 1), day, now }
end

local answers = {}
for at, key in ipairs(KEYS) do
  local done, answer = pcall(consume, key, tonumber(ARGV[2 * at + 1]), ARGV[2 * at + 2])
  -- newer servers throw a table
  answers[at] = done and answer or { -1, type(answer) == "table" and answer.err or tostring(answer) }
end
return answers
