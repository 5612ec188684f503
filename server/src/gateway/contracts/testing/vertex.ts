// Models of three makers at Vertex AI, each in its own dialect. Sources: Google Cloud, "Generative AI on Vertex AI": "Generate content",
// "Claude models: request predictions", "Call MaaS APIs for open models", "Error code 429", "API errors"; the libraries of Google and
// Anthropic for Vertex; what users report of its errors; all as of 2026.
import { FakeTokenEndpoint } from '../../../testing/fakes/fake-token-endpoint.ts'
import { anthropic, anthropicError } from './own-dialects.ts'
import { chatQuestion } from './question.ts'
import { gemini, geminiBody } from './responses.ts'
import { chatAnswer, chatStream, delta, ended, type Json, moreArguments, type Refusal, toolCall, type Vendor } from './vendor.ts'

/** Where the accounts below get their tokens; whoever asks these vendors lets it listen. */
export const googleTokens = new FakeTokenEndpoint()
const accounts = ['house-a', 'house-b', 'house-c'].map((project) => googleTokens.account(project))
const accountOf = (key: string) => accounts.find((account) => account.key === key)

/** The newest token of the account. */
const token = (key: string) => ({
  authorization: `Bearer ${googleTokens.answers.findLast(({ email }) => email === accountOf(key)?.email)?.token}`,
})

const googleError = (code: number, status: string, message: string, more: Json = {}) => ({
  ...{ status: code, body: { error: { code, message, status, ...more } }, told: message },
})
const unauthenticated = googleError(
  401,
  'UNAUTHENTICATED',
  'Request had invalid authentication credentials. Expected OAuth 2 access token, login cookie or other valid authentication credential. See ' +
    'https://developers.google.com/identity/sign-in/web/devconsole-project.',
  {
    details: [{ '@type': 'type.googleapis.com/google.rpc.ErrorInfo', reason: 'ACCESS_TOKEN_TYPE_UNSUPPORTED', domain: 'googleapis.com' }],
  },
)
const exhausted = googleError(
  429,
  'RESOURCE_EXHAUSTED',
  'Resource exhausted. Please try again later. Please refer to https://cloud.google.com/vertex-ai/generative-ai/docs/error-code-429 for more details.',
)
const perModel = (model: string): Refusal =>
  googleError(
    429,
    'RESOURCE_EXHAUSTED',
    `Quota exceeded for aiplatform.googleapis.com/online_prediction_requests_per_base_model with base model: ${model}. Please submit a quota ` +
      'increase request. https://cloud.google.com/vertex-ai/docs/generative-ai/quotas-genai.',
  )
/** Where the answer would be a stream of JSON, a refusal is a list of one. */
const listed = <Given extends Refusal>({ body, ...refusal }: Given) => ({ ...refusal, body: [body] })

const keys = accounts.map(({ key }) => key)
const cloud = { type: 41, keys, headers: token, hasTokens: true, badKey: unauthenticated } as const
const below = (region: string, rest: string) => (key: string) => `/v1/projects/${accountOf(key)?.project}/locations/${region}/${rest}`

const geminiPath = 'publishers/google/models/gemini-3.5-flash'
const google: Vendor = {
  ...{ ...gemini, ...cloud, name: 'Gemini at Vertex', model: 'gemini-3.5-flash', channel: { other: 'global' } },
  path: below('global', `${geminiPath}:generateContent`),
  streamPath: below('global', `${geminiPath}:streamGenerateContent?alt=sse`),
  // Since Gemini 3 a call that was made elsewhere has this in place of a signature: "Thought signatures", 2026.
  body: geminiBody({ thoughtSignature: 'skip_thought_signature_validator' }),
  tooMany: exhausted,
  badRequest: googleError(400, 'INVALID_ARGUMENT', 'Unable to submit request because it must have a text parameter.'),
}

const claudePath = 'publishers/anthropic/models/claude-haiku-4-5@20251001'
const { unpaid: _, ...messages } = anthropic
const claude: Vendor = {
  ...{ ...messages, ...cloud, name: 'Claude at Vertex', model: 'claude-haiku-4-5@20251001', isModelInPath: true },
  channel: { other: JSON.stringify({ default: 'global', 'claude-haiku-4-5@20251001': 'us-east5' }) },
  ...{ path: below('us-east5', `${claudePath}:rawPredict`), streamPath: below('us-east5', `${claudePath}:streamRawPredict`) },
  body: { anthropic_version: 'vertex-2023-10-16', ...messages.body, stream: false },
  streamOnly: { stream: true },
  tooMany: perModel('anthropic-claude-haiku-4-5'),
  badRequest: anthropicError(400, 'invalid_request_error', 'messages: text content blocks must be non-empty'),
}

const openUsage = {
  ...{ prompt_tokens: 120, completion_tokens: 30, total_tokens: 150, prompt_tokens_details: { cached_tokens: 100 } },
  extra_properties: { google: { traffic_type: 'ON_DEMAND' } },
}
const open: Vendor = {
  ...{ ...cloud, name: 'An open model at Vertex', model: 'deepseek-ai/deepseek-v3.2-maas', channel: { other: 'us-central1' } },
  path: below('us-central1', 'endpoints/openapi/chat/completions'),
  body: chatQuestion(),
  streamOnly: { stream_options: { include_usage: true } },
  whole: chatAnswer({ content: null, reasoning_content: 'Oslo.', tool_calls: [toolCall('call_1')] }, openUsage),
  stream: chatStream(
    delta({ role: 'assistant', content: '' }, { logprobs: null }),
    delta({ reasoning_content: 'Oslo.' }, { logprobs: null }),
    delta({ tool_calls: [{ index: 0, ...toolCall('call_1', '') }] }, { logprobs: null }),
    delta(moreArguments('{"city":"Oslo"}'), { logprobs: null }),
    ended({}, { logprobs: null }),
    { choices: [], usage: openUsage },
  ),
  billed: { prompt: 120, cached: 100, output: 30 },
  tooMany: listed(exhausted),
  badRequest: listed(googleError(400, 'INVALID_ARGUMENT', 'Request contains an invalid argument.')),
}

/** Keys of express mode have no project and no region, and serve Gemini only. */
const express: Vendor = {
  ...{ ...gemini, name: 'Gemini at Vertex by a key', type: 41, model: 'gemini-3.5-flash', body: google.body },
  keys: ['AQ.Ab8RN6express-key-a', 'AQ.Ab8RN6express-key-b', 'AQ.Ab8RN6express-key-c'],
  ...{ path: `/v1/${geminiPath}:generateContent`, streamPath: `/v1/${geminiPath}:streamGenerateContent?alt=sse` },
}

export const vertex: readonly Vendor[] = [google, claude, open, express]
