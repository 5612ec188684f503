import type { IncomingMessage } from 'node:http'
import { AppError, type ErrorCode } from '@waystation/contract/errors'
import * as globals from '@waystation/contract/options/global'
import * as limits from '@waystation/contract/options/rate-limit'
import { pino } from 'pino'
import { describe, expect, test } from 'vitest'
import { systemClock } from '../../lib/clock.ts'
import { silentBus } from '../../lib/shared/bus.ts'
import { localInvalidation } from '../../lib/shared/invalidation.ts'
import { type RateLimit, type RateWindow, rateWindow } from '../../lib/shared/rate-window.ts'
import type { Caller } from '../caller.ts'
import { chatEndpoint } from '../door/endpoints.ts'
import { callAt, optionsWith, playgroundCaller, tokenCaller } from '../testing/step-parts.ts'
import { admit } from './admit.ts'
import { drains, MAX_DRAINS_PER_USER } from './drains.ts'
import { SensitiveWords } from './sensitive-words.ts'

const call = callAt(chatEndpoint, { model: 'm', messages: [{ role: 'user', content: 'hi' }] })
const MINUTE_MS = 60_000

const plain = ({ key, limit, windowMs }: RateLimit): RateLimit => ({ key, limit, windowMs })

/** Windows that write down what they are asked, and allow everything. */
function notedWindows() {
  const taken: { counted: readonly RateLimit[]; checked: readonly RateLimit[] }[] = []
  const added: RateLimit[] = []
  const rates: RateWindow = {
    async take(counted, checked = []) {
      taken.push({ counted, checked })
      return { isAllowed: true }
    },
    async add(more) {
      added.push(...more)
    },
    async enter(counted, held) {
      taken.push({ counted: counted.map(plain), checked: held.map(plain) })
      const end = (at: number, used: number) => {
        const limit = held[at]
        if (limit && used > 0) added.push(plain(limit))
      }
      return { isAllowed: true, place: { left: [], end } }
    },
    fullForMs: () => 0,
  }
  return { rates, taken, added }
}

type Setting = readonly [option: object, value: unknown]

interface Given {
  readonly caller?: Caller
  readonly options?: readonly Setting[]
  readonly origin?: string
  readonly draining?: number
  readonly rates?: RateWindow
}

function admitted({ caller = playgroundCaller, options = [], origin, draining = 0, rates = notedWindows().rates }: Given) {
  const open = drains(silentBus('test'), systemClock)
  for (let count = 0; count < draining; count++) open.start(caller.user.id)
  const request = { headers: { origin } } as IncomingMessage
  const reader = optionsWith(...options)
  const words = new SensitiveWords({ options: reader, invalidation: localInvalidation(), log: pino({ level: 'silent' }) })
  return admit(caller, call, request, { options: reader, rates, drains: open, words })
}

async function refusal(given: Given) {
  const error = await admitted(given).then(
    () => undefined,
    (thrown: unknown) => thrown,
  )
  if (!(error instanceof AppError)) return error
  return [error.code, error.facts]
}

const extensionsBlocked: Setting = [globals.blockBrowserExtensionEnabled, true]
const limited: Setting = [limits.modelRequestRateLimitEnabled, true]
const extension = 'chrome-extension://abc'
const narrow = { models: new Set(['other']) }
const slow = { rateLimit: { periodSeconds: 600, count: 1, successCount: 5 } }

describe('before anything is counted', () => {
  test.each<[what: string, given: Given, code: ErrorCode, facts: object]>([
    ['a page of a browser extension', { options: [extensionsBlocked], origin: extension }, 'browser_extension_blocked', {}],
    ['a model that is not the token’s', { caller: tokenCaller(narrow) }, 'model_not_allowed', { model: 'm' }],
    ['a user who drains too many', { draining: MAX_DRAINS_PER_USER }, 'too_many_drains', { limit: 8 }],
  ])('%s is refused, and no window is asked', async (_what, given, code, facts) => {
    const { rates, taken } = notedWindows()
    const options = [...(given.options ?? []), limited]
    expect(await refusal({ ...given, options, rates })).toEqual([code, facts])
    expect(taken).toEqual([])
  })

  test.each<[what: string, given: Given]>([
    ['an extension, where they are not blocked', { origin: extension }],
    ['a page of the web, where extensions are blocked', { options: [extensionsBlocked], origin: 'https://page.example' }],
    ['a program, where extensions are blocked', { options: [extensionsBlocked] }],
    ['a model of the token', { caller: tokenCaller({ models: new Set(['m']) }) }],
    ['one drain below the limit', { draining: MAX_DRAINS_PER_USER - 1 }],
  ])('%s passes', async (_what, given) => expect(await refusal(given)).toBeUndefined())

  test('of several reasons the caller hears the extension first, then the model, then the drains', async () => {
    const all: Given = { caller: tokenCaller(narrow), options: [extensionsBlocked], draining: 8 }
    expect(await refusal({ ...all, origin: extension })).toEqual(['browser_extension_blocked', {}])
    expect(await refusal(all)).toEqual(['model_not_allowed', { model: 'm' }])
    expect(await refusal({ ...all, caller: tokenCaller() })).toEqual(['too_many_drains', { limit: 8 }])
  })
})

describe('limits', () => {
  const exempt: Setting[] = [
    [globals.rateLimitExemptEnabled, true],
    [globals.rateLimitExemptGroup, ['default']],
  ]

  test.each<[what: string, given: Given]>([
    ['no limits', {}],
    ['a user limit that is off', { options: [[limits.modelRequestRateLimitCount, 1]] }],
    ['a user limit over no time', { options: [limited, [limits.modelRequestRateLimitDurationMinutes, 0]] }],
    ['a group that is exempt', { options: [limited, ...exempt] }],
  ])('with %s no window is asked, before the call or after', async (_what, given) => {
    const { rates, taken, added } = notedWindows()
    const admission = await admitted({ ...given, rates })
    admission.succeeded()
    expect([taken, added]).toEqual([[], []])
  })

  test('token and user are counted in one question, successes apart from attempts', async () => {
    const { rates, taken, added } = notedWindows()
    const admission = await admitted({ caller: tokenCaller(slow), options: [limited, [limits.modelRequestRateLimitCount, 30]], rates })
    const successes = [
      { key: 'token 5 ok', limit: 5, windowMs: 600_000 },
      { key: 'user 1 ok', limit: 1000, windowMs: MINUTE_MS },
    ]
    const attempts = [
      { key: 'token 5', limit: 1, windowMs: 600_000 },
      { key: 'user 1', limit: 30, windowMs: MINUTE_MS },
    ]
    expect(taken).toEqual([{ counted: attempts, checked: successes }])
    expect(added).toEqual([])
    admission.succeeded()
    expect(added).toEqual(successes)
  })

  test('a count of 0 or less is no limit to attempts', async () => {
    const { rates, taken } = notedWindows()
    await admitted({ options: [limited, [limits.modelRequestRateLimitCount, -1]], rates })
    expect(taken).toMatchObject([{ counted: [], checked: [{ key: 'user 1 ok' }] }])
  })

  test('an exempt group frees from the user’s limit, and not from the token’s', async () => {
    const { rates, taken } = notedWindows()
    await admitted({ caller: tokenCaller(slow), options: [limited, ...exempt], rates })
    expect(taken[0]?.counted.map(({ key }) => key)).toEqual(['token 5'])
  })

  test('an attempt that the user’s limit refuses counts on no limit', async () => {
    let nowMs = 0
    const rates = rateWindow(() => nowMs)
    const options: Setting[] = [limited, [limits.modelRequestRateLimitCount, 1]]
    const other = tokenCaller({ ...slow, id: 6 })
    await admitted({ caller: tokenCaller(), options, rates })
    expect(await refusal({ caller: other, options, rates })).toEqual(['rate_limit_exceeded', { limit: 1, seconds: 60, retry_after: 60 }])
    nowMs = MINUTE_MS
    expect(await refusal({ caller: other, options, rates })).toBeUndefined()
    nowMs = 2 * MINUTE_MS
    expect(await refusal({ caller: other, options, rates })).toEqual(['rate_limit_exceeded', { limit: 1, seconds: 600, retry_after: 540 }])
  })

  test('a success has its place reserved while the call is under way, and gives it back where there is none', async () => {
    const rates = rateWindow(() => 0)
    const caller = tokenCaller({ rateLimit: { periodSeconds: 10, count: 0, successCount: 1 } })
    const first = await admitted({ caller, rates })
    expect(await refusal({ caller, rates })).toEqual(['rate_limit_exceeded', { limit: 1, seconds: 10, retry_after: 1 }])
    first.ended(0)
    const second = await admitted({ caller, rates })
    second.succeeded()
    second.ended(0)
    expect(await refusal({ caller, rates })).toEqual(['rate_limit_exceeded', { limit: 1, seconds: 10, retry_after: 10 }])
  })
})
