// Rankings of three texts. Sources, all as of 2026: Cohere, "Rerank (v2)" and its library; Jina, api.jina.ai/docs; Voyage, "Rerankers" and
// its library; SiliconFlow, "Create rerank"; Alibaba Cloud, "Text rerank"; Xinference, "Rerank models" and its public code.
import { expect } from 'vitest'
import { type Service, waiting } from './service.ts'
import { bearer, type Json } from './vendor.ts'

const query = 'Where is the opera?'
const documents = ['In Oslo', 'In a book', 'In Rome']
/** By Jina's clients, whose usual answer quotes the texts. */
const ask = { path: '/v1/rerank', body: { query, documents, top_n: 2 } }
const best = { index: 2, relevance_score: 0.75 }
const next = { index: 0, relevance_score: 0.5 }
const scores = [best, next]
const quoted = scores.map((score) => ({ ...score, document: { text: documents[score.index] } }))
const toldOf = (tokens: number, results: readonly Json[] = quoted): unknown =>
  expect.objectContaining({ results, usage: expect.objectContaining({ prompt_tokens: tokens, total_tokens: tokens }) })
const body = (model: string): Json => ({ model, query, documents, top_n: 2 })

const cohere: Service = {
  ...{ name: 'Cohere', type: 34, model: 'rerank-v4.0-fast', ask, path: '/v2/rerank', headers: bearer },
  bodies: [body('rerank-v4.0-fast')],
  answers: [
    {
      body: {
        id: '07734bd2',
        results: scores,
        meta: { api_version: { version: '2', is_experimental: false }, billed_units: { search_units: 1 } },
      },
    },
  ],
  ...{ told: expect.objectContaining({ results: quoted }), searchPrice: 0.002, cost: 1000 },
  badKey: { status: 401, body: { id: '1', message: 'invalid api token' } },
  tooMany: waiting({ status: 429, body: { id: '1', message: 'You are using a Trial key, which is limited to 10 API calls / minute.' } }),
  badRequest: {
    ...{ status: 400, body: { id: '1', message: 'invalid request: list of documents must not be empty' } },
    told: 'list of documents must not be empty',
  },
}

/** By Cohere's clients. */
const askedByCohere = { path: '/v2/rerank', body: { query, documents, top_n: 2 } }
const jina: Service = {
  ...{ name: 'Jina', type: 38, model: 'jina-reranker-v3', ask: askedByCohere, path: '/v1/rerank', headers: bearer },
  // It quotes the texts unless it is told not to, and Cohere's clients do not look for them.
  bodies: [body('jina-reranker-v3')],
  answers: [{ body: { model: 'jina-reranker-v3', object: 'list', usage: { total_tokens: 38 }, results: quoted } }],
  ...{ told: expect.objectContaining({ results: scores }), cost: 38 },
  badKey: { status: 401, body: { detail: 'Invalid API key, please get a new one from https://jina.ai' } },
  tooMany: waiting({ status: 429, body: { detail: 'Rate limit exceeded: 500 requests per minute.' } }),
  badRequest: {
    status: 422,
    body: { detail: [{ type: 'missing', loc: ['body', 'documents'], msg: 'Field required', input: {} }] },
    told: 'Field required',
  },
}

const voyage: Service = {
  ...{ name: 'Voyage', type: 1101, model: 'rerank-2.5', ask, path: '/v1/rerank', headers: bearer },
  bodies: [{ model: 'rerank-2.5', query, documents, top_k: 2 }],
  answers: [{ body: { object: 'list', data: scores, model: 'rerank-2.5', usage: { total_tokens: 38 } } }],
  ...{ told: toldOf(38), cost: 38 },
  badKey: { status: 401, body: { detail: 'Provided API key is invalid.' } },
  tooMany: waiting({ status: 429, body: { detail: 'You have reached the limit of 3 RPM and 10K TPM.' } }),
  badRequest: { status: 400, body: { detail: 'The query has 9000 tokens, which is too many.' }, told: 'The query has 9000 tokens' },
}

const siliconMeta = {
  billed_units: { input_tokens: 38, output_tokens: 0, search_units: 0, classifications: 0 },
  tokens: { input_tokens: 38, output_tokens: 0 },
}
const siliconFlow: Service = {
  ...{ name: 'SiliconFlow', type: 40, model: 'Qwen/Qwen3-Reranker-8B', ask, path: '/v1/rerank', headers: bearer },
  bodies: [body('Qwen/Qwen3-Reranker-8B')],
  answers: [{ body: { id: '0190', results: scores, meta: siliconMeta } }],
  ...{ told: toldOf(38), cost: 38 },
  badKey: { status: 401, body: 'Api key is invalid' },
  tooMany: waiting({ status: 429, body: { code: 50_603, message: 'Request was rejected due to rate limiting.', data: null } }),
  badRequest: { status: 400, body: { code: 20_015, message: 'The parameter is invalid.', data: null }, told: 'The parameter is invalid.' },
}

const dashScope: Service = {
  ...{ name: 'DashScope', type: 17, model: 'qwen3-vl-rerank', ask, headers: bearer },
  path: '/api/v1/services/rerank/text-rerank/text-rerank',
  bodies: [{ model: 'qwen3-vl-rerank', input: { query, documents }, parameters: { top_n: 2, return_documents: false } }],
  answers: [{ body: { output: { results: scores }, usage: { total_tokens: 38 }, request_id: '85ba5752' } }],
  ...{ told: toldOf(38), cost: 38 },
  badKey: { status: 401, body: { code: 'InvalidApiKey', message: 'Invalid API-key provided.', request_id: 'fb53' } },
  tooMany: waiting({
    status: 429,
    body: { code: 'Throttling.RateQuota', message: 'Requests rate limit exceeded, please try again later.' },
  }),
  badRequest: {
    ...{ status: 400, body: { code: 'InvalidParameter', message: 'The number of documents is too large.', request_id: 'fb53' } },
    told: 'The number of documents is too large.',
  },
}

/** A server of one's own counts tokens only where it is asked for the length, and has no limit of calls. */
const xinference: Service = {
  ...{ name: 'Xinference', type: 47, model: 'bge-reranker-v2-m3', ask, path: '/v1/rerank', headers: bearer },
  bodies: [body('bge-reranker-v2-m3')],
  answers: [
    {
      body: {
        id: '88177e80',
        results: scores.map((score) => ({ ...score, document: null })),
        meta: { api_version: null, billed_units: null, tokens: null, warnings: null },
      },
    },
  ],
  told: expect.objectContaining({ results: quoted }),
  badKey: { status: 401, body: { detail: 'Could not validate credentials' } },
  badRequest: { status: 400, body: { detail: 'Model not found in the model list, uid: bge' }, told: 'Model not found in the model list' },
}

export const rankings: readonly Service[] = [cohere, jina, voyage, siliconFlow, dashScope, xinference]
