import { lossList } from '@waystation/wire/chat/losses/loss'
import type { JsonObject } from '@waystation/wire/encoding/json'
import { WireError } from '@waystation/wire/wire-error'
import { describe, expect, test } from 'vitest'
import { callAt } from '../testing/step-parts.ts'
import type { OperationKind, RelayEndpoint } from '../types.ts'
import { UpstreamFailure } from '../upstream/failure.ts'
import { batchEmbedContents, embedContent } from './embed-content.ts'
import { embeddings } from './embeddings.ts'

const doorOf = (operation: OperationKind): RelayEndpoint => ({ method: 'POST', path: '/e', operation, dialect: 'openai-chat' })
const address = { model: 'm', isStream: false }
const one = { content: { parts: [{ text: 'four' }] } }
const two = { requests: [one, { content: { parts: [{ text: 'five!' }, { inlineData: {} }] } }] }

describe('how large a request is', () => {
  test.each<[what: string, operation: OperationKind, body: JsonObject, size: object]>([
    ['one text', embeddings, { model: 'm', input: 'four' }, { textBytes: 4 + 16, media: [] }],
    ['two texts', embeddings, { model: 'm', input: ['four', 'five!'] }, { textBytes: 9 + 32, media: [] }],
    ['tokens by their numbers', embeddings, { model: 'm', input: [1, 2, 3] }, { textBytes: 12 + 16 }],
    ['one content', embedContent, one, { textBytes: 4 + 16, media: [] }],
    ['two contents with a picture', batchEmbedContents, two, { textBytes: 9 + 32, media: [{ kind: 'image' }] }],
  ])('%s', (_what, operation, body, size) => {
    const { facts } = callAt(doorOf(operation), body, {}, address)
    expect(facts).toMatchObject({ model: 'm', isStream: false, wantsUsageFrame: false, size: { ...size, maxOutputTokens: 0, choices: 1 } })
  })

  test('a request without a model is none', () => {
    expect(() => embeddings.read({ input: 'four' }, 'openai-chat')).toThrow(new WireError('model', 'a string'))
    expect(() => embedContent.read(one, 'gemini-generate')).toThrow(new WireError('model', 'a string'))
  })

  test('the texts are counted', () => {
    expect([...embeddings.promptTexts(callAt(doorOf(embeddings), { model: 'm', input: ['a', 'b'] }), 'count')]).toEqual(['a', 'b'])
    expect([...batchEmbedContents.promptTexts(callAt(doorOf(batchEmbedContents), two, {}, address), 'count')]).toEqual(['four', 'five!'])
  })
})

test.each([
  ['embeddings', embeddings, ['embeddings'], 'embeddings'],
  ['a content, where the vendor has the same', embedContent, ['embed-content', 'embeddings'], 'embed-content'],
  ['a content, where it only has embeddings', embedContent, ['embeddings'], 'embeddings'],
  ['a batch, where it only has the other', batchEmbedContents, ['embed-content'], undefined],
  ['embeddings, where it has none', embeddings, ['chat'], undefined],
] as const)('the format for %s', (_what, operation, operations, name) => {
  expect(operation.formatFor({ operations, formats: {} }, [], 'gemini-generate')?.operation).toBe(name)
})

describe('the reply', () => {
  const vectors = { data: [{ embedding: [1] }], usage: { prompt_tokens: 8, total_tokens: 8 } }

  test.each<
    [
      what: string,
      operation: typeof embedContent | typeof embeddings,
      asked: 'embeddings' | 'embed-content',
      body: JsonObject,
      isWhole: boolean,
    ]
  >([
    ['of embeddings', embeddings, 'embeddings', vectors, true],
    ['that is an error with a good status', embeddings, 'embeddings', { error: { message: 'no' } }, false],
    ['of a vendor that was asked for embeddings', embedContent, 'embeddings', vectors, true],
    ['of a vendor that was asked for a content', embedContent, 'embed-content', { embedding: { values: [1] } }, true],
    ['in the other form', embedContent, 'embed-content', vectors, false],
  ])('%s', (_what, operation, asked, body, isWhole) => {
    const call = callAt(doorOf(operation), operation === embeddings ? { model: 'm', input: 'x' } : one, {}, address)
    const listener = operation.replyListener({ operation: asked, dialect: 'openai-chat' }, { stream: false }, call)
    const reading = listener.push({ event: '', data: JSON.stringify(body) })
    expect([reading.isProduce, listener.isComplete]).toEqual([isWhole, isWhole])
    if (isWhole && asked === 'embeddings') expect(reading.usage).toMatchObject({ freshInput: 8, output: 0 })
    else if (asked === 'embeddings') expect(reading).not.toHaveProperty('usage')
  })
})

describe('a content at a vendor of embeddings', () => {
  test('is written as texts, and what these cannot say is a loss', () => {
    const losses = lossList()
    const body = { content: { parts: [{ text: 'a' }, { text: 'b' }] }, taskType: 'QUERY', outputDimensionality: 9 }
    const sent = embedContent.translateBody(body, { upstreamModel: 'far' }, losses)
    expect(sent).toEqual({ model: 'far', input: ['a\nb'], encoding_format: 'float', dimensions: 9 })
    expect(losses.losses).toEqual([{ path: 'taskType', reason: 'not-expressible' }])
  })

  test('gets its vectors in the client’s form', () => {
    const call = callAt(doorOf(embedContent), one, {}, address)
    const format = { operation: 'embeddings', dialect: 'openai-chat' } as const
    const reply = { text: JSON.stringify({ data: [{ embedding: [1, 2] }], usage: { prompt_tokens: 8 } }), events: [] }
    expect(embedContent.buildReply(call, reply, format)).toEqual({ embedding: { values: [1, 2] }, usageMetadata: { promptTokenCount: 8 } })
  })

  test('fails where a vector is missing', () => {
    const call = callAt(doorOf(batchEmbedContents), two, {}, address)
    const reply = { text: JSON.stringify({ data: [{ embedding: [1] }] }), events: [] }
    const build = () => batchEmbedContents.buildReply(call, reply, { operation: 'embeddings', dialect: 'openai-chat' })
    expect(build).toThrow(UpstreamFailure)
  })

  test('at a vendor of its own form only the name of the model changes', () => {
    expect(embedContent.own?.isSpoken({ operation: 'embed-content', dialect: 'gemini-generate' })).toBe(true)
    expect(embedContent.own?.isSpoken({ operation: 'embeddings', dialect: 'openai-chat' })).toBe(false)
    expect(embedContent.own?.withModel({ ...one, model: 'models/m' }, 'far')).toEqual({ ...one, model: 'models/far' })
  })
})
