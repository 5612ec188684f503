import { AppError } from '@waystation/contract/errors'
import { preConsumedQuota } from '@waystation/contract/options/pricing'
import type { JsonObject } from '@waystation/wire/encoding/json'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { BudgetShort, type HoldRequest } from '../../domain/ledger/holds/hold-request.ts'
import type { Price } from '../../domain/pricing/price.ts'
import { PriceTable } from '../../domain/pricing/price-table.ts'
import type { KnownBudget } from '../../domain/token/token-lookup.ts'
import type { Attempt } from '../attempt.ts'
import type { Caller } from '../caller.ts'
import { chatEndpoint } from '../door/endpoints.ts'
import type { Hold } from '../held.ts'
import { attemptAt, callAt, callPrice, channelWith, optionsWith, playgroundCaller, tokenCaller, tokenPrice } from '../testing/step-parts.ts'
import type { Call } from '../types.ts'
import { type PlaceHoldServices, placeHold } from './place-hold.ts'

const options = optionsWith([preConsumedQuota, 500])

interface Given {
  readonly caller?: Caller
  /** The amount that the ledger holds; absent: the requested amount. */
  readonly held?: number
  readonly fails?: unknown
}

/** Calls placeHold with budgets and a ledger that record their calls in order. */
async function place(call: Call, attempts: readonly Attempt[], { caller = playgroundCaller, held, fails }: Given = {}) {
  const asked: HoldRequest[] = []
  const order: string[] = []
  const services = {
    options,
    prices: new PriceTable({ ...options, version: 1, priceVersion: 1 }, () => undefined),
    clock: { now: () => 0 },
    budgets: { renewDue: async (budgets: readonly KnownBudget[]) => void order.push(`renews ${budgets.map(({ id }) => id).join()}`) },
    ledger: {
      async hold(request: HoldRequest) {
        order.push('holds')
        asked.push(request)
        if (fails) throw fails
        return held ?? request.amount
      },
    },
  } as unknown as PlaceHoldServices
  const plan = { attempts, isPinned: false, considered: { tiers: [], autoDisabled: [], skipped: [] } }
  const outcome: Hold | unknown = await placeHold(caller, call, plan, services).catch((error: unknown) => error)
  return { outcome, asked: asked[0], order }
}

/** Eight bytes of text, which are held as a body of some forty tokens at most. */
const chatCall = (fields: JsonObject = {}) =>
  callAt(chatEndpoint, { model: 'm', messages: [{ role: 'user', content: 'good day' }], ...fields })
/** The prompt of a call as it is held. */
const promptOf = ({ facts: { size } }: Call) => Math.ceil(Math.max(size.textBytes, size.bodyBytes ?? 0) / 2.5)
const priced = (call: Call, ratio: string, id = 1) => attemptAt(call, { channel: channelWith({ id }), price: tokenPrice({ ratio }) })

describe('how much', () => {
  test.each<[what: string, fields: JsonObject, output: number, least: number | undefined]>([
    ['a stream is held for what the option assumes', { stream: true }, 500, undefined],
    ['a stream with a smaller maximum for that', { stream: true, max_tokens: 100 }, 100, undefined],
    ['a whole answer for all that its caller allows, or not at all', { max_tokens: 6000 }, 6000, undefined],
    ['a whole answer without a maximum for as much as an unknown model says, or less', {}, 32_768, 4096],
    ['a stream that thinks unseen for all of it, or less', { stream: true, reasoning_effort: 'low', max_tokens: 9000 }, 9000, 4096],
    ['two answers for both', { max_tokens: 300, n: 2 }, 600, undefined],
  ])('%s', async (_what, fields, output, least) => {
    const call = chatCall(fields)
    const { asked, outcome } = await place(call, [attemptAt(call)])
    expect(asked?.amount).toBe(promptOf(call) + output)
    expect(asked?.minimum).toBe(least === undefined ? undefined : promptOf(call) + least)
    expect(outcome).toMatchObject({ id: 'call-1', amount: promptOf(call) + output })
  })

  test('nothing is shortened where the request goes as the client wrote it', async () => {
    const call = chatCall()
    const { asked } = await place(call, [attemptAt(call, { passesThrough: true })])
    expect(asked).not.toHaveProperty('minimum')
  })

  test.each([
    ['first', ['3', '1', '2'], 0],
    ['last', ['1', '2', '3'], 2],
  ] as const)('the dearest attempt decides, also where it comes %s, and the row is its own', async (_place, ratios, dearest) => {
    const call = chatCall()
    const attempts = ratios.map((ratio, at) => priced(call, ratio, at + 1))
    const { asked } = await place(call, attempts)
    expect(asked).toMatchObject({ amount: 3 * (promptOf(call) + 32_768), price: attempts[dearest]?.price.text })
    expect(asked?.facts).toMatchObject({ channelId: dearest + 1, quota: 0, model: 'm' })
  })

  test('the minimum covers the shortest answer of every attempt', async () => {
    const call = chatCall()
    const perCall = attemptAt(call, { price: callPrice('0.02') })
    const { asked } = await place(call, [perCall, priced(call, '2')])
    expect(asked?.minimum).toBe(10_000)
  })

  test('a plan without attempts is a mistake of ours', async () => {
    const { outcome, asked } = await place(chatCall(), [])
    expect([outcome, asked]).toEqual([new Error('a route plan has at least one attempt'), undefined])
  })
})

describe('where the balance covers a part', () => {
  const call = chatCall()
  const cheap = priced(call, '1')
  const dear = priced(call, '2')
  const lowered = (outcome: unknown, attempt: Attempt) => (outcome as Hold).attempts.get(attempt)?.estimate.lowered

  test('each attempt is asked for as much less as its own price demands', async () => {
    // Where the model's maximum is not known, the least useful maximum is requested.
    const { outcome } = await place(call, [cheap, dear], { held: 2 * (promptOf(call) + 20_000) })
    expect(lowered(outcome, dear)).toEqual({ maxOutputTokens: 4096 })
    expect(lowered(outcome, cheap)).toBeUndefined()
  })

  test('a maximum of the caller’s is lowered to what was held, to the token', async () => {
    const thinking = chatCall({ stream: true, reasoning_effort: 'low', max_tokens: 9000 })
    const attempt = attemptAt(thinking)
    const { outcome } = await place(thinking, [attempt], { held: promptOf(thinking) + 5000 })
    expect(outcome).toMatchObject({ amount: promptOf(thinking) + 5000 })
    expect(lowered(outcome, attempt)).toEqual({ maxOutputTokens: 5000 })
  })

  test('nothing is lowered where all of it is held', async () => {
    const { outcome } = await place(call, [cheap, dear])
    expect([lowered(outcome, cheap), lowered(outcome, dear)]).toEqual([undefined, undefined])
  })
})

/** In the year 2100. */
const FAR_SECONDS = 4_102_444_800
const budget = (kind: 'user' | 'token', id: number, more: Partial<KnownBudget> = {}): KnownBudget => ({
  ...{ id, owner: { kind, id }, accountId: 100 + id, unit: 'money', quota: 7000, period: 'day', zone: 'UTC', renewsAt: FAR_SECONDS },
  ...more,
})
const withBudgets = (ofToken?: KnownBudget, ofUser?: KnownBudget): Caller => {
  const caller = tokenCaller(ofToken ? { budgets: [ofToken] } : {})
  return { ...caller, user: { ...caller.user, ...(ofUser ? { budgets: [ofUser] } : {}) } }
}

describe('who pays', () => {
  test('in the playground the user alone', async () => {
    const call = chatCall()
    const { asked } = await place(call, [attemptAt(call)])
    expect(asked).toMatchObject({ userId: 1, userAccountId: 11 })
    expect(asked).not.toHaveProperty('token')
    expect(asked).not.toHaveProperty('budgets')
  })

  test('the token, and its budget and the user’s, which are renewed first', async () => {
    const call = chatCall()
    const caller = withBudgets(budget('token', 5), budget('user', 1))
    const { asked, order } = await place(call, [attemptAt(call)], { caller })
    expect(asked).toMatchObject({ token: { id: 5, accountId: 55, isUnlimited: false }, budgets: [{ accountId: 105 }, { accountId: 101 }] })
    expect(order).toEqual(['renews 5,1', 'holds'])
  })
})

describe('what a refusal of the ledger becomes', () => {
  afterEach(() => void vi.useRealTimers())

  const short = (code: 'insufficient_user_quota' | 'pre_consume_token_quota_failed', available: number) =>
    new AppError(code, { available, needed: 900 })
  const noWay = { zh: '', en: '' }

  test.each<[what: string, thrown: AppError, code: string, facts: object]>([
    [
      'a balance that is short',
      short('insufficient_user_quota', 0),
      'insufficient_user_quota',
      { available: 0, needed: 900, way_out: noWay },
    ],
    [
      'a token that is short',
      short('pre_consume_token_quota_failed', 3),
      'pre_consume_token_quota_failed',
      { available: 3, way_out: noWay },
    ],
    ['a token with nothing left', short('pre_consume_token_quota_failed', 0), 'token_exhausted', {}],
  ])('%s', async (_what, thrown, code, facts) => {
    const call = chatCall()
    const { outcome } = await place(call, [attemptAt(call)], { fails: thrown })
    expect(outcome).toMatchObject({ code, facts, cause: thrown })
    if (code === 'token_exhausted') expect((outcome as AppError).facts).toEqual({})
  })

  test.each<[what: string, thrown: Error]>([
    ['a database that is away', new AppError('billing_busy')],
    ['a failure of another kind', new Error('something else')],
    ['a budget that is not the caller’s', new BudgetShort(999)],
  ])('%s stays as it is', async (_what, thrown) => {
    const call = chatCall()
    const { outcome } = await place(call, [attemptAt(call)], { fails: thrown, caller: withBudgets(budget('token', 5)) })
    expect(outcome).toBe(thrown)
  })

  test.each([
    ['token_budget_used_up', 105, { limit: 7000, renews_at: '2100-01-01 00:00 (UTC)' }],
    ['user_budget_used_up', 101, { limit: 90, renews_at: '2100-01-01 08:00 (Asia/Shanghai)' }],
  ])('a budget that is short: %s', async (code, accountId, facts) => {
    const call = chatCall()
    const caller = withBudgets(budget('token', 5), budget('user', 1, { quota: 90, zone: 'Asia/Shanghai' }))
    const thrown = new BudgetShort(accountId)
    const { outcome } = await place(call, [attemptAt(call)], { fails: thrown, caller })
    expect(outcome).toMatchObject({ code, cause: thrown })
    expect((outcome as AppError).facts).toEqual(facts)
  })

  test('a budget that was renewed just now begins anew after its present span', async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: Date.UTC(2026, 4, 15, 12) })
    const call = chatCall()
    const caller = withBudgets(budget('token', 5, { period: 'month', renewsAt: 1000 }))
    const { outcome } = await place(call, [attemptAt(call)], { fails: new BudgetShort(105), caller })
    expect(outcome).toMatchObject({ facts: { renews_at: '2026-06-01 00:00 (UTC)' } })
  })

  test.each<[what: string, fields: JsonObject, words: RegExp]>([
    [
      'pictures',
      { messages: [{ role: 'user', content: [{ type: 'image_url', image_url: { url: 'https://a.example/b.png' } }] }] },
      /For images/,
    ],
    ['priced tools', { web_search_options: {} }, /tools with a price per use/],
  ])('the way out names what is dear: %s', async (_what, fields, words) => {
    const call = chatCall(fields)
    const searches = { uses: { webSearch: '0.01' } } satisfies Partial<Price>
    const { outcome } = await place(call, [attemptAt(call, { price: tokenPrice(searches) })], {
      fails: short('insufficient_user_quota', 1),
    })
    expect((outcome as AppError).facts.way_out).toMatchObject({ en: expect.stringMatching(words) })
  })
})
