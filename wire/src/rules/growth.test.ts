// SEC-17: no conversation may be so long that its translation holds up all other calls. Twice the length takes twice the time; where it
// took four times, bodies of the size that the door accepts (50,000 objects) held the process for ten seconds.
import { describe, expect, test } from 'vitest'
import { assistant, call, result, results, system, text, user } from '../../testing/limited.ts'
import { clientDialects, vendorDialects } from '../chat/dialects.ts'
import { lossList } from '../chat/loss.ts'
import type { ChatRequest, Part, Tool, Turn } from '../chat/request.ts'
import { translateRequest } from '../chat/translate.ts'
import { type RulebookName, rulesFor } from './rulebooks.ts'

/** Beyond what the door accepts, so that the difference is plain on any machine. */
const COUNT = 60_000
/** The linear ones take a tenth of it, on a busy machine too. */
const LONGEST_MS = 4000

const image: Part = { kind: 'image', source: { kind: 'base64', data: 'aGk=' }, mediaType: 'image/png' }
const thought: Part = { kind: 'reasoning', text: 'hm', signature: 's', signedBy: 'anthropic-messages' }
const many = <Item>(make: (at: number) => Item): Item[] => Array.from({ length: COUNT }, (_, at) => make(at))
const turnsOf = (make: (at: number) => readonly Turn[]) => ({ turns: many(make).flat() })
const hello = [user('hi')]
const tool = (name: string): Tool => ({ kind: 'function', name, parameters: { type: 'object', properties: {} } })
const propertyNames = many((at) => `p${at}`)

const requests: Readonly<Record<string, () => Partial<ChatRequest>>> = {
  'names of people': () => turnsOf(() => [{ ...user('a'), name: 'x' }, assistant('b')]),
  thoughts: () => turnsOf(() => [user('a'), assistant(thought, 'b')]),
  'empty answers': () => turnsOf(() => [user('a'), assistant('')]),
  'instructions first': () => ({ turns: [...many(() => system('a')), ...hello] }),
  'instructions later': () => turnsOf(() => [user('a'), system('b')]),
  'calls without results': () => turnsOf(() => [user('a'), assistant(call('a'))]),
  'calls of one id in one turn': () => ({ turns: [assistant(...many(() => call('a'))), results(...many(() => result('a', '1')))] }),
  'results in the opposite order': () => ({
    turns: [assistant(...many((at) => call(`a${at}`))), results(...many((at) => result(`a${COUNT - 1 - at}`, '1')))],
  }),
  'results without calls': () => ({ turns: [...hello, ...many((at) => results(result(`a${at}`, '1')))] }),
  'ids that no vendor takes': () => turnsOf((at) => [assistant(call(`a.${at}`)), results(result(`a.${at}`, '1'))]),
  'broken arguments': () =>
    turnsOf((at) => [assistant({ kind: 'tool-call', id: `a${at}`, name: 'f', argumentsText: '{' }), results(result(`a${at}`, ''))]),
  'pictures in results': () =>
    turnsOf((at) => [assistant(call(`a${at}`)), results({ kind: 'tool-result', toolCallId: `a${at}`, parts: [image] })]),
  'parts of one turn': () => ({ turns: [{ role: 'user', parts: many((at) => (at % 2 === 0 ? text('a') : image)) }] }),
  tools: () => ({ turns: hello, tools: many((at) => tool(`f${at}`)) }),
  'long names of tools': () => ({ turns: hello, tools: many((at) => tool(`${'f.'.repeat(60)}${at}`)) }),
  'a choice among tools': () => ({
    turns: hello,
    tools: many((at) => tool(`f${at}`)),
    toolChoice: { kind: 'some', isRequired: true, names: many((at) => `f${at}`) },
  }),
  'properties of a strict tool': () => ({
    turns: hello,
    tools: [
      {
        kind: 'function',
        name: 'f',
        strict: true,
        parameters: {
          type: 'object',
          additionalProperties: false,
          required: propertyNames,
          properties: Object.fromEntries(propertyNames.map((name) => [name, { type: 'string' }])),
        },
      },
    ],
  }),
}

const faces: Readonly<Record<string, readonly [book: RulebookName, model: string, dialect: keyof typeof vendorDialects]>> = {
  'Chat Completions': ['openai', 'gpt-5.4', 'openai-chat'],
  'Chat Completions at Mistral': ['mistral', 'mistral-large-latest', 'openai-chat'],
  Responses: ['openai-responses', 'gpt-5.4', 'openai-responses'],
  Anthropic: ['anthropic', 'claude-opus-4-7', 'anthropic-messages'],
  Gemini: ['gemini', 'gemini-3-flash-preview', 'gemini-generate'],
  Bedrock: ['bedrock', 'amazon.nova-pro-v1:0', 'bedrock-converse'],
}

describe.each(Object.entries(requests))(`SEC-17: ${COUNT.toLocaleString('en')} × %s`, (_, make) => {
  const request: ChatRequest = { model: 'm', stream: true, turns: [], ...make() }
  test.each(Object.entries(faces))('%s', (_name, [book, model, dialect]) => {
    const startedMs = performance.now()
    translateRequest(request, vendorDialects[dialect], { model, requestsUsage: true, rules: rulesFor(book, model) }, lossList())
    expect(performance.now() - startedMs).toBeLessThan(LONGEST_MS)
  })

  test.each(Object.values(clientDialects).map((dialect) => [dialect.name, dialect] as const))('read in %s', (_name, dialect) => {
    const body = dialect.writeRequest(request, lossList())
    const startedMs = performance.now()
    dialect.readRequest(body)
    expect(performance.now() - startedMs).toBeLessThan(LONGEST_MS)
  })
})
