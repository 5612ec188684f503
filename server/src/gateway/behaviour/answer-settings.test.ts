// What a channel's setting changes in answers: whole answers made into streams, reasoning put into the content, unknown fields dropped.
// The bill is the same as without. // server 2, server-behaviour 3.5a
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { fields, objects } from '../../testing/fake-dialects/fake-dialect.ts'
import { scenario, step } from '../../testing/fakes/fake-provider-script.ts'
import { allHaveRead } from '../../testing/time/all-have-read.ts'
import { drivenClock } from '../../testing/time/driven-clock.ts'
import { doors, eventsOf } from '../clients/testing/doors.ts'
import { openWorld, type World } from '../testing/world.ts'

const upstreams = {
  chat: { type: 8 },
  responses: { type: 1, dialects: ['openai-responses'] },
  messages: { type: 14 },
  gemini: { type: 24 },
}
const settings = {
  plain: {},
  whole: { stream_support: 'non_stream_only' },
  think: { thinking_to_content: true },
  format: { force_format: true },
  all: { stream_support: 'NON_STREAM_ONLY', thinking_to_content: true, force_format: true },
}
type Setting = keyof typeof settings

const clock = drivenClock()
let world: World
beforeAll(async () => {
  const names = Object.keys(upstreams).flatMap((far) => Object.keys(settings).map((name) => `${far}-${name}`))
  world = await openWorld({ channel: null, ratios: Object.fromEntries(names.map((name) => [name, 1])), clock })
  for (const [far, { type, ...dialects }] of Object.entries(upstreams))
    for (const [name, setting] of Object.entries(settings))
      await world.addChannel({ type, models: `${far}-${name}`, setting: JSON.stringify({ ...dialects, ...setting }) })
})
afterAll(() => world.close())

type Parsed = Record<string, unknown>

/** The words of an answer in any dialect: of its content, and of its reasoning. */
function wordsOf(answers: readonly Parsed[]): { content: string; thought: string } {
  let content = ''
  let thought = ''
  const add = (text: unknown, isThought: boolean) => {
    if (typeof text !== 'string') return
    if (isThought) thought += text
    else content += text
  }
  for (const answer of answers) {
    for (const { delta, message, text } of objects(answer.choices)) {
      const delivered = fields(delta ?? message ?? { content: text })
      add(delivered.content, false)
      add(delivered.reasoning_content, true)
    }
    const type = String(answer.type ?? '')
    if (type === 'response.output_text.delta') add(answer.delta, false)
    if (/reasoning.*text\.delta$/.test(type)) add(answer.delta, true)
    for (const item of objects(answer.output))
      for (const part of [...objects(item.content), ...objects(item.summary)]) add(part.text, item.type === 'reasoning')
    const blocks = type === 'content_block_delta' ? [fields(answer.delta)] : objects(answer.content)
    for (const { text, thinking } of blocks) add(text ?? thinking, thinking !== undefined)
    for (const candidate of objects(answer.candidates))
      for (const part of objects(fields(candidate.content).parts)) add(part.text, part.thought === true)
  }
  return { content, thought }
}

const parsedEvents = (text: string) => eventsOf(text).flatMap(({ data }) => (data === '[DONE]' ? [] : [JSON.parse(data) as Parsed]))

interface Received {
  readonly text: string
  readonly content: string
  readonly thought: string
  readonly quota: number
}

async function ask(door: (typeof doors)[number], model: string, isStream: boolean, prompt: string, more: object = {}): Promise<Received> {
  const answer = await world.post(door.path(model, isStream), { ...door.body(model, prompt, isStream), ...more })
  expect(answer, answer.text).toMatchObject({ status: 200 })
  expect(await world.books()).toMatchObject({ openHolds: 0, differences: [] })
  const [row] = await world.logs(1)
  const words = wordsOf(isStream ? parsedEvents(answer.text) : [answer.json as Parsed])
  return { text: answer.text, ...words, quota: row?.quota ?? 0 }
}

const cases = Object.keys(upstreams).flatMap((far) => doors.map((door) => ({ far, dialect: door.dialect, door })))

describe('stream_support NON_STREAM_ONLY', () => {
  test.each(cases)('$far for a $dialect client: requested whole, sent as a stream, billed the same', async ({ far, door }) => {
    const prompt = 'hello #in:50 #out:12'
    const usual = await ask(door, `${far}-plain`, true, prompt)
    const whole = await ask(door, `${far}-whole`, true, prompt)
    const sent = world.provider.requests.at(-1)
    expect(fields(sent?.body).stream ?? false).toBe(false)
    expect(sent?.body).not.toHaveProperty('stream_options')
    expect(sent?.path).not.toContain('streamGenerateContent')
    expect(whole.text).toMatch(door.terminal)
    expect(whole.content).toBe(usual.content)
    expect(whole.quota).toBe(usual.quota)
    expect((await ask(door, `${far}-whole`, false, prompt)).quota).toBe(usual.quota)
  })

  test('usage is in the stream where it was requested', async () => {
    const [chat] = doors
    if (!chat) throw new Error('there is a door for chat')
    const streamed = await ask(chat, 'chat-whole', true, 'hello #in:50 #out:12', { stream_options: { include_usage: true } })
    expect(parsedEvents(streamed.text).at(-1)).toMatchObject({ choices: [], usage: { prompt_tokens: 50, completion_tokens: 12 } })
    expect((await ask(chat, 'chat-whole', true, 'hello #in:50 #out:12')).text).not.toContain('"usage"')
  })

  test('legacy completions too, with their usage', async () => {
    const body = { model: 'chat-whole', prompt: 'hello #in:50 #out:3', stream: true, stream_options: { include_usage: true } }
    const { text } = await world.post('/v1/completions', body)
    const [first, usage] = parsedEvents(text)
    expect(first).toMatchObject({ object: 'text_completion', choices: [{ text: 'the of and', finish_reason: 'stop' }] })
    expect(usage).toMatchObject({ object: 'text_completion', choices: [], usage: { prompt_tokens: 50, completion_tokens: 3 } })
    expect(text.trimEnd().endsWith('data: [DONE]')).toBe(true)
    expect(fields(world.provider.requests.at(-1)?.body).stream).toBeUndefined()
  })

  test('holds where requests are passed through unedited', async () => {
    await world.setOption('global.pass_through_request_enabled', 'true')
    for (const [door, far] of [
      [doors[0], 'chat'],
      [doors[2], 'messages'],
    ] as const) {
      const result = door && (await ask(door, `${far}-whole`, true, 'hello'))
      expect(result).toMatchObject({ content: 'Echo: hello', text: expect.stringMatching(door?.terminal ?? /$^/) })
      expect(fields(world.provider.requests.at(-1)?.body).stream).toBeUndefined()
    }
    await world.setOption('global.pass_through_request_enabled', 'false')
  })

  test('a refusal keeps its status', async () => {
    world.provider.next(scenario.refuse(422))
    expect(await world.post('/v1/chat/completions', { ...doors[0]?.body('chat-whole', 'hello', true) })).toMatchObject({ status: 422 })
  })

  test('a client that waits long gets keep-alives, and a later failure in its stream', async () => {
    const pinged = () => {
      clock.advance(5500)
      return allHaveRead()
    }
    world.provider.next([step.until(pinged), ...scenario.refuse(500)])
    const { status, text } = await world.post('/v1/chat/completions', { ...doors[0]?.body('chat-whole', 'hello', true) })
    expect(status).toBe(200)
    expect(text).toMatch(/^: /)
    expect(text).toContain('"error"')
    expect(text).not.toContain('[DONE]')
  })
})

/** Reasons first, in the words of the vendor's dialect. */
const thinking: Readonly<Record<string, object>> = {
  'openai-chat': { thinking: { type: 'enabled' } },
  'openai-responses': { reasoning: { effort: 'low', summary: 'auto' } },
  'anthropic-messages': { thinking: { type: 'enabled', budget_tokens: 1024 }, max_tokens: 2000 },
  'gemini-generate': { generationConfig: { thinkingConfig: { includeThoughts: true, thinkingBudget: 1000 } } },
}

describe('thinking_to_content', () => {
  const own = cases.filter(({ far, dialect }) => dialect.includes(far))
  test.each([...own.map((one) => ({ ...one, setting: 'think' as Setting })), ...own.map((one) => ({ ...one, setting: 'all' as Setting }))])(
    '$far for a $dialect client, setting $setting: whole and streamed',
    async ({ far, door, dialect, setting }) => {
      for (const isStream of [false, true]) {
        const usual = await ask(door, `${far}-plain`, isStream, 'hello #in:50 #out:12', thinking[dialect])
        expect(usual.thought).not.toBe('')
        expect(usual.content).not.toContain('<think>')
        const result = await ask(door, `${far}-${setting}`, isStream, 'hello #in:50 #out:12', thinking[dialect])
        expect(result.thought).toBe('')
        expect(result.content).toBe(`<think>\n${usual.thought}\n</think>\n${usual.content}`)
        expect(result.quota).toBe(usual.quota)
      }
    },
  )

  test('in translated calls too', async () => {
    for (const door of doors.filter(({ dialect }) => dialect !== 'openai-chat')) {
      for (const isStream of [false, true]) {
        world.provider.play('chat-think', undefined)
        world.provider.next(isStream ? thoughtStream : scenario.reply(200, thoughtWhole))
        const result = await ask(door, 'chat-think', isStream, 'hello')
        expect(result).toMatchObject({ thought: '', content: '<think>\nLet me see.\n</think>\nIt is so.' })
      }
    }
  })

  test('what thinks and then calls a tool has its thought closed, and what does not think is as it was', async () => {
    world.provider.next([
      step.streamHead(),
      step.frame(chunk({ reasoning_content: 'I look.' })),
      step.frame(chunk({ tool_calls: [{ index: 0, id: 'call_1', type: 'function', function: { name: 'look', arguments: '{}' } }] })),
      step.frame(chunk({}, 'tool_calls')),
      step.done(),
      step.end(),
    ])
    const door = doors[0] as (typeof doors)[number]
    const called = await ask(door, 'chat-think', true, 'hello')
    expect(called.content).toBe('<think>\nI look.\n</think>\n')
    expect(called.text).toContain('"name":"look"')
    expect((await ask(door, 'chat-think', true, 'hello')).content).toBe('Echo: hello')
  })
})

const chunk = (delta: object, finish_reason: string | null = null) => ({
  id: 'chatcmpl-x',
  object: 'chat.completion.chunk',
  created: 1,
  model: 'far',
  choices: [{ index: 0, delta, finish_reason, odd: 1 }],
  strange: 'field',
})
const thoughtStream = [
  step.streamHead(),
  step.frame(chunk({ role: 'assistant', reasoning_content: 'Let me' })),
  step.frame(chunk({ reasoning_content: ' see.' })),
  step.frame(chunk({ content: 'It is' })),
  step.frame(chunk({ content: ' so.' })),
  step.frame(chunk({}, 'stop')),
  step.done(),
  step.end(),
]
const thoughtWhole = {
  id: 'chatcmpl-x',
  object: 'chat.completion',
  created: 1,
  model: 'far',
  strange: 'field',
  choices: [
    { index: 0, message: { role: 'assistant', reasoning_content: 'Let me see.', content: 'It is so.', odd: 1 }, finish_reason: 'stop' },
  ],
  usage: { prompt_tokens: 5, completion_tokens: 5, total_tokens: 10 },
}

describe('force_format', () => {
  test.each([false, true])('drops fields that the dialect does not know, and keeps the content (streamed: %s)', async (isStream) => {
    const door = doors[0] as (typeof doors)[number]
    const answer = () => world.provider.next(isStream ? thoughtStream : scenario.reply(200, thoughtWhole))
    answer()
    expect((await ask(door, 'chat-plain', isStream, 'hello')).text).toContain('strange')
    answer()
    const result = await ask(door, 'chat-format', isStream, 'hello')
    expect(result.text).not.toMatch(/strange|odd/)
    expect(result).toMatchObject({ content: 'It is so.', thought: 'Let me see.' })
    expect(result.text).toContain('"id":"chatcmpl-x"')
  })

  test.each(cases)('$far for a $dialect client has the same content and cost as without', async ({ far, door }) => {
    for (const isStream of [false, true]) {
      const usual = await ask(door, `${far}-plain`, isStream, 'hello #in:50 #out:12')
      const result = await ask(door, `${far}-format`, isStream, 'hello #in:50 #out:12')
      expect({ content: result.content, quota: result.quota }).toEqual({ content: usual.content, quota: usual.quota })
      if (isStream) expect(result.text).toMatch(door.terminal)
    }
  })
})
