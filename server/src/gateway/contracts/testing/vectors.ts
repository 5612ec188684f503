// Vectors of two texts. Sources, all as of 2026: OpenAI, "Create embeddings"; the class for Azure of its library; Cohere, "Embed (v2)" and
// its library; Jina, api.jina.ai/docs; Voyage, "Text embeddings" and its library; SiliconFlow, "Create embeddings"; Alibaba Cloud, "Text
// embedding, OpenAI compatible"; Google, "Embeddings" and its library; Mistral, "Embeddings" and its library; Volcengine, "Text vectors"; Zhipu, "Text embedding"; AWS, "Amazon Titan Text Embeddings" and "Cohere Embed".
import { expect } from 'vitest'
import { azureError, deniedWords } from './azure.ts'
import { awsError, awsKeys } from './own-dialects.ts'
import { gemini } from './responses.ts'
import { type Service, waiting } from './service.ts'
import { bearer, type Json, type Refusal, refusal } from './vendor.ts'

const texts = ['How warm is it?', 'In Oslo']
const SIZE = 256
const first = [0.25, -0.5, 1]
const second = [0.125, 0, -1]

/** By OpenAI's clients. */
const ask = { path: '/v1/embeddings', body: { input: texts, dimensions: SIZE, encoding_format: 'float' } }
const toldOf = (tokens: number, more: Json = {}) => ({
  ...more,
  object: 'list',
  model: expect.any(String) as unknown,
  data: [first, second].map((embedding, index) => ({ object: 'embedding', index, embedding })),
  usage: { prompt_tokens: tokens, total_tokens: tokens },
})
/** By Cohere's, of vendors that have OpenAI's format. */
const askedByCohere = {
  ask: {
    path: '/v2/embed',
    body: { texts, input_type: 'search_document', embedding_types: ['float'], output_dimension: SIZE },
  },
  // Which texts are to be searched is nothing that these models are told.
  lost: 'input_type',
}
const toldCohere = (tokens: number) => ({
  id: expect.any(String) as unknown,
  embeddings: { float: [first, second] },
  texts,
  meta: { api_version: { version: '2' }, billed_units: { input_tokens: tokens } },
  response_type: 'embeddings_by_type',
})
const listed = (usage: Json, more: Json = {}) => ({
  body: {
    object: 'list',
    data: [first, second].map((embedding, index) => ({ object: 'embedding', index, embedding })),
    model: 'm',
    usage,
    ...more,
  },
})
/** By Google's. */
const askOfGoogle = (model: string): Json => ({
  requests: texts.map((text) => ({ model, content: { parts: [{ text }] }, outputDimensionality: SIZE, taskType: 'RETRIEVAL_DOCUMENT' })),
})
/** In OpenAI's words. */
const body = (model: string): Json => ({ model, input: texts, dimensions: SIZE, encoding_format: 'float' })

const openaiErrors = {
  badKey: refusal(401, 'Incorrect API key provided: key-a.', { type: 'invalid_request_error', param: null, code: 'invalid_api_key' }),
  tooMany: waiting(
    refusal(429, 'Rate limit reached for text-embedding-3-small', { type: 'tokens', param: null, code: 'rate_limit_exceeded' }),
  ),
  badRequest: refusal(400, "This model's maximum context length is 8192 tokens, however you requested 9000 tokens.", {
    ...{ type: 'invalid_request_error', param: null, code: null },
  }),
}
const openai: Service = {
  ...{ name: 'OpenAI', type: 1, model: 'text-embedding-3-small', ...askedByCohere, path: '/v1/embeddings', headers: bearer },
  ...{ bodies: [body('text-embedding-3-small')], answers: [listed({ prompt_tokens: 9, total_tokens: 9 })], told: toldCohere(9), cost: 9 },
  ...openaiErrors,
}

const azureVectors = {
  ...{ type: 3, model: 'house-vectors', ...askedByCohere, headers: (key: string) => ({ 'api-key': key }) },
  ...{ bodies: [body('house-vectors')], answers: [listed({ prompt_tokens: 9, total_tokens: 9 })], told: toldCohere(9), cost: 9 },
  badKey: azureError(401, deniedWords),
  tooMany: waiting(
    azureError(429, 'Requests to the Embeddings_Create Operation have exceeded call rate limit. Please retry after 20 seconds.'),
  ),
  badRequest: azureError(400, "This model's maximum context length is 8192 tokens.", { type: 'invalid_request_error', code: null }),
} satisfies Omit<Service, 'name' | 'path'>
const azure: Service = { ...azureVectors, name: 'Azure OpenAI', path: '/openai/v1/embeddings' }
const azureDated: Service = {
  ...{ ...azureVectors, name: 'Azure OpenAI of 2024-10-21', channel: { other: '2024-10-21' } },
  path: '/openai/deployments/house-vectors/embeddings?api-version=2024-10-21',
}

const cohere: Service = {
  ...{ name: 'Cohere', type: 34, model: 'embed-v4.0', ask, path: '/v2/embed', headers: bearer },
  bodies: [{ model: 'embed-v4.0', texts, input_type: 'search_document', embedding_types: ['float'], output_dimension: SIZE }],
  answers: [
    {
      body: {
        ...{ id: '54910170', texts, embeddings: { float: [first, second] }, response_type: 'embeddings_by_type' },
        meta: { api_version: { version: '2' }, billed_units: { input_tokens: 9 } },
      },
    },
  ],
  ...{ told: toldOf(9, { id: '54910170' }), cost: 9 },
  badKey: { status: 401, body: { id: '1', message: 'invalid api token' } },
  tooMany: waiting({
    status: 429,
    body: { id: '1', message: 'You are past the per minute request limit, please wait and try again later.' },
  }),
  badRequest: {
    ...{ status: 400, body: { id: '1', message: 'invalid request: valid input_type must be provided with the provided model' } },
    told: 'valid input_type must be provided',
  },
}

const jina: Service = {
  ...{ name: 'Jina', type: 38, model: 'jina-embeddings-v4', ask, path: '/v1/embeddings', headers: bearer },
  bodies: [{ model: 'jina-embeddings-v4', input: texts, dimensions: SIZE }],
  answers: [listed({ total_tokens: 9, prompt_tokens: 9 })],
  ...{ told: toldOf(9), cost: 9 },
  badKey: { status: 401, body: { detail: 'Invalid API key, please get a new one from https://jina.ai' } },
  tooMany: waiting({ status: 429, body: { detail: 'Rate limit exceeded: 500 requests per minute.' } }),
  badRequest: {
    status: 422,
    body: { detail: [{ type: 'literal_error', loc: ['body', 'task'], msg: 'Input should be one of the known tasks', input: 'x' }] },
    told: 'Input should be one of the known tasks',
  },
}

const voyage: Service = {
  ...{ name: 'Voyage', type: 1101, model: 'voyage-4', ask, path: '/v1/embeddings', headers: bearer },
  bodies: [{ model: 'voyage-4', input: texts, output_dimension: SIZE }],
  answers: [listed({ total_tokens: 9 })],
  ...{ told: toldOf(9, { id: expect.any(String) }), cost: 9 },
  badKey: { status: 401, body: { detail: 'Provided API key is invalid.' } },
  tooMany: waiting({ status: 429, body: { detail: 'You have reached the limit of 3 RPM and 10K TPM.' } }),
  badRequest: {
    status: 400,
    body: { detail: 'Value 256 supplied for argument "output_dimension" is not valid.' },
    told: 'supplied for argument',
  },
}

const siliconFlow: Service = {
  ...{ name: 'SiliconFlow', type: 40, model: 'Qwen/Qwen3-Embedding-8B', ...askedByCohere, path: '/v1/embeddings', headers: bearer },
  bodies: [body('Qwen/Qwen3-Embedding-8B')],
  answers: [listed({ prompt_tokens: 9, completion_tokens: 0, total_tokens: 9 })],
  ...{ told: toldCohere(9), cost: 9 },
  badKey: { status: 401, body: 'Api key is invalid' },
  tooMany: waiting({ status: 429, body: { code: 50_603, message: 'Request was rejected due to rate limiting.', data: null } }),
  badRequest: { status: 400, body: { code: 20_015, message: 'The parameter is invalid.', data: null }, told: 'The parameter is invalid.' },
}

const dashScope: Service = {
  ...{ name: 'DashScope', type: 17, model: 'text-embedding-v4', ...askedByCohere, headers: bearer },
  path: '/compatible-mode/v1/embeddings',
  bodies: [body('text-embedding-v4')],
  answers: [listed({ prompt_tokens: 9, total_tokens: 9 }, { id: '73591b79' })],
  ...{ told: toldCohere(9), cost: 9 },
  badKey: refusal(401, 'Incorrect API key provided.', { type: 'invalid_request_error', param: null, code: 'invalid_api_key' }),
  tooMany: waiting(
    refusal(429, 'You exceeded your current requests list.', { type: 'limit_requests', param: null, code: 'limit_requests' }),
  ),
  badRequest: refusal(400, '<400> InternalError.Algo.InvalidParameter: Value error, batch size is invalid', {
    ...{ type: 'invalid_request_error', param: null, code: 'invalid_parameter_error' },
  }),
}

/** By Google's own client. */
const google: Service = {
  ...{ name: 'Gemini', type: 24, model: 'gemini-embedding-001', headers: gemini.headers },
  ask: { path: '/v1beta/models/{model}:batchEmbedContents', body: askOfGoogle('models/any') },
  path: '/v1beta/models/gemini-embedding-001:batchEmbedContents',
  bodies: [askOfGoogle('models/gemini-embedding-001')],
  answers: [{ body: { embeddings: [{ values: first }, { values: second }], usageMetadata: { promptTokenCount: 9, totalTokenCount: 9 } } }],
  told: { embeddings: [{ values: first }, { values: second }], usageMetadata: { promptTokenCount: 9, totalTokenCount: 9 } },
  cost: 9,
  badKey: gemini.badKey,
  ...(gemini.tooMany && { tooMany: gemini.tooMany }),
  badRequest: refusal(400, '* EmbedContentRequest.content contains an empty Part.', { code: 400, status: 'INVALID_ARGUMENT' }),
}
const listOf = <Given extends Refusal>({ body, ...given }: Given) => ({ ...given, body: [body] })
/** At Google's address for OpenAI's clients, whose answer counts nothing, and whose refusals are lists. */
const googleCompatible: Service = {
  ...{ name: 'Gemini for OpenAI’s clients', type: 24, model: 'gemini-embedding-001', ...askedByCohere, headers: bearer },
  path: '/v1beta/openai/embeddings',
  bodies: [body('gemini-embedding-001')],
  answers: [{ body: { ...listed({}).body, usage: undefined } }],
  ...{ told: toldCohere(7), cost: 7 },
  badKey: listOf(google.badKey),
  ...(gemini.tooMany && { tooMany: listOf(gemini.tooMany) }),
  badRequest: listOf(google.badRequest),
}

const mistral: Service = {
  ...{ name: 'Mistral', type: 42, model: 'codestral-embed', ...askedByCohere, path: '/v1/embeddings', headers: bearer },
  bodies: [{ model: 'codestral-embed', input: texts, output_dimension: SIZE, encoding_format: 'float' }],
  answers: [
    listed({ prompt_audio_seconds: null, prompt_tokens: 9, total_tokens: 9, completion_tokens: 0, request_count: null }, { id: 'c1' }),
  ],
  ...{ told: toldCohere(9), cost: 9 },
  badKey: { status: 401, body: { detail: 'Unauthorized' } },
  tooMany: waiting({
    status: 429,
    body: { object: 'error', message: 'Rate limit exceeded', type: 'rate_limited', param: null, code: '1300' },
  }),
  badRequest: {
    status: 400,
    body: {
      object: 'error',
      message: 'Too many inputs in request, split into more batches.',
      type: 'invalid_request_prompt',
      code: '3210',
    },
    told: 'Too many inputs in request',
  },
}

/** OpenAI's clients get the reply as it came, since it has their shape. */
const mistralForOpenai: Service = {
  ...{ ...mistral, name: 'Mistral for OpenAI’s clients', ask, lost: undefined },
  told: mistral.answers[0]?.body,
}

const arkErrors = {
  badKey: refusal(401, 'The API key in the request is missing or invalid. Request id: 02', {
    code: 'AuthenticationError',
    param: '',
    type: 'Unauthorized',
  }),
  tooMany: waiting(
    refusal(429, 'The requests per minute limit of the model is exceeded.', {
      ...{ code: 'ModelAccountRpmRateLimitExceeded', param: '', type: 'TooManyRequests' },
    }),
  ),
  badRequest: refusal(400, 'The parameter `input` specified in the request is not valid: too many.', {
    ...{ code: 'InvalidParameter', param: 'input', type: 'BadRequest' },
  }),
}
const ark: Service = {
  ...{ name: 'Ark', type: 45, model: 'doubao-embedding-large-text-250515', ...askedByCohere, path: '/api/v3/embeddings', headers: bearer },
  bodies: [body('doubao-embedding-large-text-250515')],
  answers: [listed({ prompt_tokens: 9, total_tokens: 9 }, { id: '021', created: 1_790_000_000 })],
  ...{ told: toldCohere(9), cost: 9 },
  ...arkErrors,
}
const zhipu: Service = {
  ...{ name: 'Zhipu', type: 26, model: 'embedding-3', ...askedByCohere, path: '/api/paas/v4/embeddings', headers: bearer },
  bodies: [{ model: 'embedding-3', input: texts, dimensions: SIZE }],
  answers: [listed({ completion_tokens: 0, prompt_tokens: 9, total_tokens: 9 })],
  ...{ told: toldCohere(9), cost: 9 },
  badKey: refusal(401, '身份验证失败。', { code: '1000' }),
  tooMany: waiting(refusal(429, '您当前使用该API的频率过高，请降低频率，或联系客服增加限额。', { code: '1303' })),
  badRequest: refusal(400, 'dimensions 参数非法。请检查文档。', { code: '1214' }),
}

const bedrockErrors = {
  badKey: awsError(403, 'UnrecognizedClientException', 'The security token included in the request is invalid.'),
  tooMany: waiting(awsError(429, 'ThrottlingException', 'Too many requests, please wait before trying again.')),
  badRequest: awsError(400, 'ValidationException', 'Malformed input request: #/dimensions: 256 is not a valid enum value'),
}
const ofBedrock = (key: string) => ({ authorization: `Bearer ${key.split('|')[0]}` })
/** A request has room for one text. */
const titan: Service = {
  ...{ name: 'Titan at Bedrock', type: 33, model: 'amazon.titan-embed-text-v2:0', keys: awsKeys, headers: ofBedrock },
  ...{ ask: { ...ask, body: { ...ask.body, input: texts.slice(0, 1) } }, path: '/model/amazon.titan-embed-text-v2%3A0/invoke' },
  bodies: [{ inputText: texts[0], dimensions: SIZE }],
  answers: [{ body: { embedding: first, embeddingsByType: { float: first }, inputTextTokenCount: 6 } }],
  ...{ told: { ...toldOf(6, { id: expect.any(String) }), data: [{ object: 'embedding', index: 0, embedding: first }] }, cost: 6 },
  ...bedrockErrors,
}
const cohereAtBedrock: Service = {
  ...{ name: 'Cohere at Bedrock', type: 33, model: 'cohere.embed-v4:0', keys: awsKeys, ask, headers: ofBedrock },
  path: '/model/cohere.embed-v4%3A0/invoke',
  bodies: [{ texts, input_type: 'search_document', embedding_types: ['float'], output_dimension: SIZE }],
  answers: [
    {
      body: { id: '54910170', texts, embeddings: { float: [first, second] }, response_type: 'embeddings_by_type' },
    },
  ],
  // Without a word of what it counts: seven tokens by our count.
  ...{ told: toldOf(7, { id: '54910170' }), cost: 7 },
  ...bedrockErrors,
}

export const vectors: readonly Service[] = [
  ...[
    openai,
    azure,
    azureDated,
    cohere,
    jina,
    voyage,
    siliconFlow,
    dashScope,
    google,
    googleCompatible,
    mistral,
    mistralForOpenai,
    ark,
    zhipu,
    titan,
  ],
  cohereAtBedrock,
]
