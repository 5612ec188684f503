// An error that a vendor reports with status 200 is told, retried and waited for as if it had come with its own status (docs/decisions/0007).
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { call } from '../../testing/client.ts'
import { type Step, scenario, step } from '../../testing/fakes/fake-provider-script.ts'
import { drivenClock } from '../../testing/time/driven-clock.ts'
import { type Door, doors, eventsOf } from '../clients/testing/doors.ts'
import { addUpstreams, modelAt, priceOptions, type Upstream, upstreams } from '../clients/testing/upstreams.ts'
import { openWorld, type World } from '../testing/world.ts'

type VendorName = 'chat' | 'Responses' | 'Messages' | 'Gemini'

/** Has a price, and is served whole only. */
const WHOLE_ONLY = 'gemini-3-pro-at-chat'

let world: World
const clock = drivenClock()
beforeAll(async () => {
  world = await openWorld({ channel: null, options: priceOptions, clock })
  await addUpstreams(world)
  await world.addChannel({ name: 'whole', models: WHOLE_ONLY, priority: 1, setting: JSON.stringify({ stream_support: 'NON_STREAM_ONLY' }) })
}, 180_000)
afterAll(() => world.close())
beforeEach(() => world.provider.clear())

const whole = (body: object): Step[] => scenario.reply(200, body)
const frames = (...bodies: readonly object[]): Step[] => [step.streamHead(), ...bodies.map((body) => step.frame(body)), step.end()]
const events = (...bodies: readonly { readonly type: string }[]): Step[] => [
  step.streamHead(),
  ...bodies.map((body) => step.text(`event: ${body.type}\ndata: ${JSON.stringify(body)}\n\n`)),
  step.end(),
]
const response = (fields: object) => ({ id: 'resp_1', object: 'response', created_at: 1, model: 'm', output: [], usage: null, ...fields })
const begun = [
  { type: 'response.created', response: response({ status: 'in_progress' }) },
  { type: 'response.in_progress', response: response({ status: 'in_progress' }) },
]
const message = { id: 'msg_1', type: 'message', role: 'assistant', model: 'm', content: [], usage: { input_tokens: 9, output_tokens: 1 } }
const overloaded = { type: 'error', error: { type: 'overloaded_error', message: 'Overloaded words' } }
const unwell = { code: 'server_is_overloaded', message: 'Our servers are unwell' }
const waiting = { '@type': 'type.googleapis.com/google.rpc.RetryInfo', retryDelay: '7s' }
const exhausted = { error: { code: 429, message: 'slow words', status: 'RESOURCE_EXHAUSTED', details: [waiting] } }

interface Told {
  readonly status: number
  /** The vendor's words, where they may be told. */
  readonly words?: string
  readonly retryAfter?: string
}

/** What the vendor reports, whole and in a stream, and what of it is told. */
const reports: readonly (readonly [string, VendorName, { readonly whole?: Step[]; readonly stream?: Step[] }, Told])[] = [
  [
    'a number as its code',
    'chat',
    {
      whole: whole({ error: { message: 'broken words', type: 'server_error', code: 500 } }),
      stream: frames({ error: { message: 'broken words', type: 'server_error', code: 500 } }),
    },
    { status: 500, words: 'broken words' },
  ],
  [
    'neither a code nor a known type',
    'chat',
    {
      whole: whole({ error: { message: 'strange words', type: 'x', code: 'y' } }),
      stream: frames({ error: { message: 'strange words', type: 'x', code: 'y' } }),
    },
    { status: 502, words: 'strange words' },
  ],
  [
    'an error that is a text',
    'chat',
    { whole: whole({ error: 'bare words' }), stream: frames({ error: 'bare words' }) },
    { status: 502, words: 'bare words' },
  ],
  [
    'a code of MiniMax',
    'chat',
    {
      whole: whole({ choices: null, base_resp: { status_code: 1008, status_msg: 'empty purse' } }),
      stream: frames({ choices: null, base_resp: { status_code: 1008, status_msg: 'empty purse' } }),
    },
    { status: 502, words: 'empty purse' },
  ],
  [
    'a code of Spark',
    'chat',
    {
      whole: whole({ code: 10013, message: 'strict words', sid: 's' }),
      stream: frames({ code: 10013, message: 'strict words', sid: 's' }),
    },
    { status: 502, words: 'strict words' },
  ],
  [
    'no error object',
    'chat',
    { whole: whole({ code: 503, msg: 'loose words' }), stream: frames({ code: 503, msg: 'loose words' }) },
    { status: 503, words: 'loose words' },
  ],
  [
    'whole, for a stream',
    'chat',
    { stream: whole({ error: { message: 'broken words', code: 500 } }) },
    { status: 500, words: 'broken words' },
  ],
  [
    'a word for the status',
    'chat',
    {
      whole: whole({ error: { message: 'bad words', type: 'invalid_request_error', code: null } }),
      stream: frames({ error: { message: 'bad words', type: 'invalid_request_error', code: null } }),
    },
    { status: 400, words: 'bad words' },
  ],
  [
    'an account without money',
    'chat',
    {
      whole: whole({ error: { code: 402, message: 'pay us' } }),
      stream: frames({ id: 'c', error: { code: 402, message: 'pay us' }, choices: [] }),
    },
    { status: 502 },
  ],
  [
    'a limit with a wait',
    'chat',
    {
      whole: whole({ error: { code: 429, message: 'slow words', metadata: { headers: { 'Retry-After': '7' } } } }),
      stream: frames({ id: 'c', error: { code: 429, message: 'slow words', metadata: { headers: { 'Retry-After': '7' } } }, choices: [] }),
    },
    { status: 429, retryAfter: '7' },
  ],
  ['an overload', 'Messages', { whole: whole(overloaded), stream: events(overloaded) }, { status: 529, words: 'Overloaded words' }],
  [
    'an overload after its head',
    'Messages',
    { stream: events({ type: 'message_start', message } as never, { type: 'ping' }, overloaded) },
    { status: 529, words: 'Overloaded words' },
  ],
  [
    'a failed response',
    'Responses',
    {
      whole: whole(response({ status: 'failed', error: unwell })),
      stream: events(...begun, { type: 'response.failed', response: response({ status: 'failed', error: unwell }) } as never),
    },
    { status: 503, words: 'Our servers are unwell' },
  ],
  [
    'a failed response with its error beside it',
    'Responses',
    { stream: events(...begun, { type: 'response.failed', response: response({ status: 'failed' }), error: unwell } as never) },
    { status: 503, words: 'Our servers are unwell' },
  ],
  [
    'an error event that is flat',
    'Responses',
    {
      stream: events(...begun, {
        ...{ type: 'error', code: 'rate_limit_exceeded', param: null },
        message: 'Rate limit reached. Please try again in 6.5s.',
      } as never),
    },
    { status: 429, retryAfter: '7' },
  ],
  ['a limit with a wait', 'Gemini', { whole: whole(exhausted), stream: frames(exhausted) }, { status: 429, retryAfter: '7' }],
  [
    'its own word',
    'Gemini',
    {
      whole: whole([{ error: { message: 'away words', status: 'UNAVAILABLE' } }]),
      stream: frames({ error: { message: 'away words', status: 'UNAVAILABLE' } }),
    },
    { status: 503, words: 'away words' },
  ],
]

/** The client's word for this status, where its dialect has one. */
const kinds: Readonly<Partial<Record<Door['dialect'], Readonly<Record<number, string>>>>> = {
  'anthropic-messages': {
    ...{ 400: 'invalid_request_error', 429: 'rate_limit_error', 500: 'api_error' },
    ...{ 502: 'api_error', 503: 'overloaded_error', 529: 'overloaded_error' },
  },
  'gemini-generate': { 400: 'INVALID_ARGUMENT', 429: 'RESOURCE_EXHAUSTED', 500: 'INTERNAL', 502: 'UNAVAILABLE', 503: 'UNAVAILABLE' },
}

const upstreamOf = (name: VendorName): Upstream => {
  const found = upstreams.find((one) => one.name === name)
  if (!found) throw new Error(`no upstream ${name}`)
  return found
}

const limited = { error: { code: 429, message: 'slow words', retry_after: 7 } }
test.each([
  ['completions', '/v1/completions', { prompt: 'hi' }, whole(limited)],
  ['streamed completions', '/v1/completions', { prompt: 'hi', stream: true }, frames(limited)],
  ['embeddings', '/v1/embeddings', { input: 'hi' }, whole(limited)],
  ['speech', '/v1/audio/speech', { input: 'hi', voice: 'alloy' }, whole(limited)],
  ['streamed speech', '/v1/audio/speech', { input: 'hi', voice: 'alloy', stream_format: 'sse' }, frames(limited)],
])('an error of %s is told so too', async (_, path, body, steps) => {
  world.provider.next(steps)
  const answer = await world.post(path, { ...body, model: modelAt(upstreamOf('chat'), 'gpt-5') })
  expect(answer).toMatchObject({ status: 429, headers: { 'retry-after': '7' } })
})

test('the key rests as after a refusal with that status', async () => {
  const model = modelAt(upstreamOf('Responses'), 'gemini-3-pro')
  await world.addChannel({ name: 'one key', key: 'lonely', models: model, priority: 1 })
  const [door] = doors
  const ask = () => world.post(door?.path(model, false) ?? '', door?.body(model, 'hello', false))
  world.provider.next(whole(limited))
  expect((await ask()).status).toBe(429)
  expect((await ask()).status).toBe(200)
  expect(world.provider.requests.map(({ headers }) => headers.authorization === 'Bearer lonely')).toEqual([true, false])
})

describe.each(doors)('a client of $dialect', (door) => {
  test.each(reports)('is told %s of %s', async (_, vendor, steps, told) => {
    const model = modelAt(upstreamOf(vendor), 'gpt-5')
    const before = await world.balance()
    for (const isStream of [false, true]) {
      const script = isStream ? steps.stream : steps.whole
      if (!script) continue
      world.provider.next(script)
      const answer = await world.post(door.path(model, isStream), door.body(model, 'hello', isStream))
      const failure = door.failure(answer.json)
      expect([answer.status, failure?.message], `streamed: ${isStream}`).toEqual([
        told.status,
        told.words === undefined ? expect.not.stringMatching(/unreadable|slow words|pay us/) : expect.stringContaining(told.words),
      ])
      const kind = kinds[door.dialect]?.[told.status]
      if (kind !== undefined) expect(failure?.kind).toBe(kind)
      expect(answer.headers['retry-after']).toBe(told.retryAfter)
    }
    expect(await world.balance()).toBe(before)
  })

  test('is told the same in its stream, once a sign of life has begun that', async () => {
    const { promise, resolve } = Promise.withResolvers<void>()
    world.provider.next([step.until(() => promise), ...whole({ error: { message: 'late words', type: 'overloaded_error' } })])
    const answering = call(world.url + door.path(WHOLE_ONLY, true), {
      method: 'POST',
      headers: { authorization: `Bearer ${world.key}` },
      body: door.body(WHOLE_ONLY, 'hello', true),
    })
    await expect.poll(() => world.provider.requests.length).toBe(1)
    clock.advance(6000)
    resolve()
    const { status, body } = await answering
    const last = eventsOf(body).at(-1)
    expect(status).toBe(200)
    expect(body).toContain('late words')
    if (door.dialect !== 'gemini-generate') expect(last && door.isFailureEvent(last)).toBe(true)
    if (door.dialect === 'anthropic-messages') expect(JSON.parse(last?.data ?? '{}')).toMatchObject({ error: { type: 'overloaded_error' } })
  })
})
