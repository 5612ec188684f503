// Vendors of OpenAI's Responses, and Gemini's own dialect, whose question comes from a client of OpenAI's chat.
import { step } from '../../../testing/fakes/fake-provider-script.ts'
import { CALL_ID, described, geminiQuestion, MAX_TOKENS, parameters, TEMPERATURE } from './question.ts'
import { bearer, type Json, refusal, type Vendor } from './vendor.ts'

const argumentText = '{"city":"Oslo"}'
const usage = {
  ...{ input_tokens: 120, output_tokens: 30, total_tokens: 150 },
  ...{ input_tokens_details: { cached_tokens: 100 }, output_tokens_details: { reasoning_tokens: 10 } },
}
const item = { type: 'function_call', id: 'fc_1', call_id: 'call_1', name: 'get_weather' }
const head = {
  id: 'resp_1',
  object: 'response',
  created_at: 1_790_000_000,
  model: 'm',
  error: null,
  incomplete_details: null,
  instructions: null,
}
const done = { ...item, arguments: argumentText, status: 'completed' }
const reasoning = { type: 'reasoning', id: 'rs_1', summary: [] }

const completed = (more: Json = {}): Json => ({ ...head, status: 'completed', output: [reasoning, done], usage: { ...usage, ...more } })
const stream = (more: Json = {}) => {
  const events = [
    { type: 'response.created', response: { ...head, status: 'in_progress', output: [], usage: null } },
    { type: 'response.in_progress', response: { ...head, status: 'in_progress', output: [], usage: null } },
    { type: 'response.output_item.added', output_index: 0, item: reasoning },
    { type: 'response.output_item.done', output_index: 0, item: reasoning },
    { type: 'response.output_item.added', output_index: 1, item: { ...item, arguments: '', status: 'in_progress' } },
    { type: 'response.function_call_arguments.delta', item_id: 'fc_1', output_index: 1, delta: argumentText, obfuscation: 'x' },
    { type: 'response.function_call_arguments.done', item_id: 'fc_1', output_index: 1, arguments: argumentText },
    { type: 'response.output_item.done', output_index: 1, item: done },
    { type: 'response.completed', response: completed(more) },
  ]
  const printed = events.map((event, at) => `event: ${event.type}\ndata: ${JSON.stringify({ ...event, sequence_number: at })}\n\n`)
  return [step.streamHead(), ...printed.map((text) => step.text(text)), step.end()]
}

const text = (type: string, words: string) => [{ type, text: words }]
const body = {
  input: [
    { type: 'message', role: 'system', content: text('input_text', 'Be brief.') },
    { type: 'message', role: 'user', content: text('input_text', 'How warm is it in Rome?') },
    { type: 'message', role: 'assistant', content: text('output_text', 'I look.') },
    { type: 'function_call', call_id: CALL_ID, name: 'get_weather', arguments: '{"city":"Rome"}' },
    { type: 'function_call_output', call_id: CALL_ID, output: '{"celsius":18}' },
  ],
  tools: [{ type: 'function', ...described, parameters, strict: false }],
  ...{ temperature: TEMPERATURE, max_output_tokens: MAX_TOKENS },
}

/** Both are called in their chat too. */
const channel = { setting: JSON.stringify({ dialects: ['openai-responses'] }) }
/** Both would keep the answer, which nobody asked for. */
const unkept = { ...body, store: false }
const responses = { path: '/v1/responses', headers: bearer, body, billed: { prompt: 120, cached: 100, output: 30 } }

/** A call of OpenAI's Responses elsewhere: its body and its answers. */
export const responsesCall = () => ({ body: unkept, whole: completed(), stream: stream() })

const openai: Vendor = {
  ...{ ...responses, name: 'OpenAI Responses', type: 1, model: 'gpt-4.1', channel, body: unkept },
  ...{ whole: completed(), stream: stream() },
  badKey: refusal(401, 'Incorrect API key provided: key-a.', { type: 'invalid_request_error', param: null, code: 'invalid_api_key' }),
  tooMany: refusal(429, 'Rate limit reached for gpt-4.1', { type: 'requests', param: null, code: 'rate_limit_exceeded' }),
  unpaid: refusal(429, 'You exceeded your current quota', { type: 'insufficient_quota', param: null, code: 'insufficient_quota' }),
  badRequest: refusal(400, 'Missing required parameter: input.', {
    type: 'invalid_request_error',
    param: 'input',
    code: 'missing_required_parameter',
  }),
}
const xai: Vendor = {
  ...{ ...responses, name: 'xAI Responses', type: 48, model: 'grok-4.3', channel, body: unkept },
  ...{ whole: completed({ cost_in_usd_ticks: 1_466_250, num_sources_used: 0 }), stream: stream({ cost_in_usd_ticks: 1_466_250 }) },
  badKey: {
    status: 400,
    body: { code: 'Client specified an invalid argument', error: 'Incorrect API key provided: ke***-a.' },
  },
  tooMany: { status: 429, body: { code: 'Some resource has been exhausted', error: 'Too many requests for team t.' } },
  badRequest: {
    status: 400,
    body: { code: 'Client specified an invalid argument', error: 'Model not found: grok-0' },
    told: 'Model not found: grok-0',
  },
}
const perplexity: Vendor = {
  ...{ ...responses, name: 'Perplexity', type: 27, model: 'perplexity/sonar' },
  ...{
    whole: completed({ cost: { currency: 'USD', total_cost: 0.005 } }),
    stream: stream({ cost: { currency: 'USD', total_cost: 0.005 } }),
  },
  badKey: refusal(401, 'Invalid API key provided.', { type: 'invalid_api_key', code: 401 }),
  tooMany: refusal(429, 'Request rate limit exceeded', { type: 'rate_limit_exceeded', code: 429 }),
  badRequest: refusal(400, 'Invalid model', { type: 'invalid_model', code: 400 }),
}

const geminiUsage = {
  promptTokenCount: 120,
  cachedContentTokenCount: 100,
  candidatesTokenCount: 20,
  thoughtsTokenCount: 10,
  totalTokenCount: 150,
}
const candidate = (parts: readonly Json[], more: Json = {}) => ({ candidates: [{ content: { parts, role: 'model' }, index: 0, ...more }] })
const geminiCall = { functionCall: { name: 'get_weather', args: { city: 'Oslo' } }, thoughtSignature: 'EpEgCo4gAb4+9vvWwdN+NkNiCCwr' }
const modelPath = '/v1beta/models/gemini-2.0-flash'
const blockNone = ['HARASSMENT', 'HATE_SPEECH', 'SEXUALLY_EXPLICIT', 'DANGEROUS_CONTENT'].map((category) => ({
  ...{ category: `HARM_CATEGORY_${category}`, threshold: 'BLOCK_NONE' },
}))

/** The last is what the option for Gemini's filters says where nobody has changed it. @param part more of the call in the history */
export const geminiBody = (part: Json = {}): Json => ({ ...geminiQuestion(part), safetySettings: blockNone })

export const gemini: Vendor = {
  ...{ name: 'Gemini', type: 24, model: 'gemini-2.0-flash', isModelInPath: true, asks: 'chat' },
  ...{ path: `${modelPath}:generateContent`, streamPath: `${modelPath}:streamGenerateContent?alt=sse` },
  headers: (key) => ({ 'x-goog-api-key': key }),
  body: geminiBody(),
  whole: {
    ...candidate([geminiCall], { finishReason: 'STOP', avgLogprobs: -0.1 }),
    usageMetadata: geminiUsage,
    modelVersion: 'm',
    responseId: 'r',
  },
  stream: [
    step.streamHead(),
    step.frame({
      ...candidate([geminiCall]),
      usageMetadata: { promptTokenCount: 120, totalTokenCount: 120 },
      modelVersion: 'm',
      responseId: 'r',
    }),
    step.frame({ ...candidate([{ text: '' }], { finishReason: 'STOP' }), usageMetadata: geminiUsage, modelVersion: 'm', responseId: 'r' }),
    step.end(),
  ],
  billed: { prompt: 120, cached: 100, output: 30 },
  badKey: refusal(400, 'API key not valid. Please pass a valid API key.', {
    code: 400,
    status: 'INVALID_ARGUMENT',
    details: [{ '@type': 'type.googleapis.com/google.rpc.ErrorInfo', reason: 'API_KEY_INVALID', domain: 'googleapis.com' }],
  }),
  tooMany: {
    ...refusal(429, 'You exceeded your current quota, please check your plan.', {
      code: 429,
      status: 'RESOURCE_EXHAUSTED',
      details: [{ '@type': 'type.googleapis.com/google.rpc.RetryInfo', retryDelay: '34.4s' }],
    }),
    waits: 34.4,
  },
  badRequest: refusal(400, 'Please use a valid role: user, model.', { code: 400, status: 'INVALID_ARGUMENT' }),
}

export const responsesAndGemini: readonly Vendor[] = [openai, xai, perplexity, gemini]
