// Windows of limits at Redis: the same rules as in memory (`rate-window.ts`), in one step for all limits of an event. Times are those of Redis.
import { redisScript } from './redis.ts'

/** A window is counted in so many steps; what was counted leaves it at the end of its step, so never too early. */
const STEPS = 600
/** Places that are held longer than this without a word of their node are forgotten. */
const HELD_FOR_MS = 2 * 3_600_000

/**
 * KEYS: the nodes; then for each limit the list of its steps (`number:amount`, oldest first) and the hash of its sums (`c`: what the steps count;
 * `h` and a node: what that node holds).
 * ARGV: node; how long a silent node counts, in milliseconds; then for each limit: limit, window in milliseconds, amount, and what to do:
 * `check`; `count` or `hold` it if all allow it; `add` it in any case; `end` what is held, and count the amount; `set` what the node holds.
 * The amount of `end` is followed by what was held, after a colon.
 * Answers `0, number of the limit that refuses, milliseconds to wait`, or `1` and for each limit what is left and in how many milliseconds all of it
 * is free again.
 */
export const PLACES = redisScript(`
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
local node = ARGV[1]
local sinceMs = now - tonumber(ARGV[2])

local function stepOf(windowMs) return math.max(1, windowMs / ${STEPS}) end

local function entryOf(text)
  local colon = string.find(text, ':', 1, true)
  return tonumber(string.sub(text, 1, colon - 1)), tonumber(string.sub(text, colon + 1))
end

local function forgetPast(steps, sums, windowMs)
  local oldest = math.floor((now - windowMs) / stepOf(windowMs))
  while true do
    local first = redis.call('LINDEX', steps, 0)
    if not first then return end
    local step, amount = entryOf(first)
    if step >= oldest then return end
    redis.call('LPOP', steps)
    redis.call('HINCRBY', sums, 'c', -amount)
  end
end

local function heldIn(sums)
  local all = redis.call('HGETALL', sums)
  local held = 0
  for i = 1, #all, 2 do
    if string.sub(all[i], 1, 1) == 'h' then
      local holder = string.sub(all[i], 2)
      local seen = redis.call('ZSCORE', KEYS[1], holder)
      if holder == node or (seen and tonumber(seen) >= sinceMs) then held = held + math.max(0, tonumber(all[i + 1])) end
    end
  end
  return held
end

local function waitMs(steps, windowMs, beyond)
  local step = stepOf(windowMs)
  for _, text in ipairs(redis.call('LRANGE', steps, 0, -1)) do
    local at, amount = entryOf(text)
    beyond = beyond - amount
    if beyond <= 0 then return math.max(1, math.ceil((at + 1) * step + windowMs - now)) end
  end
  return 1000
end

local function count(steps, sums, windowMs, amount)
  local step = math.floor(now / stepOf(windowMs))
  local last = redis.call('LINDEX', steps, -1)
  local lastStep, lastAmount
  if last then lastStep, lastAmount = entryOf(last) end
  if lastStep == step then redis.call('LSET', steps, -1, string.format('%.0f:%.0f', step, lastAmount + amount))
  else redis.call('RPUSH', steps, string.format('%.0f:%.0f', step, amount)) end
  redis.call('HINCRBY', sums, 'c', amount)
  redis.call('PEXPIRE', steps, windowMs * 2 + 1000)
  redis.call('PEXPIRE', sums, math.max(windowMs * 2 + 2000, ${HELD_FOR_MS}))
end

local limits = {}
for i = 2, #KEYS, 2 do
  local at = 3 + (i - 2) * 2
  local one = { steps = KEYS[i], sums = KEYS[i + 1], limit = tonumber(ARGV[at]), windowMs = tonumber(ARGV[at + 1]), action = ARGV[at + 3] }
  local colon = string.find(ARGV[at + 2], ':', 1, true)
  one.amount = tonumber(colon and string.sub(ARGV[at + 2], 1, colon - 1) or ARGV[at + 2])
  one.held = colon and tonumber(string.sub(ARGV[at + 2], colon + 1)) or 0
  limits[#limits + 1] = one
end

for at, one in ipairs(limits) do
  if one.windowMs > 0 then forgetPast(one.steps, one.sums, one.windowMs) end
  local counted = tonumber(redis.call('HGET', one.sums, 'c') or '0')
  if counted > 0 and redis.call('EXISTS', one.steps) == 0 then
    redis.call('HDEL', one.sums, 'c')
    counted = 0
  end
  one.used = counted + heldIn(one.sums)
  local isAsked = one.action == 'check' or one.action == 'count' or one.action == 'hold'
  local beyond = one.used + one.amount - one.limit
  if isAsked and beyond > 0 then return { 0, at, waitMs(one.steps, one.windowMs, beyond) } end
end

local answer = { 1 }
for _, one in ipairs(limits) do
  local action = one.action
  local field = 'h' .. node
  if action == 'count' or action == 'add' then
    count(one.steps, one.sums, one.windowMs, one.amount)
    one.used = one.used + one.amount
  elseif action == 'hold' then
    redis.call('HINCRBY', one.sums, field, one.amount)
    one.used = one.used + one.amount
  elseif action == 'end' then
    if redis.call('HINCRBY', one.sums, field, -one.held) <= 0 then redis.call('HDEL', one.sums, field) end
    if one.amount > 0 and one.windowMs > 0 then count(one.steps, one.sums, one.windowMs, one.amount) end
  elseif action == 'set' then
    if one.amount > 0 then redis.call('HSET', one.sums, field, one.amount) else redis.call('HDEL', one.sums, field) end
  end
  if action == 'hold' or action == 'set' then redis.call('PEXPIRE', one.sums, ${HELD_FOR_MS}) end
  answer[#answer + 1] = math.max(0, one.limit - one.used)
  local last = redis.call('LINDEX', one.steps, -1)
  local isHeld = action == 'hold' or heldIn(one.sums) > 0
  local newest = isHeld and now or (last and (entryOf(last) + 1) * stepOf(one.windowMs) or now - one.windowMs)
  answer[#answer + 1] = math.max(0, math.ceil(newest + one.windowMs - now))
end
return answer`)
