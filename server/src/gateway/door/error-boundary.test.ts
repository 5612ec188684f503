import { AppError, type ErrorCode, type Facts } from '@waystation/contract/errors'
import { hideUpstreamErrorEnabled } from '@waystation/contract/options/global'
import type { ClientDialectName } from '@waystation/wire/chat/dialects'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { describe, expect, test } from 'vitest'
import { callAt, optionsWith, playgroundCaller } from '../testing/step-parts.ts'
import { ClientGone, type FailureFacts, UpstreamFailure } from '../upstream/failure.ts'
import { chatEndpoint } from './endpoints.ts'
import { answerFailure, type FailureServices, failureInBand, RelayRefusal, toError } from './error-boundary.ts'

interface Given {
  readonly dialect?: ClientDialectName
  readonly language?: string
  readonly isSent?: boolean
  readonly hides?: boolean
}

function servicesOf(logged: unknown[], hides: boolean): FailureServices {
  const log = { error: (facts: unknown) => logged.push(facts) }
  return { options: optionsWith([hideUpstreamErrorEnabled, hides]), log } as unknown as FailureServices
}

/** What the caller is answered. */
function answered(error: unknown, { dialect = 'openai-chat', language = 'en', isSent = false, hides = false }: Given = {}) {
  const logged: unknown[] = []
  const headers: Record<string, string> = {}
  const sent: { status?: number; body?: unknown } = {}
  const reply = {
    sent: isSent,
    header: (name: string, value: string) => Object.assign(headers, { [name]: value }),
    code(status: number) {
      sent.status = status
      return reply
    },
    headers(more: Record<string, string>) {
      Object.assign(headers, more)
      return reply
    },
    type: () => reply,
    send: (text: string) => Object.assign(sent, { body: JSON.parse(text) }),
  }
  const request = { id: 'call-1', headers: { 'accept-language': language }, routeOptions: { config: {} } } as unknown as FastifyRequest
  answerFailure(error, request, reply as unknown as FastifyReply, dialect, servicesOf(logged, hides))
  return { ...sent, headers, logged }
}

const vendorSays = { status: 400, message: 'bad words', type: 'odd_type', code: 'odd_code', param: 'top_p' }
const failure = (more: Partial<FailureFacts> = {}) =>
  new UpstreamFailure({
    ...{ code: 'upstream_error', endReason: 'upstream_error', status: 400, kind: 'answer', detail: 'for admins' },
    ...{ upstream: vendorSays, dialect: 'openai-chat', ...more },
  })
/** The vendor's failure as its call's boundary gets it. */
const failed = (more: Partial<FailureFacts> = {}) => toError(failure(more), 'en')

describe('the shape', () => {
  const message = 'This API key is not allowed to use model m (request id: call-1)'

  test.each<[dialect: ClientDialectName, body: object]>([
    ['openai-chat', { error: { message, type: 'permission_error', code: 'model_not_allowed', param: null } }],
    ['openai-responses', { error: { message, type: 'permission_error', code: 'model_not_allowed', param: null } }],
    ['anthropic-messages', { type: 'error', error: { type: 'permission_error', message }, request_id: 'call-1' }],
    ['gemini-generate', { error: { code: 403, message, status: 'PERMISSION_DENIED' } }],
  ])('is that of %s', (dialect, body) => {
    const { status, body: told, headers } = answered(new AppError('model_not_allowed', { model: 'm' }), { dialect })
    expect([status, told]).toMatchObject([403, body])
    expect(headers['x-request-id']).toBe('call-1')
  })

  test('is in the language of the caller, which the call may know better than the request', () => {
    const refusal = new AppError('model_not_allowed', { model: 'm' })
    expect(answered(refusal, { language: 'zh-CN' }).body).toMatchObject({
      error: { message: expect.stringMatching(/^该令牌无权使用模型：m/) },
    })
    expect(answered(toError(refusal, 'zh')).body).toMatchObject({ error: { message: expect.stringMatching(/^该令牌/) } })
  })

  test('an error that nobody expected is logged, and told as no more than that', () => {
    const error = new Error('a secret of ours')
    const { status, body, logged } = answered(error)
    expect(status).toBe(500)
    expect(body).toMatchObject({ error: { code: 'internal_error', message: expect.not.stringContaining('secret') } })
    expect(logged).toEqual([{ err: error, request_id: 'call-1' }])
  })

  test.each<[what: string, error: unknown, given: Given]>([
    ['a client that has gone', new ClientGone(undefined), {}],
    ['a client that has its answer', new AppError('overloaded'), { isSent: true }],
  ])('%s is told nothing', (_what, error, given) => expect(answered(error, given)).toEqual({ headers: {}, logged: [] }))
})

describe('how long to wait', () => {
  test.each<[code: ErrorCode, facts: Facts, wait: string | undefined]>([
    ['rate_limit_exceeded', { retry_after: 42 }, '42'],
    ['upstream_saturated', {}, '1'],
    ['too_many_drains', { limit: 8 }, '1'],
    ['billing_busy', {}, '1'],
    ['overloaded', {}, '1'],
    ['shutting_down', {}, '1'],
    ['model_not_allowed', { model: 'm' }, undefined],
    ['insufficient_user_quota', {}, undefined],
  ])('%s', (code, facts, wait) => {
    const { headers } = answered(new AppError(code, facts))
    expect([headers['retry-after'], headers['retry-after-ms']]).toEqual([wait, undefined])
  })

  test.each<[what: string, facts: Partial<FailureFacts>, wait: string | undefined, waitMs: string | undefined]>([
    ['a vendor’s limit, as it says', { status: 429, retryAfterSeconds: 7 }, '7', undefined],
    ['a vendor’s limit, to the millisecond', { status: 429, retryAfterSeconds: 0.25 }, '1', '250'],
    ['a vendor’s limit without a word', { status: 429 }, '1', undefined],
    ['a year at most', { status: 429, retryAfterSeconds: 1e12 }, '31536000', undefined],
    ['a vendor that is overloaded, as it says', { status: 503, retryAfterSeconds: 9 }, '9', undefined],
    ['a vendor that is overloaded without a word', { status: 503 }, undefined, undefined],
    ['a vendor that refuses', { status: 400, retryAfterSeconds: 9 }, undefined, undefined],
  ])('%s', (_what, facts, wait, waitMs) => {
    const { headers } = answered(failed(facts))
    expect([headers['retry-after'], headers['retry-after-ms']]).toEqual([wait, waitMs])
  })
})

describe('a failure of the vendor', () => {
  test.each<[what: string, facts: Partial<FailureFacts>, given: Given, status: number, error: object]>([
    [
      'about the request has its own words',
      {},
      {},
      400,
      { message: 'bad words (request id: call-1)', type: 'odd_type', code: 'odd_code', param: 'top_p' },
    ],
    ['without a code has the usual one', { upstream: { status: 400, message: 'bad' } }, {}, 400, { code: 'bad_response_status_code' }],
    ['about our key is hidden', { status: 401 }, {}, 502, { message: expect.stringMatching(/status code 401/), code: 'upstream_error' }],
    [
      'is hidden where the operator says so',
      {},
      { hides: true },
      400,
      { message: expect.stringMatching(/status code 400/), code: 'upstream_error' },
    ],
    ['about its limit is ours to tell', { status: 429 }, {}, 429, { type: 'rate_limit_error', code: 'upstream_saturated' }],
    [
      'without an answer has our words',
      { upstream: undefined as never, code: 'upstream_timeout', status: 504 },
      {},
      504,
      { code: 'upstream_timeout' },
    ],
  ])('%s', (_what, facts, given, status, error) => {
    const told = answered(failed(facts), given)
    expect(told).toMatchObject({ status, body: { error } })
    expect(JSON.stringify(told.body)).not.toContain('for admins')
  })

  test('has no type of another dialect', () => {
    expect(answered(failed({ dialect: 'anthropic-messages' })).body).toMatchObject({
      error: { type: expect.not.stringMatching('odd_type') },
    })
  })

  test('that could not be said in its dialect names the fields', () => {
    const error = toError(
      new UpstreamFailure({ code: 'untranslatable', endReason: 'upstream_error', status: 400, kind: 'untranslatable', detail: 'a, b' }),
      'en',
    )
    expect(answered(error).body).toMatchObject({ error: { code: 'untranslatable', message: expect.stringContaining('a, b') } })
  })
})

test('inside a stream the caller is told the same', () => {
  const call = callAt(chatEndpoint, { model: 'm', messages: [] })
  const told = failureInBand(failure(), call, playgroundCaller, servicesOf([], false))
  expect(told).toEqual({ status: 400, message: 'bad words (request id: call-1)', type: 'odd_type', code: 'odd_code', param: 'top_p' })
})

test('a step’s failure keeps its code, its facts and where it came from', () => {
  const refused = failure()
  expect(toError(refused, 'zh')).toMatchObject({ code: 'upstream_error', language: 'zh', failure: refused, facts: { detail: 'bad words' } })
  expect(toError(new AppError('overloaded'), 'zh')).toBeInstanceOf(RelayRefusal)
  const unexpected = new Error('x')
  expect(toError(unexpected, 'zh')).toBe(unexpected)
})
