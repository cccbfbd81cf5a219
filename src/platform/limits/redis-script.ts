import { createHash } from 'node:crypto'

/**
 * The decision of window.ts and memory.ts in one atomic step. KEYS: one per limit. ARGV: the time, then kind, max, window,
 * and bucket length of each limit; times are in ms. Returns the refusing limit (0: none, all are counted), then for each
 * limit its count, ms until reset, and newest bucket with count (0 and 0 if fixed). Returns -1 without counting if a
 * rolling window's key is missing, because Redis may have lost it: kept-counts.ts. A fixed window is `bucket:count`. A
 * rolling one is a list: its count, then `last:count` per bucket, oldest first; an empty list means that nothing was lost.
 * One key each, so that no half can expire. `string.format`, because Lua writes large numbers as 1.7e+12.
 */
export const takeScript = `
local now = tonumber(ARGV[1])

local function pair(text)
  local first, count = string.match(text or '', '^(%d+):(%d+)$')
  return tonumber(first), tonumber(count)
end

local function text(first, count)
  return string.format('%.0f:%.0f', first, count)
end

local function readFixed(one)
  local current = math.floor(now / one.window)
  local bucket, count = pair(redis.call('get', one.key))
  one.bucket, one.count = current, 0
  if bucket and bucket >= current then one.count = count end
  if bucket == current + 1 then one.bucket = bucket end
  if bucket and bucket > current + 1 then
    redis.call('set', one.key, text(current, count), 'px', one.window * 2)
  end
end

local function addFixed(one)
  one.count = one.count + 1
  redis.call('set', one.key, text(one.bucket, one.count), 'px', one.window * 2)
end

local function addRolling(one, many)
  local last, count = pair(redis.call('lindex', one.key, -1))
  if last and math.floor(last / one.size) == math.floor(now / one.size) then
    redis.call('lset', one.key, -1, text(math.max(last, now), count + many))
  else
    if redis.call('exists', one.key) == 0 then redis.call('rpush', one.key, 0) end
    redis.call('rpush', one.key, text(now, many))
  end
  one.count = one.count + many
  redis.call('lset', one.key, 0, string.format('%.0f', one.count))
  redis.call('pexpire', one.key, one.window + one.size)
end

local function bringBack(one)
  local current = math.floor(now / one.size)
  local total, ahead = one.count, 0
  local last, count = pair(redis.call('lindex', one.key, -1))
  while last and math.floor(last / one.size) > current do
    redis.call('rpop', one.key)
    ahead = ahead + count
    last, count = pair(redis.call('lindex', one.key, -1))
  end
  if ahead > 0 then
    one.count = total - ahead
    if one.count == 0 then redis.call('del', one.key) end
    addRolling(one, ahead)
  end
end

local function dropOld(one)
  local last, count = pair(redis.call('lindex', one.key, 1))
  if not last or last + one.window > now then return end
  redis.call('lpop', one.key)
  while last and last + one.window <= now do
    redis.call('lpop', one.key)
    one.count = one.count - count
    last, count = pair(redis.call('lindex', one.key, 0))
  end
  if last then redis.call('lpush', one.key, string.format('%.0f', one.count)) end
end

local function readRolling(one)
  one.count = tonumber(redis.call('lindex', one.key, 0) or '0')
  local newest = pair(redis.call('lindex', one.key, -1))
  if newest and newest + one.window <= now then
    redis.call('del', one.key)
    one.count = 0
  elseif newest then
    bringBack(one)
    dropOld(one)
  end
end

local function reset(one)
  if one.kind == 'fixed' then return (one.bucket + 1) * one.window - now end
  local oldest = pair(redis.call('lindex', one.key, 1))
  return (oldest or now) + one.window - now
end

local function newest(one)
  if one.kind == 'fixed' then return 0, 0 end
  local last, count = pair(redis.call('lindex', one.key, -1))
  if not last then return 0, 0 end
  return math.floor(last / one.size), count
end

for i, key in ipairs(KEYS) do
  if ARGV[2 + (i - 1) * 4] == 'rolling' and redis.call('exists', key) == 0 then return { -1 } end
end

local limits, refused = {}, 0
for i, key in ipairs(KEYS) do
  local at = 2 + (i - 1) * 4
  local one = {
    key = key, kind = ARGV[at], max = tonumber(ARGV[at + 1]),
    window = tonumber(ARGV[at + 2]), size = tonumber(ARGV[at + 3])
  }
  if one.kind == 'fixed' then readFixed(one) else readRolling(one) end
  if refused == 0 and one.count >= one.max then refused = i end
  limits[i] = one
end

local answer = { refused }
for _, one in ipairs(limits) do
  if refused == 0 then
    if one.kind == 'fixed' then addFixed(one) else addRolling(one, 1) end
  end
  local bucket, counted = newest(one)
  answer[#answer + 1] = one.count
  answer[#answer + 1] = reset(one)
  answer[#answer + 1] = bucket
  answer[#answer + 1] = counted
end
return answer
`

/** Restores a rolling window. KEYS: its key. ARGV: its expiry in ms, its count, then `last:count` per bucket, oldest first. */
export const restoreScript = `
if redis.call('exists', KEYS[1]) == 1 then return 0 end
for i = 2, #ARGV do redis.call('rpush', KEYS[1], ARGV[i]) end
redis.call('pexpire', KEYS[1], ARGV[1])
return 1
`

export const shaOf = (script: string): string => createHash('sha1').update(script).digest('hex')
