// Vendors of OpenAI's chat in China.
import { step } from '../../../testing/fakes/fake-provider-script.ts'
import { chatQuestion } from './question.ts'
import { bearer, chatAnswer, chatStream, delta, ended, moreArguments, refusal, toolCall, type Vendor } from './vendor.ts'

const withUsage = { stream_options: { include_usage: true } }
const usage = { prompt_tokens: 120, completion_tokens: 30, total_tokens: 150 }
const cachedUsage = { ...usage, prompt_tokens_details: { cached_tokens: 100 }, completion_tokens_details: { reasoning_tokens: 10 } }
const billed = { prompt: 120, cached: 0, output: 30 }
const billedCached = { prompt: 120, cached: 100, output: 30 }
const first = { index: 0, ...toolCall('call_1', '') }
const whole = { index: 0, ...toolCall('call_1') }

const deepseekUsage = { ...cachedUsage, prompt_cache_hit_tokens: 100, prompt_cache_miss_tokens: 20 }
const deepseekError = { type: 'invalid_request_error', param: null, code: 'invalid_request_error' }
const deepseek: Vendor = {
  ...{ name: 'DeepSeek', type: 43, model: 'deepseek-v4-flash', path: '/v1/chat/completions', headers: bearer },
  // Its thinking must come back with a turn that calls tools: where there was none, a blank stands for it.
  body: chatQuestion({ reasoning_content: ' ' }),
  streamOnly: withUsage,
  whole: chatAnswer({ content: '', reasoning_content: 'Oslo.', tool_calls: [whole] }, deepseekUsage, {}, { logprobs: null }),
  stream: chatStream(
    ': keep-alive\n\n',
    { ...delta({ role: 'assistant', content: null, reasoning_content: '' }, { logprobs: null }), usage: null },
    { ...delta({ content: null, reasoning_content: 'Oslo.' }, { logprobs: null }), usage: null },
    { ...delta({ tool_calls: [first] }, { logprobs: null }), usage: null },
    ': keep-alive\n\n',
    { ...delta(moreArguments('{"city":"Oslo"}'), { logprobs: null }), usage: null },
    { ...ended({ content: '', reasoning_content: null }, { logprobs: null }), usage: deepseekUsage },
  ),
  billed: billedCached,
  badKey: refusal(401, 'Authentication Fails, Your api key: ****ey-a is invalid', { ...deepseekError, type: 'authentication_error' }),
  tooMany: refusal(429, 'Rate limit reached', deepseekError),
  unpaid: refusal(402, 'Insufficient Balance', { ...deepseekError, type: 'unknown_error' }),
  badRequest: refusal(400, 'Content Exists Risk', deepseekError),
}

const moonshotUsage = { ...usage, cached_tokens: 100 }
const moonshot: Vendor = {
  ...{ name: 'Moonshot', type: 25, model: 'moonshot-v1-8k', path: '/v1/chat/completions', headers: bearer },
  body: chatQuestion(),
  streamOnly: withUsage,
  whole: chatAnswer({ content: '', tool_calls: [{ index: 0, ...toolCall('get_weather:0') }] }, moonshotUsage),
  // The usage stands in the last choice, whether it is asked for or not, and behind it where it is.
  stream: chatStream(
    delta({ role: 'assistant', content: '' }),
    delta({ tool_calls: [{ index: 0, ...toolCall('get_weather:0', '') }] }),
    delta(moreArguments('{"city":"Oslo"}')),
    ended({}, { usage: moonshotUsage }),
    { choices: [], usage: moonshotUsage },
  ),
  billed: billedCached,
  badKey: refusal(401, 'Invalid Authentication', { type: 'invalid_authentication_error' }),
  tooMany: refusal(429, 'Your account request reached organization max RPM: 3, please try again after 1 seconds', {
    type: 'rate_limit_reached_error',
  }),
  unpaid: refusal(429, 'You exceeded your current token quota: 0, please check your account balance', {
    type: 'exceeded_current_quota_error',
  }),
  badRequest: refusal(400, 'The request was rejected because it was considered high risk', { type: 'content_filter' }),
}

const zhipuUsage = { ...usage, prompt_tokens_details: { cached_tokens: 100 } }
const zhipu: Vendor = {
  ...{ name: 'Zhipu', type: 26, model: 'glm-4.7', path: '/api/paas/v4/chat/completions', headers: bearer },
  body: chatQuestion(),
  whole: chatAnswer({ content: '', reasoning_content: 'Oslo.', tool_calls: [whole] }, zhipuUsage, { request_id: 'r-1' }),
  stream: chatStream(delta({ role: 'assistant', reasoning_content: 'Oslo.' }), delta({ role: 'assistant', tool_calls: [whole] }), {
    ...ended({ role: 'assistant', content: '' }),
    usage: zhipuUsage,
  }),
  billed: billedCached,
  badKey: refusal(401, 'Authentication Failed', { code: '1000' }),
  tooMany: refusal(429, 'High concurrency usage of this API, please reduce concurrency', { code: '1302' }),
  unpaid: refusal(429, '余额不足或无可用资源包,请充值。', { code: '1113' }),
  badRequest: {
    status: 400,
    body: { contentFilter: [{ level: 1, role: 'user' }], error: { code: '1301', message: 'System detected potentially unsafe content' } },
    told: 'System detected potentially unsafe content',
  },
}

const qwenError = (code: string, type = code) => ({ type, param: null, code })
const dashscope: Vendor = {
  ...{ name: 'DashScope', type: 17, model: 'qwen3.6-flash', path: '/compatible-mode/v1/chat/completions', headers: bearer },
  body: chatQuestion(),
  streamOnly: withUsage,
  whole: chatAnswer({ content: '', tool_calls: [whole] }, cachedUsage, { system_fingerprint: null }, { logprobs: null }),
  // Later pieces of a call have an empty id.
  stream: chatStream(
    { ...delta({ role: 'assistant', content: null, tool_calls: [first] }, { logprobs: null }), usage: null },
    { ...delta(moreArguments('{"city":"Oslo"}', { id: '', type: 'function' }), { logprobs: null }), usage: null },
    { ...ended({}, { logprobs: null }), usage: null },
    { choices: [], usage: cachedUsage },
  ),
  billed: billedCached,
  badKey: refusal(401, 'Incorrect API key provided.', qwenError('invalid_api_key', 'invalid_request_error')),
  tooMany: refusal(429, 'You exceeded your current requests list.', qwenError('limit_requests')),
  unpaid: refusal(400, 'Access denied, please make sure your account is in good standing.', qwenError('Arrearage')),
  badRequest: refusal(400, 'Input data may contain inappropriate content.', qwenError('data_inspection_failed')),
}

const ark = (code: string, type: string) => ({ code, param: '', type })
const doubao: Vendor = {
  ...{ name: 'VolcEngine Ark', type: 45, model: 'doubao-seed-1-6-251015', path: '/api/v3/chat/completions', headers: bearer },
  body: chatQuestion(),
  streamOnly: withUsage,
  whole: chatAnswer({ content: '', reasoning_content: 'Oslo.', tool_calls: [toolCall('call_1')] }, cachedUsage, {
    service_tier: 'default',
  }),
  stream: chatStream(
    { ...delta({ role: 'assistant', content: '', reasoning_content: 'Oslo.' }), usage: null },
    { ...delta({ role: 'assistant', content: '', tool_calls: [first] }), usage: null },
    { ...delta({ role: 'assistant', content: '', ...moreArguments('{"city":"Oslo"}', { id: '', type: 'function' }) }), usage: null },
    { ...ended({ role: 'assistant', content: '' }), usage: null },
    { choices: [], usage: cachedUsage },
  ),
  billed: billedCached,
  badKey: refusal(
    401,
    'The API key or AK/SK in the request is missing or invalid. Request ID: 1',
    ark('AuthenticationError', 'Unauthorized'),
  ),
  tooMany: refusal(
    429,
    'The Requests Per Minute (RPM) limit has been exceeded.',
    ark('RateLimitExceeded.EndpointRPMExceeded', 'TooManyRequests'),
  ),
  unpaid: refusal(403, 'The request failed because your account has an overdue balance.', ark('AccountOverdueError', 'Forbidden')),
  badRequest: refusal(400, 'The request failed because the input text may contain sensitive information.', {
    ...ark('InputTextSensitiveContentDetected', 'BadRequest'),
  }),
}

const qianfanKeys = ['bce-v3/ALTAK-one/1', 'bce-v3/ALTAK-two/2', 'bce-v3/ALTAK-three/3']
const qianfan: Vendor = {
  ...{ name: 'Qianfan', type: 46, model: 'ernie-4.5-turbo-128k', keys: qianfanKeys, path: '/v2/chat/completions', headers: bearer },
  body: chatQuestion(),
  streamOnly: withUsage,
  whole: chatAnswer({ content: '', tool_calls: [toolCall('call_1')] }, usage, {}, { flag: 0 }),
  stream: chatStream(
    delta({ role: 'assistant', content: '', tool_calls: [{ index: 0, ...toolCall('call_1') }] }, { flag: 0 }),
    ended({ content: '' }, { flag: 0 }),
    { choices: [], usage },
  ),
  billed,
  badKey: refusal(401, 'IAM Certification failed', { code: 'invalid_iam_token', type: 'invalid_request_error' }),
  tooMany: refusal(429, 'Rate limit reached for RPM', { code: 'rpm_rate_limit_exceeded', type: 'rate_limit_reached' }),
  badRequest: refusal(400, 'Prompt tokens too long', { code: 'tokens_too_long', type: 'invalid_request_error' }),
}

const siliconError = (status: number, code: number, message: string) => ({ status, body: { code, message, data: null }, told: message })
const silicon: Vendor = {
  ...{ name: 'SiliconFlow', type: 40, model: 'Qwen/Qwen3-32B', path: '/v1/chat/completions', headers: bearer },
  body: chatQuestion(),
  streamOnly: withUsage,
  whole: chatAnswer({ content: '', reasoning_content: 'Oslo.', tool_calls: [toolCall('call_1')] }, cachedUsage, { system_fingerprint: '' }),
  // Every event tells the usage so far, and pieces of a call repeat its fields empty.
  stream: chatStream(
    {
      ...delta({ role: 'assistant', content: null, reasoning_content: 'Oslo.' }),
      usage: { ...usage, completion_tokens: 10, total_tokens: 130 },
    },
    {
      ...delta({ role: 'assistant', content: null, reasoning_content: null, tool_calls: [first] }),
      usage: { ...usage, completion_tokens: 20 },
    },
    {
      ...delta({
        content: null,
        tool_calls: [{ index: 0, id: '', type: 'function', function: { name: '', arguments: '{"city":"Oslo"}' } }],
      }),
      usage,
    },
    { ...ended({ role: 'assistant', content: '', reasoning_content: null }), usage: cachedUsage },
  ),
  billed: billedCached,
  badKey: { status: 401, body: 'Invalid token' },
  tooMany: { status: 429, body: { message: 'Request was rejected due to rate limiting. Details: TPM limit reached.', data: null } },
  unpaid: siliconError(403, 30_001, 'Sorry, your account balance is insufficient'),
  badRequest: siliconError(400, 20_015, 'length of prompt_tokens (68957) must be less than max_seq_len (65536).'),
}

/** Its errors have the status 200. */
const minimaxError = (status_code: number, status_msg: string) => ({
  status: 200,
  body: { base_resp: { status_code, status_msg } },
  told: status_msg,
})
const minimaxTail = { input_sensitive: false, output_sensitive: false, base_resp: { status_code: 0, status_msg: '' } }
const thought = {
  reasoning_details: [{ type: 'reasoning.text', id: 'reasoning-text-1', format: 'MiniMax-response-v1', index: 0, text: 'Oslo.' }],
}
const minimaxUsage = { ...cachedUsage, total_characters: 0 }
const minimax: Vendor = {
  ...{ name: 'MiniMax', type: 35, model: 'MiniMax-M2.7', path: '/v1/chat/completions', headers: bearer },
  body: { ...chatQuestion(), reasoning_split: true },
  streamOnly: withUsage,
  whole: chatAnswer({ content: '', name: 'MiniMax AI', ...thought, tool_calls: [whole] }, minimaxUsage, minimaxTail),
  stream: chatStream(
    { ...delta({ role: 'assistant', content: '', ...thought }), ...minimaxTail, usage: null },
    { ...delta({ role: 'assistant', content: '', tool_calls: [whole] }), ...minimaxTail, usage: null },
    { ...ended({ role: 'assistant', content: '' }), ...minimaxTail, usage: null },
    { choices: [], ...minimaxTail, usage: minimaxUsage },
  ),
  billed: billedCached,
  badKey: minimaxError(1004, 'login fail: Please carry the API secret key in the Authorization field'),
  tooMany: minimaxError(1002, 'rate limit'),
  unpaid: minimaxError(1008, 'insufficient balance'),
  badRequest: minimaxError(1026, 'input new_sensitive'),
}

const sparkHead = { code: 0, message: 'Success', sid: 'cha000b0003@dx1905cd86d6bb86d552' }
const sparkRefusal = (code: string, message: string) => ({
  status: 200,
  body: { error: { message, type: 'api_error', param: null, code } },
  told: message,
})
const sparkWhole = { id: 'call_1', type: 'function', function: { name: 'get_weather', arguments: '{"city":"Oslo"}' } }
const spark: Vendor = {
  ...{ name: 'Spark', type: 18, model: '4.0Ultra', path: '/v1/chat/completions', headers: bearer },
  // Without the switch a call is an object in the place of the list.
  body: { ...chatQuestion(), tool_calls_switch: true },
  streamOnly: withUsage,
  whole: { ...sparkHead, choices: [{ index: 0, message: { role: 'assistant', content: '', tool_calls: [sparkWhole] } }], usage },
  stream: [
    step.streamHead(),
    step.frame({
      ...sparkHead,
      id: 'c',
      created: 1,
      choices: [{ delta: { role: 'assistant', content: '', tool_calls: [whole] }, index: 0 }],
      usage,
    }),
    step.done(),
    step.end(),
  ],
  billed,
  // It names no reason.
  finish: 'OTHER',
  badKey: { status: 401, body: { message: 'HMAC signature cannot be verified: fail to retrieve credential' } },
  tooMany: sparkRefusal('11202', 'licc limit'),
  unpaid: sparkRefusal('11200', 'AppIdNoAuthError:(17:27:05.718) tokens.total'),
  badRequest: sparkRefusal('10013', 'input content audit failed'),
}

/** Those whose pages describe OpenAI's answers without changes. */
const alike = (name: string, type: number, model: string): Vendor => ({
  ...{ name, type, model, path: '/v1/chat/completions', headers: bearer, body: chatQuestion(), streamOnly: withUsage },
  whole: chatAnswer({ content: '', tool_calls: [toolCall('call_1')] }, usage),
  stream: chatStream(delta({ role: 'assistant', content: '', tool_calls: [first] }), delta(moreArguments('{"city":"Oslo"}')), ended(), {
    choices: [],
    usage,
  }),
  billed,
  badKey: refusal(401, 'Incorrect API key provided', { type: 'invalid_request_error', param: null, code: 'invalid_api_key' }),
  tooMany: refusal(429, 'Too many requests', { type: 'rate_limit_error', param: null, code: 'rate_limit_exceeded' }),
  badRequest: refusal(400, 'messages is required', { type: 'invalid_request_error', param: 'messages', code: null }),
})

const xinference: Vendor = {
  ...alike('Xinference', 47, 'qwen3-instruct'),
  badKey: { status: 401, body: { detail: 'Could not validate credentials' } },
  badRequest: { status: 400, body: { detail: '[address=0.0.0.0:9999, pid=1] Model not found' }, told: 'Model not found' },
}

export const chatChina: readonly Vendor[] = [
  ...[deepseek, moonshot, zhipu, { ...zhipu, name: 'Zhipu v3', type: 16 }, dashscope, doubao, qianfan, silicon, minimax, spark],
  ...[alike('360', 19, '360gpt-pro'), alike('TokenHub', 23, 'hy3'), alike('01.AI', 31, 'yi-lightning'), xinference],
]
