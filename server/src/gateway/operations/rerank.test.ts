import type { JsonObject } from '@waystation/wire/encoding/json'
import { WireError } from '@waystation/wire/wire-error'
import { describe, expect, test } from 'vitest'
import { callAt } from '../testing/step-parts.ts'
import type { Call, RelayEndpoint } from '../types.ts'
import { UpstreamFailure } from '../upstream/failure.ts'
import { rerank, secondRerank } from './rerank.ts'

const endpoint: RelayEndpoint = { method: 'POST', path: '/v1/rerank', operation: rerank, dialect: 'openai-chat' }
const second: RelayEndpoint = { ...endpoint, path: '/v2/rerank', operation: secondRerank }
const asked = { model: 'm', query: 'which', documents: ['first', 'second'] }
const callOf = (fields: JsonObject = {}, at = endpoint) => callAt(at, { ...asked, ...fields })
const format = { operation: 'rerank', dialect: 'openai-chat' } as const

describe('how large it is', () => {
  test('a model reads the query beside each document', () => {
    const size = { textBytes: 16, repeatedBytes: 5, media: [], maxOutputTokens: 0, choices: 1 }
    expect(callOf().facts).toEqual({ model: 'm', isStream: false, wantsUsageFrame: false, size })
  })

  test('pictures are media, with their data where it stands in the request', () => {
    const documents = [{ image: 'data:image/png;base64,AAAA' }, { image: 'https://a.example/b.png' }]
    expect(callOf({ documents }).facts.size.media).toEqual([{ kind: 'image', data: 'AAAA' }, { kind: 'image' }])
  })

  test('without a model it is none', () => {
    expect(() => callOf({ model: null })).toThrow(new WireError('model', 'a string'))
  })

  test.each([
    ['a model that is sold by the search, with a price per call', 'rerank-v3.5', 'per-call', { unit: 'searches', amount: 2, most: 2 }],
    ['the same with a price per token', 'rerank-v3.5', 'per-token', undefined],
    ['another with a price per call', 'other', 'per-call', undefined],
  ] as const)('%s', (_what, model, kind, measured) => {
    const call = callOf({ documents: Array.from({ length: 101 }, () => 'd') })
    const size = rerank.sizeFor?.({ model, kind }, call.facts.size, call.body)
    expect(size).toEqual(measured ? { ...call.facts.size, measured } : call.facts.size)
  })
})

test('the vendor’s format is the one that its record names', () => {
  expect(rerank.formatFor({ operations: ['rerank'], formats: { rerank: 'cohere' } }, [], 'openai-chat')).toEqual({
    ...format,
    format: 'cohere',
  })
  expect(rerank.formatFor({ operations: ['chat'], formats: {} }, [], 'openai-chat')).toBeUndefined()
})

describe('the reply, as it is read for the bill', () => {
  const bySearch = (call: Call): Call => {
    const size = { ...call.facts.size, measured: { unit: 'searches', amount: 1, most: 1 } } as const
    return { ...call, facts: { ...call.facts, size } }
  }
  const results = [{ index: 1, relevance_score: 0.9 }]
  const searches = { meta: { billed_units: { search_units: 1 } } }

  test.each<[what: string, call: Call, body: JsonObject, isComplete: boolean, usage: object | undefined]>([
    ['with its tokens', callOf(), { results, usage: { total_tokens: 12 } }, true, { freshInput: 12 }],
    ['with its searches, where these are sold', bySearch(callOf()), { results, ...searches }, true, { searches: 1 }],
    ['with its searches, where tokens are sold, reports nothing', callOf(), { results, ...searches }, true, undefined],
    ['without a ranking is no reply', callOf(), { message: 'no' }, false, undefined],
  ])('%s', (_what, call, body, isComplete, usage) => {
    const listener = rerank.replyListener(format, { stream: false }, call)
    const reading = listener.push({ event: '', data: JSON.stringify(body) })
    expect([reading.isProduce, listener.isComplete]).toEqual([isComplete, isComplete])
    if (usage) expect(reading.usage).toMatchObject(usage)
    else expect(reading).not.toHaveProperty('usage')
  })
})

describe('the reply to the client', () => {
  const built = (call: Call, body: JsonObject) =>
    (call.endpoint === second ? secondRerank : rerank).buildReply(call, { text: JSON.stringify(body), events: [] }, format)
  const ranking = { results: [0, 1].map((index) => ({ index, relevance_score: index })) }

  test('names the best document first, with our estimate of the tokens where the vendor counts none', () => {
    expect(built(callOf(), ranking)).toMatchObject({
      ...{ id: 'call-1', model: 'm', usage: { total_tokens: 4 } },
      results: [
        { index: 1, document: { text: 'second' } },
        { index: 0, document: { text: 'first' } },
      ],
    })
  })

  test.each<[what: string, call: Call, hasDocuments: boolean]>([
    ['at the usual door, with the documents', callOf(), true],
    ['there without, where the client says so', callOf({ return_documents: false }), false],
    ['at the second door, without', callOf({}, second), false],
  ])('%s', (_what, call, hasDocuments) => {
    expect(JSON.stringify(built(call, ranking)).includes('"document"')).toBe(hasDocuments)
  })

  test('is a failure of the vendor where it ranks what was not sent', () => {
    expect(() => built(callOf(), { results: [{ index: 7, relevance_score: 1 }] })).toThrow(UpstreamFailure)
  })
})
