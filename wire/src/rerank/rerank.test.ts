import { expect, test } from 'vitest'
import { recordings } from '../../testing/recordings.ts'
import { lossList } from '../chat/losses/loss.ts'
import { parseJson } from '../encoding/json.ts'
import { rerankFormat, secondDoor, usualDoor, writeRerank } from './formats.ts'
import { writeRerankReply } from './reply.ts'
import { readRerank, rerankSize, rerankTexts } from './request.ts'
import { countsSearches, searchesOf } from './searches.ts'

const asked = (more: object = {}) => readRerank({ model: 'm', query: 'which', documents: ['one', { text: 'two' }], ...more })

/** The request in a vendor's format, with the paths of what is lost. */
function written(name: string, more: object = {}, door = usualDoor) {
  const losses = lossList()
  const body = writeRerank(asked(more), door, rerankFormat(name), 'theirs', losses)
  return { body, lost: losses.losses.map(({ path, reason }) => `${path} ${reason}`) }
}

test('each vendor gets the request in its format', () => {
  const documents = ['one', 'two']
  const more = { top_n: 1, return_documents: true }
  const plain = { model: 'theirs', query: 'which', documents, top_n: 1 }
  expect(written('jina', more)).toEqual({ body: { ...plain, return_documents: false }, lost: [] })
  expect(written('cohere', more)).toEqual({ body: plain, lost: [] })
  const body = { model: 'theirs', input: { query: 'which', documents }, parameters: { return_documents: false, top_n: 1 } }
  expect(written('dashscope', more)).toEqual({ body, lost: [] })
})

test('Voyage and Bedrock have names of their own for the same', () => {
  const more = { top_n: 1, return_documents: true, max_tokens_per_doc: 9 }
  const documents = ['one', 'two']
  expect(written('voyage', more)).toEqual({
    body: { model: 'theirs', query: 'which', documents, top_k: 1 },
    lost: ['max_tokens_per_doc not-expressible'],
  })
  expect(written('bedrock', more)).toEqual({ body: { query: 'which', documents, top_n: 1, max_tokens_per_doc: 9 }, lost: [] })
  const losses = lossList()
  expect(writeRerank(asked(), usualDoor, rerankFormat('bedrock'), 'cohere.rerank-v3-5:0', losses)).toEqual({
    ...{ query: 'which', documents, api_version: 2 },
  })
  expect(rerankFormat('voyage').readReply({ object: 'list', data: [{ index: 1, relevance_score: 0.5, document: 'two' }] })).toEqual({
    id: undefined,
    ranking: [{ index: 1, score: 0.5 }],
  })
})

test('fields that not all formats have go where they are known, and are named elsewhere', () => {
  const more = { instruct: 'i', max_tokens_per_doc: 3, truncation: true, mine: 1 }
  expect(written('jina', more).lost).toEqual([])
  expect(written('jina', more).body).toMatchObject(more)
  expect(written('jina', more, secondDoor).lost).toEqual([
    'instruct not-expressible',
    'max_tokens_per_doc not-expressible',
    'mine not-expressible',
  ])
  expect(written('cohere', more, secondDoor).lost).toEqual([])
  expect(written('cohere', more).body).not.toHaveProperty('truncation')
  expect(written('dashscope', more).body).toMatchObject({ parameters: { instruct: 'i' } })
})

test.each(['cohere', 'dashscope', 'voyage', 'bedrock'])('%s takes texts only', (name) => {
  const documents = [{ text: 'a', title: 't' }, { image: 'https://x.example/a.png' }]
  expect(written(name, { documents }).lost).toEqual(['documents[0].title not-expressible', 'documents[1] needed'])
})

test('there is no format of another name', () => {
  expect(() => rerankFormat('toString')).toThrow(TypeError)
})

test('replies are read in each format', () => {
  const results = [{ index: 1, relevance_score: 0.5, document: 'two' }]
  const ranking = [{ index: 1, score: 0.5 }]
  expect(rerankFormat('jina').readReply({ results })).toEqual({ id: undefined, ranking })
  expect(rerankFormat('cohere').readReply({ id: 'x', results, meta: {} })).toEqual({ id: 'x', ranking })
  expect(rerankFormat('dashscope').readReply({ output: { results }, request_id: 'r' })).toEqual({ id: 'r', ranking })
  for (const name of ['jina', 'cohere', 'dashscope'])
    for (const reply of [
      undefined,
      [],
      {},
      { detail: 'no' },
      { results: [1] },
      { output: { results: [{ index: -1, relevance_score: 1 }] } },
    ])
      expect(rerankFormat(name).readReply(reply)).toBeUndefined()
})

test.each([
  [{ usage: { total_tokens: 7 } }, 7, undefined],
  [{ usage: { total_tokens: 9, prompt_tokens: 7 } }, 9, undefined],
  [{ usage: { prompt_tokens: 7, total_tokens: 0 } }, 7, undefined],
  [{ meta: { tokens: { input_tokens: 7, output_tokens: 0 }, billed_units: { search_units: 0 } } }, 7, undefined],
  [{ meta: { billed_units: { input_tokens: 7 } } }, 7, undefined],
  [{ meta: { billed_units: { search_units: 2 } } }, 0, 2],
])('the usage of %j is told', (reply, tokens, searches) => {
  expect(rerankFormat().readUsage(reply)).toMatchObject({ freshInput: tokens, output: 0, ...(searches && { searches }) })
})

test.each([{}, { usage: null }, { usage: { total_tokens: 0 } }, { meta: { billed_units: null, tokens: null } }, { meta: {} }])(
  '%j reports nothing',
  (reply) => {
    expect(rerankFormat().readUsage(reply)).toBeUndefined()
  },
)

test('the size counts the query again for each further document', () => {
  const request = asked({ documents: ['one', 'é', { image: 'data:image/png;base64,QUJD' }, { image: 'https://x.example/a.png' }] })
  expect(rerankSize(request)).toEqual({ textBytes: 5 + 3 + 2, repeatedBytes: 15, pictures: ['QUJD', undefined] })
  expect(rerankTexts(request)).toEqual(['which', 'one', 'é'])
})

test('a search is a hundred documents, and a long one counts in parts', () => {
  const count = (documents: string[]) => searchesOf(asked({ query: 'q', documents }))
  expect(count(Array(100).fill('a'))).toEqual({ usual: 1, most: 1 })
  expect(count(Array(101).fill('a'))).toEqual({ usual: 2, most: 2 })
  expect(count(Array(100).fill('a'.repeat(1999)))).toEqual({ usual: 1, most: 4 })
  expect(count(Array(100).fill('a'.repeat(2000)))).toEqual({ usual: 2, most: 5 })
  for (const sold of ['cohere.rerank-v3-5:0', 'amazon.rerank-v1:0', 'rerank-v3.5', 'rerank-english-v3.0', 'cohere/rerank-v4.0-pro'])
    expect(countsSearches(sold)).toBe(true)
  for (const other of ['rerank-2.5', 'jina-reranker-v3', 'my-rerank-v3.5', 'rerank-notes']) expect(countsSearches(other)).toBe(false)
})

test.each(recordings(['cohere-reranking', 'togetherai-reranking']))(
  '$name is read, and told to clients of both',
  ({ body = '', folder }) => {
    const format = rerankFormat(folder.startsWith('cohere') ? 'cohere' : 'jina')
    const recorded = parseJson(body) ?? null
    const reply = format.readReply(recorded)
    const usage = format.readUsage(recorded)
    if (!reply || !usage) throw new Error('it is no ranking')
    const request = asked({ documents: Array(10).fill('a') })
    const told = writeRerankReply(request, reply, { id: 'ours', model: 'm', returnsDocuments: false, hasMeta: false, usage })
    const { id, results } = recorded as { id: string; results: { index: number; relevance_score: number }[] }
    expect(told).toMatchObject({ id, results: results.map(({ index, relevance_score }) => ({ index, relevance_score })) })
  },
)
