import { describe, expect, test } from 'vitest'
import { cohereStreams, cohereWhole } from '../../../testing/cohere-replies.ts'
import { eventsOf, wholeEvents } from '../../../testing/reading.ts'
import type { JsonObject } from '../../encoding/json.ts'
import { lossList } from '../losses/loss.ts'
import { fold } from '../reply/fold.ts'
import type { ChatRequest } from '../request/request.ts'
import { cohereChat } from './dialect.ts'

const user: ChatRequest = { model: 'command-a-reasoning-08-2025', turns: [{ role: 'user', parts: [{ kind: 'text', text: 'Hello' }] }] }
const weather = { kind: 'function', name: 'weather', parameters: { type: 'object' } } as const
const time = { kind: 'function', name: 'time' } as const

function written(more: Partial<ChatRequest>): { body: JsonObject; losses: readonly { path: string; reason: string }[] } {
  const losses = lossList()
  return { body: cohereChat.writeRequest({ ...user, ...more }, losses), losses: losses.losses }
}

function streamed(name: string) {
  const frames = (cohereStreams[name] ?? []).map((event) => ({ event: '', data: JSON.stringify(event) }))
  return fold(eventsOf(cohereChat, frames))
}

describe('a request', () => {
  test('with nothing unusual is written whole', () => {
    expect(written({ stream: true, maxOutputTokens: 9, stop: ['a'], output: { kind: 'json' } })).toEqual({
      body: {
        model: user.model,
        messages: [{ role: 'user', content: 'Hello' }],
        response_format: { type: 'json_object' },
        stop_sequences: ['a'],
        max_tokens: 9,
        stream: true,
      },
      losses: [],
    })
  })

  test('is brought to the scales of Cohere', () => {
    const sampling = {
      temperature: 2,
      topP: 1,
      topK: 900,
      presencePenalty: -1,
      frequencyPenalty: 0.5,
      seed: 7,
      logprobs: true,
      topLogprobs: 3,
    }
    const { body, losses } = written({ sampling, stop: ['1', '2', '3', '4', '5', '6'] })
    expect(body).toMatchObject({
      temperature: 2,
      p: 0.99,
      k: 500,
      presence_penalty: 0,
      frequency_penalty: 0.5,
      seed: 7,
      logprobs: true,
      stop_sequences: ['1', '2', '3', '4', '5'],
    })
    expect(losses.map(({ path }) => path)).toEqual(['sampling.topK', 'sampling.presencePenalty', 'sampling.topLogprobs', 'stop[5]'])
  })

  test.each([
    [{ effort: 'none' }, { type: 'disabled' }],
    [{ isEnabled: false }, { type: 'disabled' }],
    [{ isEnabled: true }, { type: 'enabled' }],
    [{ budgetTokens: 300 }, { type: 'enabled', token_budget: 300 }],
    [{ effort: 'high' }, { type: 'enabled', token_budget: 8000 }],
  ])('for thinking %j', (reasoning, thinking) => {
    expect(written({ reasoning, maxOutputTokens: 10_000 })).toMatchObject({ body: { thinking }, losses: [] })
  })

  test('for thinking is not sent to a model that does not think', () => {
    const { body, losses } = written({ model: 'command-r7b-12-2024', reasoning: { effort: 'high' } })
    expect(body.thinking).toBeUndefined()
    expect(losses).toEqual([{ path: 'reasoning', reason: 'not-expressible' }])
    expect(written({ model: 'command-a-03-2025', reasoning: { effort: 'none' } })).toMatchObject({ losses: [] })
  })

  test.each([
    [{ kind: 'auto' } as const, undefined, ['weather', 'time']],
    [{ kind: 'none' } as const, 'NONE', ['weather', 'time']],
    [{ kind: 'required' } as const, 'REQUIRED', ['weather', 'time']],
    [{ kind: 'tool', name: 'time' } as const, 'REQUIRED', ['time']],
    [{ kind: 'some', names: ['weather'], isRequired: false } as const, undefined, ['weather']],
  ])('with the choice %j', (toolChoice, word, names) => {
    const { body } = written({ tools: [weather, time], toolChoice })
    expect(body.tool_choice).toBe(word)
    expect(body.tools).toMatchObject(names.map((name) => ({ type: 'function', function: { name } })))
  })

  test('that forces an undeclared tool is named as a loss', () => {
    expect(written({ toolChoice: { kind: 'required' } }).losses).toEqual([{ path: 'toolChoice', reason: 'needed' }])
  })

  test('for JSON together with tools drops the format, which Cohere would refuse', () => {
    const { body, losses } = written({ tools: [weather], output: { kind: 'json-schema', schema: { type: 'object' } } })
    expect(body.response_format).toBeUndefined()
    expect(losses).toEqual([{ path: 'output', reason: 'not-expressible' }])
    expect(written({ output: { kind: 'json-schema', schema: { type: 'object' } } }).body.response_format).toEqual({
      type: 'json_object',
      json_schema: { type: 'object' },
    })
  })

  test('for several answers, or for sound, is refused', () => {
    expect(written({ choices: 2, modalities: ['text', 'audio'] }).losses).toEqual([
      { path: 'choices', reason: 'needed' },
      { path: 'modalities', reason: 'needed' },
    ])
  })

  test('has a limit that can be read and lowered, with the budget for thinking below it', () => {
    const { body } = written({ maxOutputTokens: 5000, reasoning: { budgetTokens: 4000 } })
    expect(cohereChat.terms.maxOutputTokens(body)).toBe(5000)
    expect(cohereChat.terms.withMaxOutputTokens(body, 100)).toMatchObject({ max_tokens: 100, thinking: { token_budget: 99 } })
    expect(cohereChat.terms.withMaxOutputTokens(body, 4500)).toMatchObject({ max_tokens: 4500, thinking: { token_budget: 4000 } })
  })
})

describe('a reply', () => {
  test('has thinking, text and the billed usage', () => {
    expect(streamed('thinking before a text')).toMatchObject({
      id: 'c14c80c3',
      choices: [
        {
          reason: 'stop',
          rawReason: 'COMPLETE',
          parts: [
            { kind: 'reasoning', text: 'Two, surely.' },
            { kind: 'text', text: 'Two 🐧.' },
          ],
        },
      ],
      usage: { usage: { freshInput: 30, cacheRead: 0, output: 12, reasoning: 0 } },
      isEnded: true,
    })
  })

  test('without billed units costs the tokens that were counted', () => {
    const body = { id: 'a', message: { role: 'assistant', content: [] }, usage: { tokens: { input_tokens: 5, output_tokens: 2.5 } } }
    expect(fold(wholeEvents(cohereChat, body)).usage?.usage).toMatchObject({ freshInput: 5, output: 2 })
  })

  test('has a plan as text, and the calls', () => {
    expect(streamed('thinking, a plan and calls, one without arguments').choices[0]).toEqual({
      choice: 0,
      reason: 'tool-calls',
      rawReason: 'TOOL_CALL',
      parts: [
        { kind: 'reasoning', text: 'Look.' },
        { kind: 'text', text: 'I will look.' },
        { kind: 'tool-call', id: 'a_1', name: 'weather', argumentsText: '{"place":"Rome"}' },
        { kind: 'tool-call', id: 'b_2', name: 'time', argumentsText: '' },
      ],
    })
  })

  test('has a citation for each source, at its place in UTF-16 units', () => {
    const [part] =
      streamed('citations, one of them after a character of two units and one after the end of its text').choices[0]?.parts ?? []
    const citations = part?.kind === 'text' ? (part.citations ?? []) : []
    expect(citations).toMatchObject([
      { start: 8, end: 23, url: 'https://example.org/p', title: 'Penguins', quote: 'The emperor is tall.' },
      { start: 8, end: 23, title: 'weather_1:0' },
      { start: 24, end: 29 },
      { start: 24, end: 29 },
    ])
    expect(part?.kind === 'text' && citations.map(({ start, end }) => part.text.slice(start, end))).toEqual([
      'emperor penguin',
      'emperor penguin',
      'again',
      'again',
    ])
  })

  test.each([
    ['an answer that was cut by its limit', 'length'],
    ['a stop sequence', 'stop'],
    ['an answer that a filter stopped', 'content-filter'],
  ])('says why it ended: %s', (name, reason) => {
    expect(streamed(name).choices[0]?.reason).toBe(reason)
  })

  test.each([
    ['a failure at the end', 'the model failed to generate', 'ERROR'],
    ['a time that was up', 'the upstream ended the answer with TIMEOUT', 'TIMEOUT'],
    ['a failure in the middle', 'internal server error, this has been reported to our developers', undefined],
  ])('says that it failed: %s', (name, message, code) => {
    expect(streamed(name)).toMatchObject({
      failure: { message, ...(code && { code }) },
      isEnded: false,
      choices: [{ parts: [{ text: 'Hel' }] }],
    })
  })

  test('has the log probability of each piece of text', () => {
    const [first, second] = streamed('log probabilities').choices[0]?.logprobs ?? []
    expect(first).toEqual({ content: [{ token: 'Rain', logprob: -0.25, bytes: null, top_logprobs: [] }], refusal: null })
    expect(second).toMatchObject({ content: [{ token: 'coat', logprob: -1.5 }] })
  })

  test('carries a citation that is of no text, in a stream and at once', () => {
    const name = 'a citation of a plan, which is no text'
    for (const reply of [streamed(name), fold(wholeEvents(cohereChat, cohereWhole(cohereStreams[name] ?? []) ?? null))])
      expect(reply.unknown).toMatchObject([{ extras: { fields: { citations: [{ type: 'PLAN' }] } } }])
  })

  test('carries unknown fields', () => {
    const reader = cohereChat.replyReader({ stream: true })
    expect(reader.push({ event: '', data: '{"type":"debug","prompt":"x"}' })).toEqual([
      { kind: 'unknown', extras: { dialect: 'cohere-chat', fields: { type: 'debug', prompt: 'x' } } },
    ])
    expect(reader.push({ event: '', data: 'no JSON' })).toMatchObject([{ kind: 'unknown', text: 'no JSON' }])
  })
})

test.each([
  [
    400,
    { id: 'a', message: 'invalid request: message must be at least 1 token long' },
    'invalid request: message must be at least 1 token long',
  ],
  [429, { message: 'too many requests' }, 'too many requests'],
  [502, { error: 'bad gateway' }, 'bad gateway'],
  [500, { error: { message: 'inner' } }, 'inner'],
  [503, undefined, 'bad response status code 503'],
])('an error of status %d', (status, body, message) => {
  expect(cohereChat.readError(status, body)).toEqual({ status, message })
})
