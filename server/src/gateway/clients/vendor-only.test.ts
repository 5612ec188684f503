// Vendors that speak a dialect of their own, from the answers that they document: clients of all four dialects ask them, whole and
// streamed.
import type { JsonObject } from '@waystation/wire/encoding/json'
import { cohereStreams, cohereWhole } from '@waystation/wire/testing/cohere-replies'
import { ollamaStreams, ollamaWhole } from '@waystation/wire/testing/ollama-replies'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type Step, scenario, step } from '../../testing/fakes/fake-provider-script.ts'
import { openPayers, type Payers } from '../testing/payers.ts'
import { openWorld, type World } from '../testing/world.ts'
import { doors, eventsOf } from './testing/doors.ts'

interface VendorOnly {
  readonly name: string
  readonly type: number
  readonly path: string
  readonly streams: Readonly<Record<string, readonly JsonObject[]>>
  readonly whole: (stream: readonly JsonObject[]) => JsonObject | undefined
  readonly printed: (piece: JsonObject) => string
  readonly streamType: string
  /** A stream of text, and its last piece as it is shown. */
  readonly text: { readonly stream: string; readonly last: string; readonly tokens: readonly [number, number] }
  readonly calls: string
  readonly refusal: JsonObject
  readonly list: { readonly paths: readonly string[]; readonly answer: JsonObject }
}

const vendors: readonly VendorOnly[] = [
  {
    name: 'Cohere',
    type: 34,
    path: '/v2/chat',
    streams: cohereStreams,
    whole: cohereWhole,
    printed: (piece) => `event: ${piece.type}\ndata: ${JSON.stringify(piece)}\n\n`,
    streamType: 'text/event-stream',
    // What is billed, which is less than what was read and written.
    text: { stream: 'thinking before a text', last: 'o 🐧.', tokens: [30, 12] },
    calls: 'thinking, a plan and calls, one without arguments',
    refusal: { id: 'x', message: 'invalid request: all is wrong' },
    list: {
      paths: ['chat', 'embed', 'rerank'].map((endpoint) => `/v1/models?endpoint=${endpoint}&page_size=1000`),
      answer: { models: [{ name: 'command-a-03-2025', endpoints: ['chat'] }] },
    },
  },
  {
    name: 'Ollama',
    type: 4,
    path: '/api/chat',
    streams: ollamaStreams,
    whole: ollamaWhole,
    printed: (piece) => `${JSON.stringify(piece)}\n`,
    streamType: 'application/x-ndjson',
    text: { stream: 'thinking before a text', last: 'Yes.', tokens: [26, 282] },
    calls: 'calls beside a text, without ids and with one',
    refusal: { error: 'invalid request: all is wrong' },
    list: { paths: ['/api/tags'], answer: { models: [{ name: 'qwen3:8b', model: 'qwen3:8b' }] } },
  },
]

const modelAt = ({ name }: VendorOnly) => `model-of-${name.toLowerCase()}`
const each = (value: number) => JSON.stringify(Object.fromEntries(vendors.map((vendor) => [modelAt(vendor), value])))

let world: World
let payers: Payers
const channels = new Map<string, number>()
beforeAll(async () => {
  world = await openWorld({ channel: null, options: { ModelRatio: each(1), CompletionRatio: each(3), RetryTimes: '0' } })
  for (const vendor of vendors) channels.set(vendor.name, await world.addChannel({ type: vendor.type, models: modelAt(vendor) }))
  payers = await openPayers(world)
})
afterAll(async () => {
  expect(await world.books()).toMatchObject({ openHolds: 0, differences: [] })
  await payers.close()
  await world.close()
})
beforeEach(() => world.provider.clear())

describe.each(vendors)('$name', (vendor) => {
  const { streams, whole, printed, streamType, text } = vendor
  const model = modelAt(vendor)

  /** What the vendor documents, as it sends it. */
  function documented(name: string, isStream: boolean): Step[] {
    const stream = streams[name] ?? []
    if (isStream) return [step.head(200, { 'content-type': streamType }), ...stream.map((piece) => step.text(printed(piece))), step.end()]
    return scenario.reply(200, whole(stream) ?? {})
  }

  describe.each(doors)('called in $dialect', (door) => {
    const ask = (isStream: boolean) => world.post(door.path(model, isStream), door.body(model, 'Hello', isStream))

    test.each([false, true])('a text, with what the vendor bills, streamed: %s', async (isStream) => {
      world.provider.next(documented(text.stream, isStream))
      const before = await world.balance()
      const answer = await ask(isStream)
      expect(answer.status, answer.text).toBe(200)
      expect(answer.text).toContain(text.last)
      expect(answer.text).toMatch(isStream ? door.terminal : /./)
      expect(world.provider.requests[0]).toMatchObject({ path: vendor.path, headers: { authorization: 'Bearer far-key' }, body: { model } })
      expect(world.provider.requests[0]?.body).toMatchObject({ stream: isStream })
      const [prompt, output] = text.tokens
      const row = await payers.row(String(answer.headers['x-request-id']))
      expect(row).toMatchObject({ prompt_tokens: prompt, completion_tokens: output, quota: prompt + output * 3 })
      expect(row.facts).toMatchObject({ end_reason: 'done', usage_source: 'upstream' })
      expect(before - (await world.balance())).toBe(prompt + output * 3)
    })

    test.each([false, true])('calls of tools, one of them without arguments, streamed: %s', async (isStream) => {
      world.provider.next(documented(vendor.calls, isStream))
      const answer = await ask(isStream)
      expect(answer.status, answer.text).toBe(200)
      for (const word of ['weather', 'time', 'Rome']) expect(answer.text).toContain(word)
    })

    test('a failure in the middle of a stream is a failure, and what came is charged', async () => {
      world.provider.next(documented('a failure in the middle', true))
      const answer = await ask(true)
      const last = eventsOf(answer.text).at(-1)
      expect(answer.text).toContain('Hel')
      expect(last && door.isFailureEvent(last), answer.text).toBe(true)
      expect(answer.text).not.toMatch(door.terminal)
      const row = await payers.row(String(answer.headers['x-request-id']))
      expect(row).toMatchObject({ quota: row.prompt_tokens + row.completion_tokens * 3, facts: { end_reason: 'upstream_error' } })
    })

    test.each([400, 429, 500] as const)('a refusal with %i is shown in the caller’s dialect, and is free', async (status) => {
      world.provider.next(scenario.reply(status, vendor.refusal), 2)
      const before = await world.balance()
      for (const isStream of [false, true]) {
        const answer = await ask(isStream)
        expect(answer.status).toBe(status)
        const failure = door.failure(answer.json)
        expect(failure?.kind).toMatch(door.kinds[status])
        if (status === 400) expect(failure?.message).toContain('all is wrong')
      }
      expect(await world.balance()).toBe(before)
    })
  })

  test('its models are listed', async () => {
    world.provider.next(scenario.reply(200, vendor.list.answer), vendor.list.paths.length)
    const listed = await world.console.call<string[]>('GET', `/api/channel/fetch_models/${channels.get(vendor.name)}`)
    expect(listed).toEqual([(vendor.list.answer.models as { name: string }[])[0]?.name])
    expect(world.provider.requests.map(({ path }) => path)).toEqual(vendor.list.paths)
  })

  test('its channel is tested', async () => {
    world.provider.next(documented(text.stream, false))
    const failure = (await world.console.ask('GET', `/api/channel/test/${channels.get(vendor.name)}`)).body
    expect(failure).toMatchObject({ success: true })
    expect(world.provider.requests[0]?.path).toBe(vendor.path)
  })
})
