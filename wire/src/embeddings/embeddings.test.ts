import { describe, expect, test } from 'vitest'
import { recordings } from '../../testing/recordings.ts'
import { lossList } from '../chat/losses/loss.ts'
import { noTokens } from '../chat/reply/usage.ts'
import type { Json, JsonObject } from '../encoding/json.ts'
import { parseJson } from '../encoding/json.ts'
import { WireError } from '../wire-error.ts'
import type { EmbeddingDoor } from './format.ts'
import { askedNumbers, embeddingFormat, isOwnFormat, secondDoor, usualDoor, writeEmbeddings } from './formats.ts'
import { geminiDoor } from './gemini-door.ts'
import { embeddingSize, embeddingTexts } from './inputs.ts'
import { inBase64 } from './vectors.ts'

const PNG = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAAB'
const sizeOf = (input: Json) => embeddingSize(usualDoor.read({ input }).inputs)

/** The request in a vendor's format, with the paths of what is lost. */
function written(name: string, body: JsonObject, door: EmbeddingDoor = usualDoor) {
  const losses = lossList()
  const sent = writeEmbeddings(door.read(body), door, embeddingFormat(name), 'theirs', losses)
  return { body: sent, lost: losses.losses.map(({ path, reason }) => `${path} ${reason}`) }
}

describe('what is asked for', () => {
  test.each<[Json, object]>([
    ['grüße', { inputs: 1, textBytes: 7, media: [] }],
    [['a', 'b'], { inputs: 2, textBytes: 2, media: [] }],
    [[1, 2, 3], { inputs: 1, textBytes: 12, media: [] }],
    [[[1], [2, 3]], { inputs: 2, textBytes: 12, media: [] }],
    [[{ text: 'hello' }, { image: `data:image/png;base64,${PNG}` }], { inputs: 2, textBytes: 5, media: [PNG] }],
    [[{ image: 'https://x.example/a.png' }, { image: PNG }], { inputs: 2, textBytes: 0, media: [undefined, PNG] }],
    [[{ type: 'image_url', image_url: { url: `data:image/png;base64,${PNG}` } }], { inputs: 1, textBytes: 0, media: [PNG] }],
  ])('%j', (input, expected) => expect(sizeOf(input)).toEqual(expected))

  test('has its texts counted', () => {
    expect(embeddingTexts(usualDoor.read({ input: [{ text: 'hello' }, 'x', [1]] }).inputs)).toEqual(['hello', 'x'])
    expect(embeddingTexts(usualDoor.read({ input: 'x' }).inputs)).toEqual(['x'])
  })

  test.each<[EmbeddingDoor, Json]>([
    ...[
      {},
      { input: 1 },
      { input: null },
      { model: 1, input: '' },
      'x',
      { input: 'x', dimensions: 0 },
      { input: 'x', dimensions: '5' },
    ].map((body): [EmbeddingDoor, Json] => [usualDoor, body]),
    ...[
      {},
      { texts: [] },
      { texts: 'x' },
      { texts: [1] },
      { inputs: ['x'] },
      { inputs: [{ content: [] }] },
      { texts: ['x'], output_dimension: 1.5 },
    ].map((body): [EmbeddingDoor, Json] => [secondDoor, body]),
  ])('is refused where it is no request: %#', (door, body) => expect(() => door.read(body)).toThrow(WireError))
})

test('there is no format of another name', () => {
  expect(() => embeddingFormat('toString')).toThrow(TypeError)
  expect(embeddingFormat()).toBe(embeddingFormat('openai'))
})

test('requests and replies go on as they are where the vendor has the format of the client', () => {
  const own = (door: EmbeddingDoor) => ['openai', 'jina', 'voyage', 'cohere', undefined].map((name) => isOwnFormat(door, name))
  expect(own(usualDoor)).toEqual([true, true, false, false, true])
  expect(own(secondDoor)).toEqual([false, false, false, true, false])
  expect(own(geminiDoor('one'))).toEqual(Array(5).fill(false))
})

describe('the request of OpenAI’s clients', () => {
  const body = { model: 'm', input: ['a', 'b'], dimensions: 512, encoding_format: 'base64' }

  test('goes to Cohere and Voyage in their words', () => {
    expect(written('cohere', body)).toEqual({
      body: { model: 'theirs', texts: ['a', 'b'], input_type: 'search_document', embedding_types: ['float'], output_dimension: 512 },
      lost: [],
    })
    expect(written('voyage', body)).toEqual({ body: { model: 'theirs', input: ['a', 'b'], output_dimension: 512 }, lost: [] })
    expect(written('voyage', { input: 'a' }).body).toEqual({ model: 'theirs', input: ['a'] })
  })

  test('may have the fields of any of them', () => {
    const cohere = { input: 'a', input_type: 'search_query', truncate: 'START', embedding_types: ['int8'], max_tokens: 9, priority: 1 }
    expect(written('cohere', cohere)).toEqual({
      body: { model: 'theirs', texts: ['a'], ...cohere, input: undefined, embedding_types: ['int8'] },
      lost: [],
    })
    expect(written('voyage', cohere)).toEqual({
      body: { model: 'theirs', input: ['a'], input_type: 'query', output_dtype: 'int8', truncation: true },
      lost: ['max_tokens not-expressible', 'priority not-expressible', 'truncate not-expressible'],
    })
    const voyage = { input: 'a', input_type: 'document', output_dimension: 256, output_dtype: 'ubinary', truncation: false, user: 'u' }
    expect(written('voyage', voyage)).toEqual({
      body: { model: 'theirs', input: ['a'], input_type: 'document', output_dimension: 256, output_dtype: 'ubinary', truncation: false },
      lost: ['user not-expressible'],
    })
    expect(written('cohere', voyage).body).toEqual({
      ...{ model: 'theirs', texts: ['a'], input_type: 'search_document', embedding_types: ['ubinary'] },
      ...{ output_dimension: 256, truncate: 'NONE' },
    })
    const jina = { input: 'a', task: 'retrieval.query', late_chunking: true, embedding_type: 'binary' }
    expect(written('cohere', jina)).toEqual({
      body: { model: 'theirs', texts: ['a'], input_type: 'search_query', embedding_types: ['binary'] },
      lost: ['late_chunking not-expressible'],
    })
  })

  test.each([
    ['cohere', { task: 'text-matching' }, 'search_document', ['task not-expressible']],
    ['cohere', { task: 'separation' }, 'clustering', []],
    ['cohere', { input_type: 'a new word' }, 'a new word', []],
    ['cohere', { task: 'a new word' }, 'search_document', ['task not-expressible']],
    ['voyage', { input_type: 'clustering' }, undefined, ['input_type not-expressible']],
    ['voyage', { task: 'code.query' }, 'query', []],
  ] as const)('%s, %j: a purpose in the vendor’s word', (name, more, word, lost) => {
    const { body: sent, lost: found } = written(name, { input: 'a', ...more })
    expect(sent.input_type).toBe(word)
    expect(found).toEqual(lost)
  })

  test('has pictures where they are seen, and is another request where they are not', () => {
    const input = [{ text: 'a' }, { image: PNG }, { image: `data:image/png;base64,${PNG}` }]
    const url = `data:image/png;base64,${PNG}`
    expect(written('cohere', { input }).body.inputs).toEqual([
      { content: [{ type: 'text', text: 'a' }] },
      { content: [{ type: 'image_url', image_url: { url } }] },
      { content: [{ type: 'image_url', image_url: { url } }] },
    ])
    expect(written('cohere', { input: [{ image: 'https://x.example/a.png' }] }).lost).toEqual(['input[0] needed'])
    expect(written('voyage', { input }).lost).toEqual(['input[1] needed', 'input[2] needed'])
    for (const name of ['cohere', 'voyage', 'jina']) expect(written(name, { input: [[1, 2]] }).lost).toEqual(['input[0] needed'])
  })

  test('gets one type of numbers, and the answer depends on it', () => {
    expect(written('cohere', { input: 'a', embedding_types: ['int8', 'float'] })).toMatchObject({
      body: { embedding_types: ['int8'] },
      lost: ['embedding_types not-expressible'],
    })
    expect(written('jina', { input: 'a', output_dtype: 'int8' }).lost).toEqual(['output_dtype needed'])
  })
})

describe('the request of Cohere’s clients', () => {
  const body = {
    model: 'm',
    texts: ['a'],
    input_type: 'search_query',
    embedding_types: ['float', 'base64'],
    output_dimension: 256,
    truncate: 'END',
  }

  test('goes to others in their words', () => {
    expect(written('openai', body, secondDoor)).toEqual({
      body: { model: 'theirs', input: ['a'], encoding_format: 'float', dimensions: 256 },
      lost: ['input_type not-expressible', 'truncate not-expressible'],
    })
    expect(written('voyage', body, secondDoor)).toEqual({
      body: { model: 'theirs', input: ['a'], input_type: 'query', output_dimension: 256, truncation: true },
      lost: [],
    })
    expect(written('jina', body, secondDoor)).toEqual({
      body: { model: 'theirs', input: ['a'], task: 'retrieval.query', dimensions: 256, embedding_type: 'float', truncate: true },
      lost: [],
    })
  })

  test('has pictures for those who see them', () => {
    const image = `data:image/png;base64,${PNG}`
    expect(written('jina', { images: [image] }, secondDoor).body.input).toEqual([{ image: PNG }])
    expect(written('openai', { images: [image] }, secondDoor).lost).toEqual(['images[0] needed'])
    const mixed = {
      inputs: [
        {
          content: [
            { type: 'text', text: 'a' },
            { type: 'image_url', image_url: { url: image } },
          ],
        },
      ],
    }
    expect(written('jina', mixed, secondDoor).lost).toEqual(['inputs[0] needed'])
    expect(written('cohere', mixed, secondDoor).body.inputs).toEqual(mixed.inputs)
  })

  test('wants types of numbers that not every vendor has', () => {
    const types = (embedding_types: string[]) => written('openai', { texts: ['a'], embedding_types }, secondDoor).lost
    expect(types(['int8'])).toEqual(['embedding_types needed'])
    expect(types(['float', 'int8'])).toEqual(['embedding_types not-expressible'])
    expect(types(['base64'])).toEqual([])
  })
})

test('the request of Google’s clients goes to others in their words', () => {
  const content = (text: string, more: object = {}) => ({ content: { parts: [{ text }] }, ...more })
  const one = content('a', { taskType: 'CODE_RETRIEVAL_QUERY', title: 'T', outputDimensionality: 256 }) as JsonObject
  expect(written('voyage', one, geminiDoor('one'))).toEqual({
    body: { model: 'theirs', input: ['a'], input_type: 'query', output_dimension: 256 },
    lost: ['title not-expressible'],
  })
  expect(written('jina', one, geminiDoor('one')).body).toMatchObject({ task: 'code.query', dimensions: 256 })
  const requests = [content('a', { taskType: 'RETRIEVAL_QUERY' }), content('b', { taskType: 'CLUSTERING' })] as Json[]
  expect(written('cohere', { requests }, geminiDoor('many'))).toEqual({
    body: { model: 'theirs', texts: ['a', 'b'], input_type: 'search_document', embedding_types: ['float'] },
    lost: ['requests[0].taskType not-expressible', 'requests[1].taskType not-expressible'],
  })
  const picture = { content: { parts: [{ text: 'a' }, { inlineData: { mimeType: 'image/png', data: PNG } }] } }
  expect(written('cohere', picture, geminiDoor('one')).body.inputs).toHaveLength(1)
  const sound = { content: { parts: [{ inlineData: { mimeType: 'audio/mp3', data: 'AAAA' } }] } }
  for (const name of ['cohere', 'voyage', 'jina', 'openai'])
    expect(written(name, sound, geminiDoor('one')).lost).toEqual(['content needed'])
})

describe('the reply', () => {
  const usage = { ...noTokens, freshInput: 7, raw: null }
  const parts = { id: 'ours', model: 'm', usage }
  const told = (door: EmbeddingDoor, body: JsonObject, name: string, reply: Json) => {
    const request = door.read(body)
    const format = embeddingFormat(name)
    const found = format.readReply(reply, askedNumbers(request, format))
    return found && door.writeReply(request, found, parts)
  }
  const two = [
    { index: 1, embedding: [3, 4] },
    { index: 0, embedding: [1, 2] },
  ]
  const cohere = {
    id: 'far',
    embeddings: {
      float: [
        [1, 2],
        [3, 4],
      ],
      int8: [
        [1, 2],
        [3, 4],
      ],
    },
    meta: {},
  }

  test('of every vendor is OpenAI’s for OpenAI’s clients, in the order of the inputs', () => {
    const expected = {
      id: 'ours',
      object: 'list',
      data: [
        { object: 'embedding', index: 0, embedding: [1, 2] },
        { object: 'embedding', index: 1, embedding: [3, 4] },
      ],
      model: 'm',
      usage: { prompt_tokens: 7, total_tokens: 7 },
    }
    expect(told(usualDoor, { input: ['a', 'b'] }, 'voyage', { data: two })).toEqual(expected)
    expect(told(usualDoor, { input: ['a', 'b'] }, 'cohere', cohere)).toEqual({ ...expected, id: 'far' })
    const base64 = told(usualDoor, { input: ['a', 'b'], encoding_format: 'base64' }, 'cohere', cohere)
    expect(base64).toMatchObject({ data: [{ embedding: 'AACAPwAAAEA=' }, { embedding: 'AABAQAAAgEA=' }] })
  })

  test('of every vendor is Cohere’s for Cohere’s clients', () => {
    expect(told(secondDoor, { texts: ['a', 'b'] }, 'voyage', { data: two })).toEqual({
      ...{
        response_type: 'embeddings_by_type',
        id: 'ours',
        embeddings: {
          float: [
            [1, 2],
            [3, 4],
          ],
        },
        texts: ['a', 'b'],
      },
      meta: { api_version: { version: '2' }, billed_units: { input_tokens: 7 } },
    })
    const types = { texts: ['a', 'b'], embedding_types: ['float', 'base64'] }
    expect(told(secondDoor, types, 'openai', { data: two })?.embeddings).toEqual({
      ...{
        float: [
          [1, 2],
          [3, 4],
        ],
        base64: ['AACAPwAAAEA=', 'AABAQAAAgEA='],
      },
    })
  })

  test('of every vendor is Google’s for Google’s clients', () => {
    const body = { requests: [{ content: { parts: [{ text: 'a' }] } }, { content: { parts: [{ text: 'b' }] } }] }
    expect(told(geminiDoor('many'), body, 'cohere', cohere)).toEqual({
      embeddings: [{ values: [1, 2] }, { values: [3, 4] }],
      usageMetadata: { promptTokenCount: 7 },
    })
  })

  test.each<[string, Json]>([
    ['voyage', { data: [{ index: 0, embedding: [1] }] }],
    ['voyage', { data: [] }],
    ['voyage', { data: [{ index: 0 }, { index: 1 }] }],
    ['voyage', { detail: 'no' }],
    ['cohere', { embeddings: { float: [[1]] } }],
    ['cohere', { embeddings: [[1], [2]] }],
    ['cohere', { message: 'no' }],
  ])('%s: %j is none', (name, reply) => {
    expect(told(usualDoor, { input: ['a', 'b'] }, name, reply)).toBeUndefined()
    expect(told(secondDoor, { texts: ['a', 'b'] }, name, reply)).toBeUndefined()
  })

  test('that goes on as it is has its vectors in base64 where the client asked for that and the vendor did not', () => {
    const reply = { object: 'list', data: [{ index: 0, embedding: [1, 2], object: 'embedding' }], own: 1 }
    const mended = usualDoor.mend?.({ encoding_format: 'base64' }, reply)
    expect(parseJson(mended ?? '')).toEqual({ ...reply, data: [{ index: 0, embedding: 'AACAPwAAAEA=', object: 'embedding' }] })
    const right = { data: [{ embedding: 'AACAPwAAAEA=' }] }
    expect(usualDoor.mend?.({ encoding_format: 'base64' }, right)).toBeUndefined()
    for (const encoding_format of ['float', undefined])
      expect(usualDoor.mend?.({ ...(encoding_format && { encoding_format }) }, reply)).toBeUndefined()
    expect(usualDoor.mend?.({ encoding_format: 'base64' }, { data: [{ embeddings: [[1]] }] })).toBeUndefined()
  })

  test.each([
    ['openai', { usage: { prompt_tokens: 8, total_tokens: 8 } }, 8],
    ['voyage', { usage: { total_tokens: 8 } }, 8],
    ['jina', { usage: { total_tokens: 8, prompt_tokens: 8 } }, 8],
    ['cohere', { meta: { billed_units: { input_tokens: 8 } } }, 8],
    ['cohere', { meta: { billed_units: { input_tokens: 3, image_tokens: 5, images: 1 } } }, 8],
    ['openai', { data: [] }, undefined],
    ['voyage', { usage: { total_tokens: 0 } }, undefined],
    ['cohere', { meta: { billed_units: { input_tokens: 0 } } }, undefined],
    ['cohere', { meta: null }, undefined],
  ])('%s: %j tells %s tokens', (name, reply, tokens) => {
    expect(embeddingFormat(name).readUsage(reply as Json)?.freshInput).toBe(tokens)
  })
})

test('base64 is that of four-byte floats, however long the vector', () => {
  for (const length of [0, 1, 2, 3, 5000]) {
    const vector = Array.from({ length }, (_, at) => Math.fround(Math.sin(at)))
    expect(inBase64(vector)).toBe(Buffer.from(Float32Array.from(vector).buffer).toString('base64'))
  }
  expect(inBase64('AAAA')).toBe('AAAA')
  expect([inBase64([1, 'x']), inBase64(null), inBase64({})]).toEqual([undefined, undefined, undefined])
})

test.each(recordings(['openai-embedding']))('$name is read', ({ body = '' }) => {
  const reply = parseJson(body) ?? null
  const found = embeddingFormat().readReply(reply, 'float')
  expect(Object.values(found?.vectors ?? {})[0]?.length).toBeGreaterThan(0)
  expect(embeddingFormat().readUsage(reply)?.freshInput).toBeGreaterThan(0)
})
