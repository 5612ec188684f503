// Where a vendor tells no usage, the client is told what is billed: our own count. // server 6, server-behaviour 2.8
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { step } from '../../testing/fakes/fake-provider-script.ts'
import { doors, eventsOf } from '../clients/testing/doors.ts'
import { openWorld, type World } from '../testing/world.ts'

const vendors = { chat: { type: 8 }, claude: { type: 14 } }

let world: World
beforeAll(async () => {
  world = await openWorld({ channel: null, ratios: { chat: 1, claude: 1 } })
  for (const [models, fields] of Object.entries(vendors)) await world.addChannel({ ...fields, models })
})
afterAll(() => world.close())

type Counts = Record<string, number | undefined>

/** Input and output tokens, as each dialect says them. */
function reportedCounts(usage: Counts | undefined): [unknown, unknown] {
  return [
    usage?.prompt_tokens ?? usage?.input_tokens ?? usage?.promptTokenCount,
    usage?.completion_tokens ?? usage?.output_tokens ?? usage?.candidatesTokenCount,
  ]
}

async function billed(): Promise<[number, number]> {
  await world.books()
  const [row] = await world.logs(1)
  expect(row?.facts.usage_source).toBe('counted')
  return [row?.prompt_tokens ?? 0, row?.completion_tokens ?? 0]
}

const chunk = (fields: object) => step.frame({ id: 'chatcmpl-x', object: 'chat.completion.chunk', created: 1, model: 'far', ...fields })
const silentStream = [
  step.streamHead(),
  chunk({ choices: [{ index: 0, delta: { role: 'assistant', content: 'A few words here.' }, finish_reason: null }] }),
  chunk({ choices: [{ index: 0, delta: {}, finish_reason: 'stop' }] }),
  step.done(),
  step.end(),
]
const silentWhole = {
  id: 'chatcmpl-x',
  object: 'chat.completion',
  created: 1,
  model: 'far',
  choices: [{ index: 0, message: { role: 'assistant', content: 'A few words here.' }, finish_reason: 'stop' }],
}

describe.each(doors)('a $dialect client of a vendor that reports no usage', ({ dialect, path, body }) => {
  test('has the counted usage in its stream, before the end, and it is what is billed', async () => {
    world.provider.next(silentStream)
    const options = dialect === 'openai-chat' ? { stream_options: { include_usage: true } } : {}
    const { text } = await world.post(path('chat', true), { ...body('chat', 'hello to you', true), ...options })
    const events = eventsOf(text).flatMap(({ data }) => (data === '[DONE]' ? [] : [JSON.parse(data) as Record<string, never>]))
    const usages = events.flatMap((event) => {
      const holder = (event.response ?? event) as { usage?: Counts | null; usageMetadata?: Counts }
      const usage = holder.usage ?? holder.usageMetadata
      return usage ? [usage] : []
    })
    const counts = await billed()
    expect(counts[1]).toBeGreaterThan(2)
    expect(reportedCounts(usages.at(-1))).toEqual(counts)
  })
})

const translated = doors.filter(({ dialect }) => dialect !== 'openai-chat')

test.each(translated)('a $dialect client has it in a whole answer too', async ({ path, body }) => {
  world.provider.next([step.head(200, { 'content-type': 'application/json' }), step.text(JSON.stringify(silentWhole)), step.end()])
  const { json } = await world.post(path('chat', false), body('chat', 'hello to you', false))
  expect(reportedCounts((json.usage ?? json.usageMetadata) as Counts)).toEqual(await billed())
})

const hello = { model: 'chat', messages: [{ role: 'user', content: 'hello' }], stream: true }

test('the frame is one of the stream: same id and model, no choices, last before [DONE]', async () => {
  world.provider.next(silentStream)
  const { text } = await world.post('/v1/chat/completions', { ...hello, stream_options: { include_usage: true } })
  const events = eventsOf(text).map(({ data }) => data)
  expect(events).toHaveLength(4)
  expect(events.at(-1)).toBe('[DONE]')
  expect(JSON.parse(events.at(-2) ?? '')).toEqual({
    id: 'chatcmpl-x',
    object: 'chat.completion.chunk',
    created: 1,
    model: 'far',
    choices: [],
    usage: expect.objectContaining({ prompt_tokens: expect.any(Number), completion_tokens: expect.any(Number) }),
  })
})

test('a client that did not request it gets none, nor is a second one made where the vendor reported it', async () => {
  world.provider.next(silentStream)
  expect((await world.post('/v1/chat/completions', hello)).text).not.toContain('usage')
  const { text } = await world.post('/v1/chat/completions', { ...hello, stream_options: { include_usage: true } })
  expect(text.match(/"usage":\{/g)).toHaveLength(1)
})

test('legacy completions have it in their own shape', async () => {
  const piece = { id: 'cmpl-x', object: 'text_completion', created: 1, model: 'far' }
  world.provider.next([
    step.streamHead(),
    step.frame({ ...piece, choices: [{ index: 0, text: 'Some words.', finish_reason: 'stop' }] }),
    step.done(),
    step.end(),
  ])
  const { text } = await world.post('/v1/completions', {
    model: 'chat',
    prompt: 'hello',
    stream: true,
    stream_options: { include_usage: true },
  })
  const frame = JSON.parse(eventsOf(text).at(-2)?.data ?? '') as { usage: Counts }
  expect(frame).toMatchObject({ ...piece, choices: [] })
  expect(reportedCounts(frame.usage)).toEqual(await billed())
})

test('a chat client of a vendor that reported the prompt only, at the start, gets the counted output', async () => {
  const event = (type: string, fields: object) => step.text(`event: ${type}\ndata: ${JSON.stringify({ type, ...fields })}\n\n`)
  const message = { id: 'msg_1', type: 'message', role: 'assistant', model: 'far', content: [], stop_reason: null, stop_sequence: null }
  world.provider.next([
    step.streamHead(),
    event('message_start', { message: { ...message, usage: { input_tokens: 7, output_tokens: 0 } } }),
    event('content_block_start', { index: 0, content_block: { type: 'text', text: '' } }),
    event('content_block_delta', { index: 0, delta: { type: 'text_delta', text: 'A few words here.' } }),
    event('content_block_stop', { index: 0 }),
    event('message_delta', { delta: { stop_reason: 'end_turn', stop_sequence: null } }),
    event('message_stop', {}),
    step.end(),
  ])
  const { text } = await world.post('/v1/chat/completions', { ...hello, model: 'claude', stream_options: { include_usage: true } })
  const frame = JSON.parse(eventsOf(text).at(-2)?.data ?? '') as { usage: Counts }
  const counts = await billed()
  expect(counts).toEqual([7, expect.any(Number)])
  expect(reportedCounts(frame.usage)).toEqual(counts)
})
