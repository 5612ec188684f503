// Vendors of apps that somebody built there: an app has tools and instructions of its own, and its answer is a text. Sources: Dify, "Send
// Chat Message" (docs.dify.ai, the service API's OpenAPI document), 2026; Coze, "Chat (v3)" and "Error codes" (docs.coze.cn), 2026; FastGPT,
// "Chat interface" (doc.fastgpt.io), 2026, and how its public code writes answers, counts and errors.
import { expect } from 'vitest'
import { type Step, scenario, step } from '../../../testing/fakes/fake-provider-script.ts'
import { type Billed, bearer, type Json, type Refusal } from './vendor.ts'

export const QUESTION = 'How warm is it in Oslo?'
export const ANSWER = 'It is 18 degrees.'

export interface App {
  readonly name: string
  readonly type: number
  readonly channel?: Json
  /** What its address ends with; absent: nothing. */
  readonly below?: string
  readonly path: string
  headers(key: string): Readonly<Record<string, string>>
  /** What a whole call sends. */
  readonly body: Json
  /** What a streamed one has over it. */
  readonly streamOnly?: Json
  /** The answer to a whole call; absent: the stream, which is asked for in both cases. */
  readonly whole?: readonly Step[]
  readonly stream: readonly Step[]
  /** Absent: the vendor counts nothing, and we do. */
  readonly billed?: Billed
  readonly badKey: Refusal
  readonly tooMany: Refusal
  readonly unpaid: Refusal
  /** It refuses what is asked, or cannot do it. */
  readonly badRequest: Refusal & { readonly told: string; readonly means: number }
  /** What it writes into a stream that has begun without a word of the answer, and what it means. */
  readonly failedStream: readonly Step[]
}

const events = (...lines: readonly string[]): readonly Step[] => [step.streamHead(), ...lines.map((line) => step.text(line)), step.end()]

const ids = { conversation_id: '45701982-8118-4bc5-8e9b-64562b4555f2', message_id: '5ad4cb98-f0c7-4085-b384-88c403be6290' }
const ofDify = (event: Json) => `data: ${JSON.stringify({ ...ids, task_id: 'c3800678', created_at: 1_790_000_000, ...event })}\n\n`
const difyUsage = {
  ...{ prompt_tokens: 1033, prompt_unit_price: '0.001', prompt_price_unit: '0.001', prompt_price: '0.0010330' },
  ...{ completion_tokens: 128, completion_unit_price: '0.002', completion_price_unit: '0.001', completion_price: '0.0002560' },
  ...{ total_tokens: 1161, total_price: '0.0012890', currency: 'USD', latency: 0.768 },
}
const difyError = (status: number, code: string, message: string) => ({ status, body: { status, code, message }, told: message })
const dify: App = {
  ...{ name: 'Dify', type: 37, path: '/v1/chat-messages', headers: bearer },
  // An agent only streams, so that this is what can be asked of every app; a name for the conversation would cost a call of its own.
  body: { inputs: {}, query: QUESTION, response_mode: 'streaming', user: expect.stringMatching(/./), auto_generate_name: false },
  stream: events(
    'event: ping\n\n',
    ofDify({ event: 'message', answer: 'It is ' }),
    'event: ping\n\n',
    ofDify({ event: 'message', answer: '18 degrees.' }),
    ofDify({ event: 'message_end', metadata: { usage: difyUsage, retriever_resources: [] } }),
  ),
  billed: { prompt: 1033, cached: 0, output: 128 },
  badKey: difyError(401, 'unauthorized', 'Access token is invalid'),
  tooMany: difyError(429, 'too_many_requests', 'Too many requests. Please try again later.'),
  unpaid: difyError(
    400,
    'provider_quota_exceeded',
    'Your quota for Dify Hosted OpenAI has been exhausted. Please go to Settings -> Model Provider to complete your own provider credentials.',
  ),
  badRequest: { ...difyError(400, 'invalid_param', 'city in input form must be a string'), means: 400 },
  failedStream: events(ofDify({ event: 'error', status: 400, code: 'completion_request_error', message: 'The house is dark.' })),
}

const ofCoze = (event: string, data: Json | string) => `event:${event}\ndata:${typeof data === 'string' ? data : JSON.stringify(data)}\n\n`
const BOT = '7379462189365198898'
const cozeChat = { id: '7382159487131697202', conversation_id: '7381473525342978089', bot_id: BOT, created_at: 1_790_000_000 }
const cozeUsage = { token_count: 633, output_count: 19, input_count: 614 }
const cozeMessage = (type: string, content: string) => ({
  ...{ id: '7382159494123470858', conversation_id: cozeChat.conversation_id, bot_id: BOT, chat_id: cozeChat.id },
  ...{ role: 'assistant', type, content, content_type: 'text' },
})
const cozeError = (code: number, msg: string, status = 200) => ({
  ...{ status, body: { code, msg, detail: { logid: '20241029152003BC531DC784F1897B' } }, told: msg },
})
const noError = { code: 0, msg: '' }
const coze: App = {
  ...{ name: 'Coze', type: 49, channel: { other: BOT }, path: '/v3/chat', headers: bearer },
  // Only a streamed answer needs nothing kept at the vendor.
  body: {
    ...{ bot_id: BOT, user_id: expect.stringMatching(/./), stream: true, auto_save_history: false },
    additional_messages: [{ role: 'user', type: 'question', content: QUESTION, content_type: 'text' }],
  },
  stream: events(
    ofCoze('conversation.chat.created', { ...cozeChat, last_error: noError, status: 'created', usage: { token_count: 0 } }),
    ofCoze('conversation.chat.in_progress', { ...cozeChat, last_error: noError, status: 'in_progress', usage: { token_count: 0 } }),
    ofCoze('conversation.message.delta', cozeMessage('answer', 'It is ')),
    ofCoze('conversation.message.delta', cozeMessage('answer', '18 degrees.')),
    ofCoze('conversation.message.completed', cozeMessage('answer', ANSWER)),
    ofCoze('conversation.message.completed', cozeMessage('verbose', '{"msg_type":"generate_answer_finish","data":""}')),
    ofCoze('conversation.message.completed', cozeMessage('follow_up', 'And in Rome?')),
    ofCoze('conversation.chat.completed', { ...cozeChat, last_error: noError, status: 'completed', usage: cozeUsage }),
    ofCoze('done', '"[DONE]"'),
  ),
  billed: { prompt: 614, cached: 0, output: 19 },
  badKey: cozeError(4100, 'authentication is invalid', 401),
  tooMany: cozeError(4020, 'The RPM peak of your bots at Volcengine is exceeded.'),
  unpaid: cozeError(4011, 'The balance of Coze tokens of the account is insufficient.'),
  badRequest: { ...cozeError(4000, 'Request parameter error: the field additional_messages is invalid.'), means: 400 },
  failedStream: events(
    ofCoze('conversation.chat.created', { ...cozeChat, last_error: noError, status: 'created' }),
    ofCoze('conversation.chat.failed', { ...cozeChat, last_error: { code: 5000, msg: 'The house is dark.' }, status: 'failed' }),
    ofCoze('done', '"[DONE]"'),
  ),
}

/** Every refusal has the status 500; what it is stands in the code. */
const fastgptError = (code: number, statusText: string, message: string) => ({
  ...{ status: 500, body: { code, statusText, message, data: null }, told: message },
})
const ofFastgpt = (choice: Json) => ({ id: '', object: '', created: 0, model: '', choices: [{ index: 0, finish_reason: null, ...choice }] })
const fastgpt: App = {
  ...{ name: 'FastGPT', type: 22, below: '/api', path: '/api/v1/chat/completions', headers: bearer },
  body: { model: 'app-model', messages: [{ role: 'user', content: QUESTION }] },
  streamOnly: { stream: true, stream_options: { include_usage: true } },
  // The counts of a whole answer are always these, and a stream has none.
  whole: scenario.reply(200, {
    ...{ id: '', model: '', usage: { prompt_tokens: 1, completion_tokens: 1, total_tokens: 1 } },
    choices: [{ message: { role: 'assistant', content: ANSWER }, finish_reason: 'stop', index: 0 }],
  }),
  stream: [
    step.streamHead(),
    step.frame(ofFastgpt({ delta: { role: 'assistant', content: 'It is ' } })),
    step.frame(ofFastgpt({ delta: { role: 'assistant', content: '18 degrees.' } })),
    step.frame(ofFastgpt({ delta: { role: 'assistant', content: null }, finish_reason: 'stop' })),
    step.done(),
    step.end(),
  ],
  badKey: fastgptError(514, 'unAuthApiKey', 'Api Key 不合法'),
  tooMany: fastgptError(429, 'tooManyRequest', 'Too many request'),
  unpaid: fastgptError(510, 'insufficientQuota', '账号余额不足'),
  badRequest: { ...fastgptError(500, 'error', 'messages is empty'), means: 500 },
  failedStream: events(`event: error\ndata: ${JSON.stringify({ message: 'The house is dark.' })}\n\n`),
}

export const apps: readonly App[] = [dify, coze, fastgpt]
