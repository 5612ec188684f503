// Vendors of OpenAI's chat outside of China.
import { chatQuestion } from './question.ts'
import { bearer, chatAnswer, chatStream, delta, ended, moreArguments, refusal, toolCall, type Vendor } from './vendor.ts'

const chat = JSON.stringify({ dialects: ['openai-chat'] })
/** A stream ends with its usage where that is asked for. */
const withUsage = { stream_options: { include_usage: true } }

const openaiUsage = {
  ...{ prompt_tokens: 120, completion_tokens: 30, total_tokens: 150 },
  prompt_tokens_details: { cached_tokens: 100, audio_tokens: 0 },
  completion_tokens_details: { reasoning_tokens: 10, audio_tokens: 0, accepted_prediction_tokens: 0, rejected_prediction_tokens: 0 },
}

const openai: Vendor = {
  ...{ name: 'OpenAI', type: 1, model: 'gpt-4.1', channel: { setting: chat }, path: '/v1/chat/completions', headers: bearer },
  body: chatQuestion(),
  streamOnly: withUsage,
  whole: chatAnswer({ content: null, refusal: null, annotations: [], tool_calls: [toolCall('call_1')] }, openaiUsage, {
    ...{ service_tier: 'default', system_fingerprint: 'fp_1' },
  }),
  stream: chatStream(
    {
      ...delta({ role: 'assistant', content: null, tool_calls: [{ index: 0, ...toolCall('call_1', '') }] }),
      usage: null,
      obfuscation: 'Qup1',
    },
    { ...delta(moreArguments('{"city":')), usage: null, obfuscation: 'yh' },
    { ...delta(moreArguments('"Oslo"}')), usage: null, obfuscation: 'y' },
    { ...ended(), usage: null, obfuscation: 'zap0' },
    { choices: [], usage: openaiUsage, obfuscation: 'h9' },
  ),
  billed: { prompt: 120, cached: 100, output: 30 },
  badKey: refusal(401, 'Incorrect API key provided: key-a. You can find your API key at https://platform.openai.com/account/api-keys.', {
    ...{ type: 'invalid_request_error', param: null, code: 'invalid_api_key' },
  }),
  tooMany: refusal(429, 'Rate limit reached for gpt-4.1 on requests per min (RPM): Limit 3, Used 3, Requested 1.', {
    ...{ type: 'requests', param: null, code: 'rate_limit_exceeded' },
  }),
  unpaid: refusal(429, 'You exceeded your current quota, please check your plan and billing details.', {
    ...{ type: 'insufficient_quota', param: null, code: 'insufficient_quota' },
  }),
  badRequest: refusal(400, 'Invalid prompt: your prompt was flagged as potentially violating our usage policy.', {
    ...{ type: 'invalid_request_error', param: null, code: 'invalid_prompt' },
  }),
}

const vllmUsage = { prompt_tokens: 120, total_tokens: 150, completion_tokens: 30, prompt_tokens_details: { cached_tokens: 96 } }
const vllm: Vendor = {
  ...{ name: 'vLLM, as an own address', type: 8, model: 'Qwen/Qwen3-8B', path: '/v1/chat/completions', headers: bearer },
  body: chatQuestion(),
  streamOnly: withUsage,
  whole: chatAnswer(
    { content: null, reasoning_content: 'Oslo.', tool_calls: [toolCall('chatcmpl-tool-1')] },
    vllmUsage,
    { prompt_logprobs: null, kv_transfer_params: null },
    { logprobs: null, stop_reason: null },
  ),
  stream: chatStream(
    delta({ role: 'assistant', content: '' }, { logprobs: null }),
    delta({ reasoning_content: 'Oslo.' }, { logprobs: null }),
    delta({ tool_calls: [{ index: 0, ...toolCall('chatcmpl-tool-1', '') }] }, { logprobs: null }),
    delta(moreArguments('{"city":"Oslo"}'), { logprobs: null }),
    ended({ content: '' }, { logprobs: null, stop_reason: null }),
    { choices: [], usage: vllmUsage },
  ),
  billed: { prompt: 120, cached: 96, output: 30 },
  badKey: { status: 401, body: { error: 'Unauthorized' } },
  badRequest: {
    status: 400,
    body: { object: 'error', message: 'max_tokens must be at least 1, got 0.', type: 'BadRequestError', param: null, code: 400 },
    told: 'max_tokens must be at least 1, got 0.',
  },
}

const openrouterUsage = {
  ...{ prompt_tokens: 120, completion_tokens: 30, total_tokens: 150, cost: 0.0004, is_byok: false },
  prompt_tokens_details: { cached_tokens: 100, cache_write_tokens: 0, audio_tokens: 0, video_tokens: 0 },
  cost_details: { upstream_inference_cost: null, upstream_inference_prompt_cost: 0.0001, upstream_inference_completions_cost: 0.0003 },
  completion_tokens_details: { reasoning_tokens: 10, image_tokens: 0 },
}
const native = { native_finish_reason: 'tool_calls', logprobs: null }
const openrouter: Vendor = {
  ...{ name: 'OpenRouter', type: 20, model: 'openai/gpt-4.1', path: '/v1/chat/completions' },
  headers: (key) => ({ ...bearer(key), 'x-title': 'Waystation' }),
  body: chatQuestion(),
  streamOnly: withUsage,
  whole: chatAnswer(
    { content: '', refusal: null, reasoning: null, tool_calls: [{ index: 0, ...toolCall('call_1') }] },
    openrouterUsage,
    { provider: 'OpenAI' },
    native,
  ),
  stream: chatStream(
    ': OPENROUTER PROCESSING\n\n',
    { provider: 'OpenAI', ...delta({ role: 'assistant', content: '' }, { ...native, native_finish_reason: null }) },
    ': OPENROUTER PROCESSING\n\n',
    { provider: 'OpenAI', ...delta({ role: 'assistant', content: null, tool_calls: [{ index: 0, ...toolCall('call_1', '') }] }) },
    { provider: 'OpenAI', ...delta({ role: 'assistant', content: null, ...moreArguments('{"city":"Oslo"}', { type: 'function' }) }) },
    { provider: 'OpenAI', ...ended({ role: 'assistant', content: '' }, native) },
    { provider: 'OpenAI', ...delta({ role: 'assistant', content: '' }, { ...native, native_finish_reason: null }), usage: openrouterUsage },
  ),
  billed: { prompt: 120, cached: 100, output: 30 },
  badKey: refusal(401, 'User not found.', { code: 401 }),
  tooMany: refusal(429, 'Rate limit exceeded: limit_rpm/openai/gpt-4.1.', {
    code: 429,
    metadata: { headers: { 'X-RateLimit-Remaining': '0' } },
  }),
  unpaid: refusal(402, 'Insufficient credits. Add more using https://openrouter.ai/settings/credits', { code: 402 }),
  badRequest: {
    status: 403,
    body: {
      error: {
        message: 'openai/gpt-4.1 requires moderation on OpenAI. Your input was flagged for "violence".',
        code: 403,
        metadata: { reasons: ['violence'], flagged_input: 'How warm is it', provider_name: 'OpenAI', model_slug: 'openai/gpt-4.1' },
      },
    },
    told: 'Your input was flagged for "violence".',
  },
}

const mistralUsage = {
  prompt_tokens: 124,
  total_tokens: 146,
  completion_tokens: 22,
  num_cached_tokens: 64,
  prompt_tokens_details: { cached_tokens: 64 },
}
/** Neither a type nor an index. */
const mistralCall = { id: 'gSIMJiOkT', function: { name: 'get_weather', arguments: '{"city": "Oslo"}' } }
const mistral: Vendor = {
  ...{ name: 'Mistral', type: 42, model: 'mistral-small-2603', path: '/v1/chat/completions', headers: bearer },
  body: chatQuestion(),
  whole: chatAnswer({ tool_calls: [mistralCall] }, mistralUsage),
  stream: chatStream(delta({ role: 'assistant', content: '' }, { logprobs: null }), {
    ...ended({ content: null, tool_calls: [mistralCall] }, { logprobs: null }),
    usage: mistralUsage,
  }),
  billed: { prompt: 124, cached: 64, output: 22 },
  badKey: { status: 401, body: { detail: 'Unauthorized' } },
  tooMany: {
    status: 429,
    body: { object: 'error', message: 'Rate limit exceeded', type: 'rate_limited', param: null, code: '1300', raw_status_code: 429 },
  },
  badRequest: {
    status: 400,
    body: {
      ...{ object: 'error', message: 'Expected last role User or Tool (or Assistant with prefix True) for serving but got assistant' },
      ...{ type: 'invalid_request_message_order', param: null, code: '3230', raw_status_code: 400 },
    },
    told: 'Expected last role User or Tool',
  },
}

/** Thinking is counted beside the answer. */
const xaiUsage = {
  ...{ prompt_tokens: 120, completion_tokens: 20, total_tokens: 240, num_sources_used: 0, cost_in_usd_ticks: 1_466_250 },
  prompt_tokens_details: { text_tokens: 120, audio_tokens: 0, image_tokens: 0, cached_tokens: 110 },
  completion_tokens_details: { reasoning_tokens: 100, audio_tokens: 0, accepted_prediction_tokens: 0, rejected_prediction_tokens: 0 },
}
const xai: Vendor = {
  ...{ name: 'xAI', type: 48, model: 'grok-4.3', channel: { setting: chat }, path: '/v1/chat/completions', headers: bearer },
  body: chatQuestion(),
  streamOnly: withUsage,
  whole: chatAnswer({ content: '', reasoning_content: 'Oslo.', refusal: null, tool_calls: [toolCall('call_1')] }, xaiUsage),
  stream: chatStream(
    { choices: [{ index: 0, delta: { role: 'assistant', reasoning_content: 'Oslo.' } }] },
    { choices: [{ index: 0, delta: { tool_calls: [{ index: 0, ...toolCall('call_1') }] } }] },
    { choices: [{ index: 0, delta: {}, finish_reason: 'tool_calls' }] },
    { choices: [], usage: xaiUsage },
  ),
  billed: { prompt: 120, cached: 110, output: 120 },
  badKey: {
    status: 400,
    body: {
      code: 'Client specified an invalid argument',
      error: 'Incorrect API key provided: ke***-a. You can obtain an API key from https://console.x.ai.',
    },
  },
  tooMany: { status: 429, body: { code: 'Some resource has been exhausted', error: 'Too many requests for team t and model grok-4.3.' } },
  unpaid: {
    status: 403,
    body: { code: 'personal-team-blocked:spending-limit', error: 'You have run out of credits or need a Grok subscription.' },
  },
  badRequest: {
    status: 400,
    body: { code: 'Client specified an invalid argument', error: 'The model expects a single `text` element per message.' },
    told: 'The model expects a single `text` element per message.',
  },
}

const workersUsage = { prompt_tokens: 120, completion_tokens: 30, total_tokens: 150, prompt_tokens_details: { cached_tokens: 0 } }
const workersError = (code: number, message: string) => ({ result: null, success: false, errors: [{ code, message }], messages: [] })
const workers: Vendor = {
  ...{
    name: 'Cloudflare Workers AI',
    type: 39,
    model: '@cf/meta/llama-4-scout-17b-16e-instruct',
    channel: { other: 'acc0123' },
    headers: bearer,
  },
  path: '/client/v4/accounts/acc0123/ai/v1/chat/completions',
  body: chatQuestion(),
  streamOnly: withUsage,
  whole: chatAnswer({ content: null, tool_calls: [toolCall('chatcmpl-tool-1')] }, workersUsage),
  stream: chatStream(delta({ role: 'assistant', content: '', tool_calls: [{ index: 0, ...toolCall('chatcmpl-tool-1') }] }), ended(), {
    choices: [],
    usage: workersUsage,
  }),
  billed: { prompt: 120, cached: 0, output: 30 },
  badKey: { status: 401, body: workersError(10_000, 'Authentication error') },
  tooMany: { status: 429, body: workersError(3040, 'Capacity temporarily exceeded, please try again.') },
  unpaid: { status: 429, body: workersError(4006, 'you have used up your daily free allocation of 10,000 neurons') },
  badRequest: { status: 400, body: workersError(5007, 'No such model @cf/meta/none or task'), told: 'No such model @cf/meta/none or task' },
}

export const chatAbroad: readonly Vendor[] = [openai, vllm, openrouter, mistral, xai, workers]
