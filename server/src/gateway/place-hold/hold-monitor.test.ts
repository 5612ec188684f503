import { noUsage } from '@waystation/contract/calls/usage'
import { relayQuotaOverrun, relayStrictHolds } from '@waystation/contract/options/relay'
import { describe, expect, test } from 'vitest'
import type { CompiledPrice } from '../../domain/pricing/price-call.ts'
import { chatEndpoint } from '../door/endpoints.ts'
import type { Hold } from '../held.ts'
import type { Meter } from '../meter/meter.ts'
import { attemptAt, callAt, callPrice, optionsWith, playgroundCaller, tokenPrice } from '../testing/step-parts.ts'
import { HoldMonitor, type HoldMonitorServices } from './hold-monitor.ts'

interface Given {
  readonly held?: number
  readonly price?: CompiledPrice
  readonly options?: readonly (readonly [option: object, value: unknown])[]
  /** What the ledger answers to each wish for more; absent: it holds it. */
  readonly extend?: () => Promise<boolean>
}

/** A watch over a hold, and what it asks of the ledger. The answer costs one unit a token. */
function watched({ held = 1000, price = tokenPrice(), options = [], extend = async () => true }: Given = {}) {
  const call = callAt(chatEndpoint, { model: 'm', stream: true, messages: [] })
  const hold: Hold = { id: call.id, amount: held, attempts: new Map() }
  const now = { ms: 0, tokens: 0, prompt: 0 }
  const extended: number[] = []
  const noted: number[] = []
  const gateway = {
    options: optionsWith(...options),
    costs: { of: () => undefined },
    clock: { now: () => now.ms },
    ledger: {
      extend(_id: string, by: number) {
        extended.push(by)
        return extend()
      },
      checkpoint: (_id: string, used: number) => noted.push(used),
    },
  } as unknown as HoldMonitorServices
  const meter = {
    get producedTokens() {
      return now.tokens
    },
    get promptTokensAtMost() {
      return now.prompt
    },
    runningUsage: () => ({ ...noUsage, output: now.tokens, calls: 1 }),
  } as unknown as Meter
  const monitor = new HoldMonitor({ call, caller: playgroundCaller, attempt: attemptAt(call, { price }), meter, hold, gateway })
  const coveredAt = (tokens: number) => {
    now.tokens = tokens
    return monitor.isCovered()
  }
  return { monitor, hold, now, extended, noted, coveredAt }
}

/** Lets the ledger's answer arrive. */
const answered = () => new Promise<void>((resolve) => setImmediate(resolve))

describe('more is held', () => {
  test('once four fifths of the hold are used', async () => {
    const { hold, extended, coveredAt } = watched()
    expect(coveredAt(800)).toBe(true)
    expect(extended).toEqual([])
    expect(coveredAt(820)).toBe(true)
    await answered()
    expect([extended, hold.amount]).toEqual([[500], 1500])
  })

  test.each<[what: string, held: number, tokens: number, by: number]>([
    ['half as much again', 1000, 900, 500],
    ['no less than a step', 100, 90, 256],
    ['enough for what came at once', 1000, 4000, 4000],
  ])('%s', async (_what, held, tokens, by) => {
    const { extended, coveredAt } = watched({ held })
    coveredAt(tokens)
    await answered()
    expect(extended).toEqual([by])
  })

  test('in one wish at a time', async () => {
    const { extended, coveredAt } = watched()
    coveredAt(900)
    coveredAt(950)
    expect(extended).toEqual([500])
    await answered()
    coveredAt(1400)
    expect(extended).toEqual([500, 750])
  })

  test('never for a price per call, which is held whole', () => {
    const { extended, noted, coveredAt } = watched({ held: 1, price: callPrice('1') })
    expect(coveredAt(100_000)).toBe(true)
    expect([extended, noted]).toEqual([[], []])
  })

  test('for the price that a prompt of its greatest length has', () => {
    const price = tokenPrice({ lengthTiers: [{ above: 200, output: '10' }] })
    const short = watched({ price })
    short.now.prompt = 200
    short.coveredAt(100)
    const long = watched({ price })
    long.now.prompt = 201
    long.coveredAt(100)
    // A step costs as much as in the dearest call, too.
    expect([short.extended, long.extended]).toEqual([[], [2560]])
  })
})

test('it looks every sixteen tokens, or every second', () => {
  const { now, extended, coveredAt } = watched()
  coveredAt(790)
  coveredAt(805)
  expect(extended).toEqual([])
  now.ms = 1000
  coveredAt(805)
  expect(extended).toEqual([500])
})

test('nothing more is taken while it costs more than is held and more is asked for', async () => {
  const { monitor, coveredAt } = watched()
  coveredAt(900)
  expect(monitor.undecided).toBeUndefined()
  coveredAt(1001)
  expect(monitor.undecided).toBeInstanceOf(Promise)
  await monitor.undecided
  expect(monitor.undecided).toBeUndefined()
})

describe('where no more can be held', () => {
  const lenient = [relayStrictHolds, false] as const

  test.each<[what: string, options: Given['options'], limit: number]>([
    ['strictly', [], 1000],
    ['strictly, whatever the other option says', [[relayQuotaOverrun, 'allow_step']], 1000],
    ['cut at once', [lenient, [relayQuotaOverrun, 'cut']], 1000],
    ['one step further', [lenient, [relayQuotaOverrun, 'allow_step']], 1256],
  ])('the answer is cut: %s', async (_what, options = [], limit) => {
    const { hold, coveredAt } = watched({ options, extend: async () => false })
    coveredAt(900)
    await answered()
    expect(hold).toMatchObject({ amount: 1000, limit })
    expect(coveredAt(limit - 1)).toBe(true)
    expect(coveredAt(limit + 16)).toBe(false)
  })

  test('a ledger that fails holds no more either, and is not asked again', async () => {
    const { hold, extended, coveredAt } = watched({ extend: () => Promise.reject(new Error('away')) })
    coveredAt(900)
    await answered()
    coveredAt(950)
    expect([hold.limit, extended]).toEqual([1000, [500]])
  })
})

describe('what is used so far is noted', () => {
  test('every second', () => {
    const { now, noted, coveredAt } = watched({ held: 10_000 })
    coveredAt(20)
    expect(noted).toEqual([])
    now.ms = 1000
    coveredAt(40)
    coveredAt(60)
    expect(noted).toEqual([40])
  })

  test('and sooner, after a step or a tenth of the hold', () => {
    const { noted, coveredAt } = watched({ held: 10_000 })
    for (const tokens of [990, 1010, 1500, 2020]) coveredAt(tokens)
    expect(noted).toEqual([1010, 2020])
  })
})
