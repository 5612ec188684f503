import { expect, test } from 'vitest'
import { loginThrottle } from './login-throttle.ts'

const MINUTE_MS = 60_000

/** A throttle with a clock that a test turns. */
function throttled() {
  let nowMs = 1_000_000
  const throttle = loginThrottle(() => nowMs)
  return {
    pass: (ms: number) => {
      nowMs += ms
    },
    begin: (account = 'ann', address = '192.0.2.1') => throttle.begin(account, address),
    /** Seconds to wait, or 0 when the try may be made. */
    wait(account = 'ann', address = '192.0.2.1'): number {
      const attempt = throttle.begin(account, address)
      return 'retrySeconds' in attempt ? attempt.retrySeconds : 0
    },
  }
}

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
  const { begin, wait } = throttled()
  for (let round = 0; round < 60; round += 1) {
    const attempt = begin()
    if ('retrySeconds' in attempt) throw new Error(`round ${round} had to wait`)
    attempt.succeeded()
  }
  expect(wait()).toBe(0)
})

test('other accounts and other addresses are not held up', () => {
  const { wait } = throttled()
  for (let at = 0; at < 5; at += 1) wait()
  expect(wait()).toBeGreaterThan(0)
  expect(wait('bob')).toBe(0)
  expect(wait('ann', '192.0.2.2')).toBe(0)
})

test('an account takes fifty tries an hour, an address a hundred', () => {
  const account = throttled()
  for (let at = 0; at < 50; at += 1) expect(account.wait('ann', `address ${at}`)).toBe(0)
  expect(account.wait('ann', 'yet another')).toBe(3600)
  account.pass(61 * MINUTE_MS)
  expect(account.wait('ann', 'yet another')).toBe(0)

  const address = throttled()
  for (let at = 0; at < 100; at += 1) expect(address.wait(`account ${at}`)).toBe(0)
  expect(address.wait('yet another')).toBe(3600)
})
