// Verdicts on a text and on a conversation. Sources, as of 2026: OpenAI, "Create moderation" and its library; Mistral, "Moderations", "Chat
// moderations" and its library.
import { type Service, waiting } from './service.ts'
import { bearer, refusal } from './vendor.ts'

const names = ['harassment', 'harassment/threatening', 'hate', 'hate/threatening', 'illicit', 'illicit/violent', 'self-harm']
const more = ['self-harm/instructions', 'self-harm/intent', 'sexual', 'sexual/minors', 'violence', 'violence/graphic']
const all = <Value>(value: Value) => Object.fromEntries([...names, ...more].map((name) => [name, value]))
const openaiVerdict = {
  ...{ id: 'modr-1', model: 'omni-moderation-latest' },
  results: [{ flagged: false, categories: all(false), category_scores: all(0.001), category_applied_input_types: all(['text']) }],
}
const openai: Service = {
  ...{ name: 'OpenAI', type: 1, model: 'omni-moderation-latest', path: '/v1/moderations', headers: bearer },
  ask: { path: '/v1/moderations', body: { input: 'How warm is it?' } },
  bodies: [{ model: 'omni-moderation-latest', input: 'How warm is it?' }],
  ...{ answers: [{ body: openaiVerdict }], told: openaiVerdict },
  badKey: refusal(401, 'Incorrect API key provided: key-a.', { type: 'invalid_request_error', param: null, code: 'invalid_api_key' }),
  tooMany: waiting(refusal(429, 'Too Many Requests', { type: 'invalid_request_error', param: null, code: null })),
  badRequest: refusal(400, "Invalid type for 'input'.", { type: 'invalid_request_error', param: 'input', code: 'invalid_type' }),
}

const categories = ['sexual', 'hate_and_discrimination', 'violence_and_threats', 'dangerous_and_criminal_content', 'selfharm', 'health']
const others = ['financial', 'law', 'pii', 'jailbreaking']
const each = <Value>(value: Value) => Object.fromEntries([...categories, ...others].map((name) => [name, value]))
const mistralVerdict = {
  ...{ id: 'mod-1', model: 'mistral-moderation-2603' },
  ...{
    results: [{ categories: each(false), category_scores: each(0.001) }],
    usage: { prompt_tokens: 9, total_tokens: 9, completion_tokens: 0 },
  },
}
const mistral: Service = {
  ...{ name: 'Mistral', type: 42, model: 'mistral-moderation-2603', path: '/v1/moderations', headers: bearer },
  ask: { path: '/v1/moderations', body: { input: ['How warm is it?'] } },
  bodies: [{ model: 'mistral-moderation-2603', input: ['How warm is it?'] }],
  // OpenAI's clients look for a verdict of the whole.
  answers: [{ body: mistralVerdict }],
  told: { ...mistralVerdict, results: mistralVerdict.results.map((result) => ({ ...result, flagged: false })) },
  cost: 9,
  badKey: { status: 401, body: { detail: 'Unauthorized' } },
  tooMany: waiting({
    status: 429,
    body: { object: 'error', message: 'Rate limit exceeded', type: 'rate_limited', param: null, code: '1300' },
  }),
  badRequest: {
    ...{ status: 400, body: { object: 'error', message: 'Invalid model: mistral-x', type: 'invalid_model', param: null, code: '1500' } },
    told: 'Invalid model: mistral-x',
  },
}
const input = [
  [
    { role: 'user', content: 'How warm is it?' },
    { role: 'assistant', content: '18 degrees.' },
  ],
]
const mistralChat: Service = {
  ...{ ...mistral, name: 'Mistral of a conversation', path: '/v1/chat/moderations' },
  ...{ ask: { path: '/v1/chat/moderations', body: { input } }, bodies: [{ model: 'mistral-moderation-2603', input }] },
  told: mistralVerdict,
}

export const verdicts: readonly Service[] = [openai, mistral, mistralChat]
