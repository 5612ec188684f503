import { describe, expect, test } from 'vitest'
import { applied, assistant, call, limited, requestOf, result, results, system, user } from '../../testing/limited.ts'
import { lossList } from '../chat/losses/loss.ts'
import type { ChatRequest } from '../chat/request/request.ts'
import { applyRules, mustNotThink } from './apply-rules.ts'
import { type RulebookName, rulebooks, rulesFor } from './rulebooks.ts'

const books = Object.keys(rulebooks) as RulebookName[]

describe('a request within the rules', () => {
  const parameters = { type: 'object', properties: { city: { type: 'string' } }, required: ['city'] }
  const fields: Partial<ChatRequest> = {
    turns: [
      system('Be kind.'),
      user('Weather?'),
      assistant('One moment.', call('abcDEF123', 'weather')),
      results(result('abcDEF123', 'sunny')),
    ],
    tools: [{ kind: 'function', name: 'weather', parameters }],
    maxOutputTokens: 1000,
    stream: true,
  }

  test.each(books)('comes out of the rules of %s with the same turns, tools and settings', (book) => {
    // A model of whose family nothing is known.
    expect(applied(fields, rulesFor(book, 'a-model-of-nobody'))).toEqual({ request: requestOf(fields), losses: [] })
  })
})

test('a call without a result is given one, which is filled where empty ones are refused', () => {
  const { request } = applied({ turns: [user('Weather?'), assistant(call('a', 'weather')), user('Well?')] }, rulesFor('xai', 'grok-4'))
  expect(request.turns[2]?.parts).toMatchObject([{ kind: 'tool-result', toolCallId: 'a', parts: [{ text: '(no output)' }] }])
})

test.each(books)('no step of %s changes its input, whatever is wrong with it', (book) => {
  const fields: Partial<ChatRequest> = {
    turns: [
      { role: 'developer', parts: [{ kind: 'text', text: 'Be kind.' }] },
      assistant({ kind: 'refusal', text: 'No.' }, { kind: 'reasoning', text: 'Hm.' }, call('x'.repeat(70), 'mcp.read')),
      results({ kind: 'tool-result', toolCallId: 'x'.repeat(70), parts: [] }),
      { role: 'user', name: 'Anna', parts: [{ kind: 'file', source: { kind: 'base64', data: 'eA==' }, mediaType: 'text/plain' }] },
      assistant(''),
      system('Later.'),
      assistant('{ '),
    ],
    tools: [
      { kind: 'function', name: 'mcp.read', strict: true, parameters: { type: 'object', properties: { a: { minimum: 1, not: {} } } } },
      { kind: 'vendor', type: 'web_search', value: {}, purpose: 'web-search' },
      { kind: 'custom', name: 'shell' },
    ],
    toolChoice: { kind: 'some', names: ['mcp.read'], isRequired: true },
    output: { kind: 'json-schema', schema: { type: 'object', properties: { a: { pattern: 'x', oneOf: [] } } } },
    sampling: { temperature: 2, topP: 0, topK: 5, seed: 1, presencePenalty: 1, logprobs: true, topLogprobs: 5 },
    reasoning: { effort: 'max' },
    stop: ['', 'a', 'b', 'c', 'd', 'e', 'f'],
    endUser: 'anna@example.org',
    metadata: { a: '1' },
    serviceTier: 'priority',
    maxOutputTokens: 10_000_000,
  }
  // The request is frozen: a change in place throws.
  const first = applied(fields, rulesFor(book, 'a-model-of-nobody'))
  expect(applied(fields, rulesFor(book, 'a-model-of-nobody'))).toEqual(first)
  expect(first.request.turns).not.toEqual(fields.turns)
})

describe('fields that are refused', () => {
  test('are left out and named, whatever their value', () => {
    const { request, losses } = applied(
      { metadata: { a: '1' }, verbosity: 'low', endUser: 'u' },
      { fields: { refused: ['metadata', 'verbosity'] } },
    )
    expect(request).toEqual(requestOf({ endUser: 'u' }))
    expect(losses).toEqual(['metadata not-expressible', 'verbosity not-expressible'])
  })

  test('say nothing where they ask for what happens anyway: not to be stored', () => {
    expect(applied({ store: false }, { fields: { refused: ['store'] } })).toEqual({ request: requestOf({}), losses: [] })
    expect(applied({ store: true }, { fields: { refused: ['store'] } }).losses).toEqual(['store not-expressible'])
  })
})

describe('what no vendor takes', () => {
  test('a wish for text, the usual answer, is left out', () => {
    expect(applied({ modalities: ['text'] }, {}).request).not.toHaveProperty('modalities')
    expect(applied({ modalities: ['text', 'audio'] }, {}).request.modalities).toEqual(['text', 'audio'])
  })

  test('a request without any turn is needed', () => expect(applied({ turns: [] }, {}).losses).toEqual(['turns needed']))
})

test('more answers than are given at once, and kinds of answer that are not given, are needed', () => {
  expect(applied({ choices: 2 }, { choices: { max: 1 } }).losses).toEqual(['choices needed'])
  expect(applied({ choices: 1 }, { choices: { max: 1 } }).losses).toEqual([])
  expect(applied({ modalities: ['audio'] }, { modalities: { taken: ['text'] } }).losses).toEqual(['modalities needed'])
})

test('where thinking is switched off beside a forced tool or in a whole answer, the wish for it is lost', () => {
  const rule = { field: 'thinking', value: false, besideForcedTools: true, inWholeCalls: true } as const
  const tools = [{ kind: 'function', name: 'f' }] as const
  const forced = { stream: true, tools, toolChoice: { kind: 'required' }, reasoning: { effort: 'high' } } as const
  expect(applied(forced, { notThinking: rule })).toMatchObject({ losses: ['reasoning not-expressible'] })
  expect(applied(forced, { notThinking: rule }).request).not.toHaveProperty('reasoning')
  expect(applied({ ...forced, toolChoice: { kind: 'auto' } }, { notThinking: rule }).losses).toEqual([])
  expect(mustNotThink(requestOf({ stream: false }), rule)).toBe(true)
  expect(mustNotThink(requestOf({ stream: true }), rule)).toBe(false)
  expect(mustNotThink(requestOf({ stream: false }), { field: 'thinking', value: false })).toBe(false)
})

test('each kind of rule that changed or named something is told, and no other', () => {
  const used: string[] = []
  limited(
    (request, rules, losses) => applyRules(request, rules, losses, (kind) => used.push(kind)),
    { sampling: { topK: 1 }, choices: 2, stop: ['a'] },
    {
      sampling: { refused: ['topK'] },
      choices: { max: 1 },
      stopWords: { max: 4 },
    } as const,
  )
  expect(used).toEqual(['sampling', 'choices'])
})

test('losses of a step are named by the places of the caller, though an earlier step left tools out', () => {
  const tools = [
    { kind: 'vendor', type: 'bash', value: {} },
    { kind: 'function', name: 'f', strict: true, parameters: { type: 'object' } },
  ] as const
  expect(applied({ tools }, { tools: { hosted: [] }, schemas: { isWholeOnly: true } }).losses).toEqual([
    'tools[0] not-expressible',
    'tools[1].strict not-expressible',
  ])
})

test('several answers are not all the same', () => {
  const losses = lossList()
  const asked: ChatRequest = { model: 'a-model', turns: [user('hi')], choices: 2, sampling: { temperature: 0 } }
  expect(applyRules(asked, { choices: { max: 128, oneAnswerAtTemperature0: true } }, losses).sampling).toEqual({ temperature: 0.01 })
  expect(losses.losses).toEqual([{ path: 'sampling.temperature', reason: 'not-expressible' }])
})
