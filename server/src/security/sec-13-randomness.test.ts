// SEC-13: whatever somebody could guess comes from the system's source of randomness: long enough, evenly spread, never twice, and neither
// from the clock nor from a generator that can be foretold. What cookies carry is in sec-02-stored.test.ts, where randomness may come from in
// tools/tidy.test.ts.
import { isWhole } from '@waystation/wire/testing/matrix'
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { oneTimeCodes } from '../domain/code/one-time-codes.ts'
import { newKey } from '../domain/token/new-key.ts'
import { newRequestId } from '../lib/request-id.ts'
import { randomText, secretsOf } from '../lib/secret.ts'
import { cookieOf, openConsole, PASSWORD, type TestConsole, type Visitor } from '../testing/console.ts'

const COUNT = 20_000
const secrets = secretsOf(Buffer.alloc(32, 7))
const LETTERS = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'

let console: TestConsole
let root: Visitor
beforeAll(async () => {
  console = await openConsole()
  root = await console.root()
})
afterAll(() => console.close())
afterEach(() => {
  vi.restoreAllMocks()
  vi.useRealTimers()
})

const codes = () => oneTimeCodes({ database: console.database, secrets, now: () => 0 })
const kind = { purpose: 'p', lifetimeSeconds: 60, tries: 5, pauseSeconds: 30, perDay: 10 } as const
const makers: Readonly<
  Record<string, { readonly make: () => string; readonly alphabet: string; readonly length: number; readonly bits: number }>
> = {
  'a key of model calls': { make: () => newKey(secrets, false).key, alphabet: LETTERS, length: 48, bits: 256 },
  'the token of a link': { make: () => codes().draft({ ...kind, form: 'link' }, 's').code, alphabet: LETTERS, length: 43, bits: 256 },
  'a made password': { make: () => randomText(16), alphabet: LETTERS, length: 16, bits: 95 },
}

/** How far the counts of letters are from even: about as much as there are letters, and far more where some are preferred. */
function unevenness(counts: readonly number[]): number {
  const expected = counts.reduce((sum, one) => sum + one, 0) / counts.length
  return counts.reduce((sum, one) => sum + (one - expected) ** 2 / expected, 0)
}

/** How often each letter of the alphabet stands in a place. */
function countsIn(made: readonly string[], place: number, alphabet: string): number[] {
  const counts = new Map([...alphabet].map((letter) => [letter, 0]))
  for (const text of made) counts.set(text.charAt(place), (counts.get(text.charAt(place)) ?? 0) + 1)
  return [...alphabet].map((letter) => counts.get(letter) ?? 0)
}

describe.each(Object.entries(makers))('%s', (_what, { make, alphabet, length, bits }) => {
  test('SEC-13: has its bits, is evenly spread in every place, and never comes twice', () => {
    const made = Array.from({ length: COUNT }, make)
    expect(new Set(made).size).toBe(COUNT)
    expect(made.every((text) => text.length === length)).toBe(true)
    expect(Math.log2(alphabet.length) * length).toBeGreaterThan(bits)
    for (let place = 0; place < length; place += 1) {
      const counts = countsIn(made, place, alphabet)
      expect(counts.reduce((sum, one) => sum + one, 0)).toBe(COUNT)
      // 61 is usual for 62 letters; beyond 150 comes by chance once in a billion times.
      expect(unevenness(counts), `place ${place}`).toBeLessThan(150)
    }
    // Nor does one tell of the next: neighbours share a letter in one place of 62.
    const same = made.slice(1).reduce((sum, text, at) => sum + [...text].filter((letter, place) => letter === made[at]?.[place]).length, 0)
    expect(Math.abs(same / ((COUNT - 1) * length) - 1 / alphabet.length)).toBeLessThan(0.002)
  })

  test('SEC-13: comes neither from the clock nor from a weak generator', () => {
    vi.useFakeTimers({ now: 0 })
    vi.spyOn(Math, 'random').mockReturnValue(0.5)
    expect(new Set(Array.from({ length: 1000 }, make)).size).toBe(1000)
    expect(Math.random).not.toHaveBeenCalled()
  })
})

test('SEC-13: mailed digits are all as likely, from 000000 on', () => {
  const made = Array.from({ length: COUNT }, () => codes().draft({ ...kind, form: 'digits' }, 's').code)
  expect(made.filter((code) => !/^\d{6}$/.test(code))).toEqual([])
  for (let place = 0; place < 6; place += 1) {
    const counts = countsIn(made, place, '0123456789')
    // 9 is usual for ten digits.
    expect(unevenness(counts), `place ${place}`).toBeLessThan(60)
  }
  // Of a million codes, twenty thousand draws repeat about two hundred.
  expect(new Set(made).size).toBeGreaterThan(COUNT - 350)
})

test('SEC-13: names of requests are in order and cannot be foretold beyond it', () => {
  const made = Array.from({ length: COUNT }, newRequestId)
  expect(new Set(made).size).toBe(COUNT)
  vi.spyOn(Math, 'random').mockReturnValue(0.5)
  newRequestId()
  expect(Math.random).not.toHaveBeenCalled()
})

describe('through the door, with the clock standing still and a generator that always says the same', () => {
  const TIMES = isWhole ? 40 : 10
  const gather = async (make: () => Promise<string>) => {
    vi.spyOn(Math, 'random').mockReturnValue(0.5)
    vi.spyOn(Date, 'now').mockReturnValue(Date.now())
    const made: string[] = []
    for (let at = 0; at < TIMES; at += 1) made.push(await make())
    expect(Math.random).not.toHaveBeenCalled()
    return made
  }
  const bytesOf = (text: string) => Buffer.from(text, 'base64url').length

  test('SEC-13: sessions', async () => {
    const made = await gather(async () => {
      const reply = await console.call('POST /api/user/login', { body: { username: 'root', password: PASSWORD } })
      return cookieOf(reply, 'session').split('=')[1] ?? ''
    })
    expect(new Set(made).size).toBe(TIMES)
    for (const id of made) expect(bytesOf(id)).toBe(32)
  })

  test('SEC-13: access tokens and keys', async () => {
    const tokens = await gather(async () => String((await console.call('POST /api/user/token', { as: root })).json.data))
    const keys = await gather(async () => {
      const { json } = await console.call('POST /api/token/', { as: root, body: { name: 'k' } })
      return (json.data as { key: string }).key
    })
    expect(new Set([...tokens, ...keys]).size).toBe(2 * TIMES)
    for (const token of tokens) expect(bytesOf(token.replace('wat_', ''))).toBe(32)
    for (const key of keys) expect(key).toMatch(/^[A-Za-z0-9]{48}$/)
  })

  test('SEC-13: states of logins at other sites', async () => {
    const cookies = new Set<string>()
    const made = await gather(async () => {
      const reply = await console.call('GET /api/oauth/state')
      cookies.add(cookieOf(reply, 'browser'))
      return String(reply.json.data)
    })
    expect(new Set(made).size).toBe(TIMES)
    expect(cookies.size).toBe(TIMES)
    for (const state of made) expect(bytesOf(state)).toBeGreaterThanOrEqual(32)
  })
})
