import { describe, expect, test } from 'vitest'
import { ollamaReplies, ollamaStreams } from '../../../testing/ollama-replies.ts'
import { eventsOf, wholeEvents } from '../../../testing/reading.ts'
import { frameCutter } from '../../encoding/framing.ts'
import type { JsonObject } from '../../encoding/json.ts'
import { lossList } from '../losses/loss.ts'
import { fold } from '../reply/fold.ts'
import type { ChatRequest, Part } from '../request/request.ts'
import { ollamaChat } from './dialect.ts'

const user: ChatRequest = { model: 'qwen3', turns: [{ role: 'user', parts: [{ kind: 'text', text: 'Hello' }] }] }
const weather = { kind: 'function', name: 'weather', parameters: { type: 'object' } } as const
const time = { kind: 'function', name: 'time' } as const

function written(more: Partial<ChatRequest>): { body: JsonObject; losses: readonly { path: string; reason: string }[] } {
  const losses = lossList()
  return { body: ollamaChat.writeRequest({ ...user, ...more }, losses), losses: losses.losses }
}

function streamed(name: string) {
  const frames = (ollamaStreams[name] ?? []).map((line) => ({ event: '', data: JSON.stringify(line) }))
  return fold(eventsOf(ollamaChat, frames))
}

describe('a request', () => {
  test('sets `stream` to false, since Ollama streams by default', () => {
    expect(written({})).toEqual({ body: { model: 'qwen3', messages: [{ role: 'user', content: 'Hello' }], stream: false }, losses: [] })
    expect(written({ stream: true }).body.stream).toBe(true)
  })

  test('has its settings among the options', () => {
    const sampling = {
      temperature: 0,
      topP: 0.5,
      topK: 3,
      seed: 7,
      presencePenalty: 1,
      frequencyPenalty: -1,
      logprobs: true,
      topLogprobs: 2,
    }
    expect(written({ sampling, maxOutputTokens: 9, stop: ['a'], output: { kind: 'json' } })).toMatchObject({
      body: {
        format: 'json',
        logprobs: true,
        top_logprobs: 2,
        options: {
          num_predict: 9,
          temperature: 0,
          top_p: 0.5,
          top_k: 3,
          seed: 7,
          presence_penalty: 1,
          frequency_penalty: -1,
          stop: ['a'],
        },
      },
      losses: [],
    })
  })

  test.each([
    [{ effort: 'none' }, false],
    [{ isEnabled: false, effort: 'high' }, false],
    [{ isEnabled: true }, true],
    [{ effort: 'minimal' }, 'low'],
    [{ effort: 'xhigh' }, 'high'],
    [{ summary: 'auto' }, undefined],
  ])('for thinking %j', (reasoning, think) => {
    expect(written({ reasoning }).body.think).toBe(think)
  })

  test('has pictures as data; one that would have to be fetched is needed', () => {
    const image: Part = { kind: 'image', source: { kind: 'base64', data: 'iVBORw0KGgo=' }, mediaType: 'image/png' }
    const address: Part = { kind: 'image', source: { kind: 'url', url: 'https://example.org/a.png' } }
    expect(written({ turns: [{ role: 'user', parts: [image, address] }] })).toMatchObject({
      body: { messages: [{ role: 'user', content: '', images: ['iVBORw0KGgo='] }] },
      losses: [{ path: 'turns[0].parts[1]', reason: 'needed' }],
    })
  })

  test('has arguments as objects, whatever the model wrote', () => {
    const calls: Part[] = ['', '{"a":1}', '[1]', 'free'].map((argumentsText, at) => ({
      kind: 'tool-call',
      id: `${at}`,
      name: 'f',
      argumentsText,
    }))
    expect(written({ turns: [{ role: 'assistant', parts: calls }] }).body.messages).toMatchObject([
      { tool_calls: [{}, { a: 1 }, { input: '[1]' }, { input: 'free' }].map((values) => ({ function: { arguments: values } })) },
    ])
  })

  test('cannot force a call', () => {
    for (const toolChoice of [{ kind: 'required' }, { kind: 'tool', name: 'time' }] as const)
      expect(written({ tools: [weather, time], toolChoice }).losses).toContainEqual({ path: 'toolChoice', reason: 'needed' })
  })

  test('that wants no call has no tools', () => {
    const { body, losses } = written({ tools: [weather, time], toolChoice: { kind: 'none' } })
    expect(body.tools).toBeUndefined()
    expect(losses.map(({ path }) => path)).toEqual(['tools[0]', 'tools[1]'])
  })

  test('has a limit that can be read and lowered', () => {
    const { body } = written({ maxOutputTokens: 5000, sampling: { topK: 3 } })
    expect(ollamaChat.terms.maxOutputTokens(body)).toBe(5000)
    expect(ollamaChat.terms.withMaxOutputTokens(body, 100)).toMatchObject({ options: { num_predict: 100, top_k: 3 } })
    expect(ollamaChat.terms.maxOutputTokens({})).toBeUndefined()
    expect(ollamaChat.terms.maxOutputTokens({ options: { num_predict: -1 } })).toBeUndefined()
    expect(ollamaChat.terms.withMaxOutputTokens({}, 100)).toEqual({ options: { num_predict: 100 } })
  })
})

describe('a reply', () => {
  test('has the model, the time, thinking and the counts', () => {
    expect(streamed('thinking before a text')).toMatchObject({
      model: 'gemma4',
      createdAt: Date.UTC(2026, 9, 26, 17, 21, 21) / 1000,
      choices: [
        {
          reason: 'stop',
          rawReason: 'stop',
          parts: [
            { kind: 'reasoning', text: 'Hm, yes.' },
            { kind: 'text', text: 'Yes.' },
          ],
        },
      ],
      usage: { usage: { freshInput: 26, output: 282, reasoning: 0, raw: { eval_count: 282, total_duration: 4883583458 } } },
      isEnded: true,
    })
  })

  test('has calls as text of JSON, with ids that are unique over replies where Ollama gives none', () => {
    const reader = ollamaChat.replyReader({ stream: false, idPrefix: 'r1' })
    const events = reader.push({ event: '', data: JSON.stringify(ollamaReplies['thinking and a call']) })
    expect(fold(events).choices[0]).toMatchObject({
      reason: 'tool-calls',
      parts: [{}, { kind: 'tool-call', id: 'call_r1_1', name: 'weather', argumentsText: '{"place":"Rome","days":2}' }],
    })
    expect(streamed('calls beside a text, without ids and with one').choices[0]?.parts).toMatchObject([
      { kind: 'text' },
      { kind: 'tool-call', id: 'call_1' },
      { kind: 'tool-call', id: 'call_x' },
    ])
  })

  test.each([
    ['an answer that was cut by its limit', 'length'],
    ['a model that was only loaded', 'unknown'],
    ['an old version, which gives no reason', 'stop'],
  ])('says why it ended: %s', (name, reason) => {
    expect(streamed(name).choices[0]?.reason).toBe(reason)
  })

  test.each([
    ['a failure in the middle', 'an error was encountered while running the model'],
    ['a failure that a proxy tells', 'bad gateway'],
  ])('says that it failed: %s', (name, message) => {
    expect(streamed(name)).toMatchObject({ failure: { message }, isEnded: false, choices: [{ parts: [{ text: 'Hel' }] }] })
  })

  test('that breaks off within a line is not whole', () => {
    const cutter = frameCutter('json-lines', (bytes) => new TextDecoder().decode(bytes), 1000)
    const bytes = new TextEncoder().encode(`${JSON.stringify(ollamaStreams['a text']?.[0])}\n{"done":tr`)
    const reader = ollamaChat.replyReader({ stream: true })
    const frames = [...cutter.push(bytes), ...cutter.end()]
    const reply = fold([...frames.flatMap((frame) => reader.push(frame)), ...reader.end()])
    expect(reader.isComplete).toBe(false)
    expect(reply).toMatchObject({ isEnded: false, choices: [{ parts: [{ text: 'Grüße' }] }], unknown: [{ text: '{"done":tr' }] })
  })

  test('has log probabilities and pictures', () => {
    expect(streamed('log probabilities').choices[0]?.logprobs).toMatchObject([
      { content: [{ token: 'Ra' }] },
      { content: [{ token: 'in' }] },
    ])
    expect(streamed('a picture').choices[0]?.parts[1]).toMatchObject({ kind: 'image', mediaType: 'image/png' })
  })

  test('carries unknown fields', () => {
    expect(wholeEvents(ollamaChat, { status: 'pulling' })).toEqual([
      { kind: 'unknown', extras: { dialect: 'ollama-chat', fields: { status: 'pulling' } } },
    ])
  })
})

test.each([
  [404, { error: "model 'x' not found" }, "model 'x' not found"],
  [502, { error: { message: 'inner' } }, 'inner'],
  [503, undefined, 'bad response status code 503'],
])('an error of status %d', (status, body, message) => {
  expect(ollamaChat.readError(status, body)).toEqual({ status, message })
})
