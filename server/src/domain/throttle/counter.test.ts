import { expect, test } from 'vitest'
import { type Counter, judge, without } from './counter.ts'
import { loginRules } from './rules.ts'

const MINUTE_MS = 60_000
const HOUR_MS = 3_600_000

/** A throttle in memory with a clock that a test turns. */
function throttled() {
  let nowMs = 1_800_000_000_000
  const stored = new Map<string, Counter>()
  const begin = (name = 'ann', ip = '192.0.2.1', device?: { userId: number; nonce: string }, isChecked?: boolean) =>
    judge(
      { get: (key) => stored.get(key), set: (key, counter) => stored.set(key, counter) },
      loginRules(name, ip, device, isChecked),
      nowMs,
    )
  return {
    pass: (ms: number) => {
      nowMs += ms
    },
    begin,
    /** Seconds to wait, or 0 when the try may be made. */
    wait(...from: Parameters<typeof begin>): number {
      const verdict = begin(...from)
      return verdict.isAllowed ? 0 : Math.ceil(verdict.waitMs / 1000)
    },
    succeed(...from: Parameters<typeof begin>): void {
      const verdict = begin(...from)
      if (!verdict.isAllowed) throw new Error('had to wait')
      for (const mark of verdict.marks) {
        const left = without(stored.get(mark.key)!, mark)
        if (left) stored.set(mark.key, left)
        else stored.delete(mark.key)
      }
    },
    stored,
  }
}

/** Addresses of many networks, each used once. */
const network = (at: number) => `10.${at >> 8}.${at & 255}.1`

test('five tries are free, then the pauses double from half a minute to a quarter of an hour', () => {
  const { wait, pass } = throttled()
  for (let at = 0; at < 5; at += 1) expect(wait()).toBe(0)
  const pauses: number[] = []
  for (let at = 0; at < 8; at += 1) {
    const seconds = wait()
    pauses.push(seconds)
    pass(seconds * 1000)
    expect(wait()).toBe(0)
  }
  expect(pauses).toEqual([30, 60, 120, 240, 480, 900, 900, 900])
})

test('five slow mistakes cause no pause', () => {
  const { wait, pass } = throttled()
  for (let at = 0; at < 20; at += 1) {
    expect(wait()).toBe(0)
    pass(90_000)
  }
})

test('a right password takes everything back', () => {
  const { succeed, stored } = throttled()
  for (let round = 0; round < 120; round += 1) succeed()
  expect(stored.size).toBe(0)
})

test('other names and other addresses are not held up', () => {
  const { wait } = throttled()
  for (let at = 0; at < 5; at += 1) wait()
  expect(wait()).toBeGreaterThan(0)
  expect(wait('bob')).toBe(0)
  expect(wait('ann', '192.0.2.2')).toBe(0)
})

test('a name is the same name in every spelling', () => {
  const { wait } = throttled()
  for (const typed of ['ann', 'ANN', ' Ann ', 'ａｎｎ', 'aNN']) expect(wait(typed)).toBe(0)
  expect(wait('ann')).toBe(30)
})

// security 9
test('a name takes fifty tries an hour, and ten more from networks that have not tried it today', () => {
  const { wait, pass } = throttled()
  for (let at = 0; at < 50; at += 1) expect(wait('ann', network(at % 20))).toBe(0)
  // Networks that have tried today get none of the reserved tries, and neither do their neighbours.
  expect(wait('ann', '10.0.19.77')).toBe(3600)
  for (let at = 100; at < 110; at += 1) expect(wait('ann', network(at))).toBe(0)
  expect(wait('ann', network(110))).toBe(3600)
  expect(wait('bob', network(110))).toBe(0)
  pass(61 * MINUTE_MS)
  expect(wait('ann', network(110))).toBe(0)
})

test('a whole day of guessing from the same networks leaves the reserved tries to others', () => {
  const { wait, pass } = throttled()
  for (let hour = 0; hour < 20; hour += 1) {
    for (let at = 0; at < 60; at += 1) wait('ann', network(at % 30))
    expect(wait('ann', `203.0.${hour}.1`), `hour ${hour}`).toBe(0)
    pass(HOUR_MS)
  }
})

test('a network of IPv6 is a /48, of which one customer may have all', () => {
  const { wait } = throttled()
  for (let at = 0; at < 50; at += 1) expect(wait('ann', `2001:db8:1:${at.toString(16)}::1`)).toBe(0)
  expect(wait('ann', '2001:db8:1:ffff::1')).toBe(3600)
  expect(wait('ann', '2001:db8:2::1')).toBe(0)
})

test('a known browser has ten tries an hour of its own, which nobody else can use up', () => {
  const { wait, pass } = throttled()
  const own = { userId: 1, nonce: 'own' }
  for (let at = 0; at < 100; at += 1) wait('ann', network(at))
  expect(wait('ann', network(5))).toBe(3600)
  for (let at = 0; at < 10; at += 1) expect(wait('ann', network(5), own)).toBe(0)
  expect(wait('ann', network(5), own)).toBe(3600)
  expect(wait('ann', network(5), { userId: 1, nonce: 'another' })).toBe(0)
  pass(HOUR_MS)
  expect(wait('ann', network(5), own)).toBe(0)
})

// decision D46
test('above the cap of a name a network has five more tries an hour after a bot check, and all together 600', () => {
  const { wait, pass } = throttled()
  for (let at = 0; at < 60; at += 1) expect(wait('ann', network(at), undefined, true)).toBe(0)
  expect(wait('ann', network(60))).toBe(3600)
  // Addresses of one network share their tries.
  for (let at = 1; at <= 5; at += 1) expect(wait('ann', `203.0.113.${at}`, undefined, true)).toBe(0)
  expect(wait('ann', '203.0.113.6', undefined, true)).toBe(3600)
  for (let at = 0; at < 595; at += 1) expect(wait('ann', network(1000 + at), undefined, true)).toBe(0)
  expect(wait('ann', network(3000), undefined, true)).toBe(3600)
  expect(wait('bob', network(3000), undefined, true)).toBe(0)
  pass(61 * MINUTE_MS)
  expect(wait('ann', '203.0.113.6', undefined, true)).toBe(0)
})

test('after a bot check too, one address waits between its tries', () => {
  const { wait } = throttled()
  for (let at = 0; at < 60; at += 1) wait('ann', network(at))
  for (let at = 0; at < 5; at += 1) expect(wait('ann', '203.0.113.1', undefined, true)).toBe(0)
  expect(wait('ann', '203.0.113.1', undefined, true)).toBeGreaterThan(0)
})

test('an address takes a hundred tries an hour, whatever names', () => {
  const { wait } = throttled()
  for (let at = 0; at < 100; at += 1) expect(wait(`name ${at}`)).toBe(0)
  expect(wait('yet another')).toBe(3600)
})
