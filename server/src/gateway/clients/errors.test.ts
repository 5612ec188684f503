// A failure is told in the dialect of who asked, whatever the vendor's was, and costs what came before it: nothing, or what was produced.
import type { LogEntry } from '@waystation/contract/calls/log'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { scenario, step } from '../../testing/fakes/fake-provider-script.ts'
import { pollFor } from '../../testing/time/poll.ts'
import { openWorld, type World } from '../testing/world.ts'
import { type Door, doors, eventsOf } from './testing/doors.ts'
import { addUpstreams, modelAt, priceOptions, prices, type Upstream, upstreams } from './testing/upstreams.ts'

/** How each dialect calls a request that is too large, and what it passes on of its own vendor's `fake_error`. */
const TOO_LARGE: Readonly<Partial<Record<Door['dialect'], string>>> = {
  'openai-chat': 'invalid_request_error',
  'openai-responses': 'invalid_request_error',
  'anthropic-messages': 'request_too_large',
  'gemini-generate': 'INVALID_ARGUMENT',
}
const OWN_WORDS = { ...TOO_LARGE, 'openai-chat': 'fake_error', 'openai-responses': 'fake_error' }

let world: World
beforeAll(async () => {
  world = await openWorld({ channel: null, options: priceOptions })
  await addUpstreams(world)
})
afterAll(() => world.close())

describe.each(doors)('$dialect', (door) => {
  describe.each(upstreams)('at $name', (upstream) => {
    const model = modelAt(upstream, 'gpt-5')
    const ask = (prompt: string, isStream: boolean) => world.post(door.path(model, isStream), door.body(model, prompt, isStream))

    test.each([400, 429, 500] as const)('a refusal with %i', async (status) => {
      const before = await world.balance()
      for (const isStream of [false, true]) {
        const answer = await ask(`#in:10 #refuse:${status}x9 #call:${door.dialect}-${upstream.name}-${status}-${isStream}`, isStream)
        expect(answer.status).toBe(status)
        const failure = door.failure(answer.json)
        expect(failure?.kind).toMatch(door.kinds[status])
        expect(failure?.message).toMatch(/request id: [0-9A-Z]{26}/)
        // What the caller did wrong is told in the vendor's own words.
        if (status === 400) expect(failure?.message).toContain('refused with 400')
        expect(answer.headers['retry-after']).toBe(status === 429 ? '1' : undefined)
      }
      expect(before - (await world.balance())).toBe(0)
    })

    test('a refusal of a request that is too large', async () => {
      for (const isStream of [false, true]) {
        world.provider.next(scenario.refuse(413, 'too many bytes'))
        const answer = await ask('hi', isStream)
        expect(answer.status).toBe(413)
        expect(door.failure(answer.json)?.kind).toBe(upstream.dialect === door.dialect ? OWN_WORDS[door.dialect] : TOO_LARGE[door.dialect])
      }
    })

    test.each([
      ['cut', 'upstream_truncated'],
      ['break', 'upstream_error'],
    ])('a stream that ends in a %s', async (how, reason) => {
      const before = await world.balance()
      const answer = await ask(`#in:1000 #out:20 #${how}:3`, true)
      const events = eventsOf(answer.text)
      const last = events.at(-1)
      expect(answer.status).toBe(200)
      expect(last && door.isFailureEvent(last), answer.text.slice(-400)).toBe(true)
      // Responses tell it twice, as their vendor does; nothing of an answer comes after it.
      const failed = events.findIndex((event) => door.isFailureEvent(event))
      expect(events.slice(failed).every((event) => door.isFailureEvent(event))).toBe(true)
      expect(answer.text).not.toMatch(door.terminal)
      const row = await rowOf(world, String(answer.headers['x-request-id']))
      expect(JSON.parse(row?.other ?? '{}')).toMatchObject({ end_reason: reason })
      const produced = row?.completion_tokens ?? 0
      // Seven words; by their length, six tokens, where the counter is late.
      expect([6, 7]).toContain(produced)
      expect(before - (await world.balance())).toBe((row?.prompt_tokens ?? 0) * prices.input + produced * prices.output)
    })
  })
})

test('our own refusal of a body that is too large has the word of its dialect', async () => {
  await world.setOption('relay.max_body_mb', '1')
  for (const door of doors) {
    const answer = await world.post(door.path('gpt-5-at-chat', false), door.body('gpt-5-at-chat', 'x'.repeat(1_100_000), false))
    expect([answer.status, door.failure(answer.json)?.kind]).toEqual([413, TOO_LARGE[door.dialect]])
  }
  await world.setOption('relay.max_body_mb', '64')
})

test('the wait is in the header that clients read, also where the vendor reports it in its body only', async () => {
  const [gemini] = upstreams.filter(({ dialect }) => dialect === 'gemini-generate')
  const [door] = doors.filter(({ dialect }) => dialect === 'anthropic-messages')
  if (!gemini || !door) throw new Error('the tables lost a dialect')
  const model = modelAt(gemini, 'gpt-5')
  const detail = { '@type': 'type.googleapis.com/google.rpc.RetryInfo', retryDelay: '7s' }
  const busy = { error: { code: 429, message: 'busy', status: 'RESOURCE_EXHAUSTED', details: [detail] } }
  world.provider.next([step.head(429, { 'content-type': 'application/json' }), step.text(JSON.stringify(busy)), step.end()], 4)
  const answer = await world.post(door.path(model, false), door.body(model, 'hello', false))
  expect(answer).toMatchObject({ status: 429, headers: { 'retry-after': '7' } })
  // The vendor's own clients look for the id in the body as well.
  expect(answer.json).toMatchObject({ type: 'error', request_id: answer.headers['request-id'] })
  world.provider.clear()
})

test.each(doors)('a page of another origin reads the wait and the id, of a good answer and of a refusal ($dialect)', async (door) => {
  const model = modelAt(upstreams[0] as Upstream, 'gpt-5')
  const headers = { origin: 'https://elsewhere.example' }
  const ask = (prompt: string) => world.post(door.path(model, false), door.body(model, prompt, false), headers)
  const answers = [
    await ask('#in:1 #out:1'),
    await ask(`#refuse:429x9 #call:browser-${door.dialect}`),
    await world.post(door.path(model, false), '{', headers),
    await world.post(door.path(model, false), door.body(model, 'hi', false), { ...headers, authorization: 'Bearer sk-wrong' }),
    await world.post('/v1/nowhere', {}, headers),
  ]
  expect(answers.map(({ status }) => status)).toEqual([200, 429, 400, 401, 404])
  for (const { headers: seen } of answers) {
    expect(seen['access-control-allow-origin']).toBe('*')
    const exposed = String(seen['access-control-expose-headers']).split(', ')
    expect(exposed).toEqual(expect.arrayContaining(['retry-after', 'x-request-id', 'request-id']))
  }
})

/** The row of one call, once it is written. */
async function rowOf({ console }: World, requestId: string): Promise<LogEntry | undefined> {
  return pollFor(
    async () => {
      const { items } = await console.call<{ items: LogEntry[] }>('GET', '/api/log/?p=1&page_size=10')
      return items.find((item) => item.request_id === requestId)
    },
    (found) => found !== undefined,
  )
}
