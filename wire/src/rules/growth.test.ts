// SEC-17: no conversation may be so long that its translation holds up all other calls. Twice the length takes twice the time; where it
// took four times, bodies of the size that the door accepts (50,000 objects) held the process for ten seconds.
import { describe, expect, test } from 'vitest'
import { growthOf, MOST_IN_LINE } from '../../testing/growth.ts'
import { assistant, call, result, results, system, text, user } from '../../testing/limited.ts'
import { cellsToTry } from '../../testing/matrix.ts'
import { clientDialects, vendorDialects } from '../chat/dialects.ts'
import { lossList } from '../chat/losses/loss.ts'
import type { ChatRequest, Part, Tool, Turn } from '../chat/request/request.ts'
import { translateRequest } from '../chat/translate.ts'
import { type RulebookName, rulesFor } from './rulebooks.ts'

/** Measured against eight times as many: about a third of what the door accepts. */
const COUNT = 2000

const image: Part = { kind: 'image', source: { kind: 'base64', data: 'aGk=' }, mediaType: 'image/png' }
const thought: Part = { kind: 'reasoning', text: 'hm', signature: 's', signedBy: 'anthropic-messages' }
type Make<Made> = (at: number) => Made
/** Requests with so many of something. */
interface Counted {
  many<Item>(make: Make<Item>): Item[]
  turnsOf(make: Make<readonly Turn[]>): { turns: Turn[] }
  readonly count: number
}
function counted(count: number): Counted {
  const many = <Item>(make: Make<Item>) => Array.from({ length: count }, (_, at) => make(at))
  return { count, many, turnsOf: (make) => ({ turns: many(make).flat() }) }
}
const hello = [user('hi')]
const tool = (name: string): Tool => ({ kind: 'function', name, parameters: { type: 'object', properties: {} } })

const propertyName = (at: number) => `p${at}`

const requests: Readonly<Record<string, (size: Counted) => Partial<ChatRequest>>> = {
  'names of people': ({ turnsOf }) => turnsOf(() => [{ ...user('a'), name: 'x' }, assistant('b')]),
  thoughts: ({ turnsOf }) => turnsOf(() => [user('a'), assistant(thought, 'b')]),
  'empty answers': ({ turnsOf }) => turnsOf(() => [user('a'), assistant('')]),
  'instructions first': ({ many }) => ({ turns: [...many(() => system('a')), ...hello] }),
  'instructions later': ({ turnsOf }) => turnsOf(() => [user('a'), system('b')]),
  'calls without results': ({ turnsOf }) => turnsOf(() => [user('a'), assistant(call('a'))]),
  'calls of one id in one turn': ({ many }) => ({ turns: [assistant(...many(() => call('a'))), results(...many(() => result('a', '1')))] }),
  'results in the opposite order': ({ many, count }) => ({
    turns: [assistant(...many((at) => call(`a${at}`))), results(...many((at) => result(`a${count - 1 - at}`, '1')))],
  }),
  'results without calls': ({ many }) => ({ turns: [...hello, ...many((at) => results(result(`a${at}`, '1')))] }),
  'ids that no vendor takes': ({ turnsOf }) => turnsOf((at) => [assistant(call(`a.${at}`)), results(result(`a.${at}`, '1'))]),
  'broken arguments': ({ turnsOf }) =>
    turnsOf((at) => [assistant({ kind: 'tool-call', id: `a${at}`, name: 'f', argumentsText: '{' }), results(result(`a${at}`, ''))]),
  'pictures in results': ({ turnsOf }) =>
    turnsOf((at) => [assistant(call(`a${at}`)), results({ kind: 'tool-result', toolCallId: `a${at}`, parts: [image] })]),
  'parts of one turn': ({ many }) => ({ turns: [{ role: 'user', parts: many((at) => (at % 2 === 0 ? text('a') : image)) }] }),
  tools: ({ many }) => ({ turns: hello, tools: many((at) => tool(`f${at}`)) }),
  'long names of tools': ({ many }) => ({ turns: hello, tools: many((at) => tool(`${'f.'.repeat(60)}${at}`)) }),
  'a choice among tools': ({ many }) => ({
    turns: hello,
    tools: many((at) => tool(`f${at}`)),
    toolChoice: { kind: 'some', isRequired: true, names: many((at) => `f${at}`) },
  }),
  'properties of a strict tool': ({ many }) => ({
    turns: hello,
    tools: [
      {
        kind: 'function',
        name: 'f',
        strict: true,
        parameters: {
          type: 'object',
          additionalProperties: false,
          required: many(propertyName),
          properties: Object.fromEntries(many((at) => [propertyName(at), { type: 'string' }])),
        },
      },
    ],
  }),
}

const targets: Readonly<Record<string, readonly [book: RulebookName, model: string, dialect: keyof typeof vendorDialects]>> = {
  'Chat Completions': ['openai', 'gpt-5.4', 'openai-chat'],
  'Chat Completions at Mistral': ['mistral', 'mistral-large-latest', 'openai-chat'],
  Responses: ['openai-responses', 'gpt-5.4', 'openai-responses'],
  Anthropic: ['anthropic', 'claude-opus-4-7', 'anthropic-messages'],
  Gemini: ['gemini', 'gemini-3-flash-preview', 'gemini-generate'],
  Bedrock: ['bedrock', 'amazon.nova-pro-v1:0', 'bedrock-converse'],
}

/** Each request read in each dialect, and translated for each vendor; `npm test` tries each of them once at least. */
const cells = Object.keys(requests).flatMap((kind) => [
  ...Object.keys(targets).map((target) => ({ kind, way: `for ${target}` })),
  ...Object.keys(clientDialects).map((dialect) => ({ kind, way: `read in ${dialect}` })),
])
const tried = cellsToTry('growth of translations', cells, ({ kind, way }) => [kind, way])
const ways = (kind: string, prefix: string) =>
  tried.filter((cell) => cell.kind === kind && cell.way.startsWith(prefix)).map(({ way }) => way.slice(prefix.length))

describe.each(Object.entries(requests))(`SEC-17: ${COUNT.toLocaleString('en')} and eight times as many × %s`, (kind, make) => {
  const requestOf = (size: number): ChatRequest => ({ model: 'm', stream: true, turns: [], ...make(counted(size)) })
  for (const [name, [book, model, dialect]] of Object.entries(targets).filter(([target]) => ways(kind, 'for ').includes(target)))
    test(name, () => {
      const rules = rulesFor(book, model)
      const work = (size: number) => {
        const request = requestOf(size)
        return () => translateRequest(request, vendorDialects[dialect], { model, requestsUsage: true, rules }, lossList())
      }
      expect(growthOf(work, COUNT)).toBeLessThan(MOST_IN_LINE)
    })

  for (const [name, dialect] of Object.entries(clientDialects).filter(([one]) => ways(kind, 'read in ').includes(one)))
    test(`read in ${name}`, () => {
      const work = (size: number) => {
        const body = dialect.writeRequest(requestOf(size), lossList())
        return () => dialect.readRequest(body)
      }
      expect(growthOf(work, COUNT)).toBeLessThan(MOST_IN_LINE)
    })
})
