// Answers of Dify's apps, written by hand after its API reference ("Send Chat Message", "Send Completion Message", "Run Workflow"), 2026.
import { isObject, type Json, type JsonObject } from '../src/encoding/json.ts'

const message = { task_id: 't-1', message_id: 'm-1', conversation_id: 'c-1', created_at: 1_790_000_000 }
const run = { task_id: 't-1', workflow_run_id: 'w-1' }
const usage = { prompt_tokens: 1033, completion_tokens: 135, total_tokens: 1168, total_price: '0.0013905', currency: 'USD', latency: 0.76 }

export const say = (answer: string): JsonObject => ({ event: 'message', ...message, id: 'm-1', answer })
export const speak = (answer: string): JsonObject => ({ event: 'agent_message', ...message, id: 'm-1', answer })
export const think = (fields: JsonObject): JsonObject => ({
  ...{ event: 'agent_thought', ...message, id: 'a-1', position: 1, thought: '', observation: '', tool: '', tool_input: '' },
  ...{ tool_labels: {}, message_files: [], ...fields },
})
export const chunk = (text: string): JsonObject => ({
  event: 'text_chunk',
  ...run,
  data: { text, from_variable_selector: ['llm', 'text'] },
})
export const messageEnd = (counted: Json = usage): JsonObject => ({
  ...{ event: 'message_end', ...message, id: 'm-1' },
  metadata: {
    ...(counted !== null && { usage: counted }),
    retriever_resources: [{ position: 1, document_name: 'Guide', content: 'Words' }],
  },
})
export const replaced = (answer: string): JsonObject => ({ event: 'message_replace', ...message, answer })
export const failed = (status: number, code: string, text: string): JsonObject => ({
  ...{ event: 'error', ...message, status, code, message: text },
})
export const ping: JsonObject = { event: 'ping' }

const node = {
  id: 'n-1',
  node_id: 'llm',
  node_type: 'llm',
  title: 'Think it over',
  index: 1,
  predecessor_node_id: 'start',
  created_at: 1_790_000_000,
}
export const runStarted = (more: JsonObject = run): JsonObject => ({
  ...{ event: 'workflow_started', ...more },
  data: { id: 'w-1', workflow_id: 'f-1', inputs: {}, created_at: 1_790_000_000 },
})
export const nodeStarted = (title: string, more: JsonObject = run): JsonObject => ({
  event: 'node_started',
  ...more,
  data: { ...node, title },
})
export const nodeFinished = (counted?: JsonObject, more: JsonObject = run): JsonObject => ({
  ...{ event: 'node_finished', ...more },
  data: {
    ...node,
    status: 'succeeded',
    outputs: { text: 'x', ...(counted && { usage: counted }) },
    elapsed_time: 0.3,
    finished_at: 1_790_000_001,
  },
})
export const runFinished = (data: JsonObject, more: JsonObject = run): JsonObject => ({
  ...{ event: 'workflow_finished', ...more },
  data: {
    ...{ id: 'w-1', workflow_id: 'f-1', status: 'succeeded', outputs: {}, error: null, elapsed_time: 0.9, total_tokens: 0, total_steps: 1 },
    ...{ created_at: 1_790_000_000, finished_at: 1_790_000_001, ...data },
  },
})
/** The events of the run of a chatflow stand in its message. */
export const ofMessage: JsonObject = { ...run, ...message }

export const difyStreams: Readonly<Record<string, readonly JsonObject[]>> = {
  'a text': [say('Grüße'), ping, say(' 🎉'), say('.'), messageEnd()],
  'an agent, whose last message says all again': [speak('It is '), speak('sunny.'), say('It is sunny.'), messageEnd()],
  'a chatflow': [runStarted(ofMessage), say('Hi'), runFinished({ outputs: { answer: 'Hi' } }, ofMessage), messageEnd()],
  'a workflow that streams': [runStarted(), chunk('One'), chunk(' two'), runFinished({ outputs: { text: 'One two' }, total_tokens: 20 })],
  'a workflow that gives its output at its end': [runStarted(), runFinished({ outputs: { text: 'One two' }, total_tokens: 20 })],
  'a workflow with two outputs': [runStarted(), runFinished({ outputs: { name: 'Ada', age: 36 }, total_tokens: 20 })],
  'events that nobody here knows': [
    { event: 'agent_log', ...ofMessage, data: {} },
    say('Hi'),
    { event: 'tts_message', ...message, audio: 'AA' },
    messageEnd(),
  ],
  'a failure in the middle': [say('Hel'), failed(400, 'completion_request_error', 'Server unavailable')],
  'a run that failed': [runStarted(), chunk('Hel'), runFinished({ status: 'failed', error: 'node llm failed', outputs: null })],
  'a run that was stopped': [runStarted(), chunk('Hel'), runFinished({ status: 'stopped', outputs: null })],
}

export const difyReplies: Readonly<Record<string, JsonObject>> = {
  'a text': { event: 'message', ...message, id: 'm-1', mode: 'chat', answer: 'Hello!', metadata: { usage } },
  'a run': { ...run, data: { id: 'w-1', status: 'succeeded', outputs: { text: 'Hello!' }, total_tokens: 12 } },
}

/** The whole answer that an app gives where it streams these events; undefined where they report a failure. */
export function difyWhole(events: readonly JsonObject[]): JsonObject | undefined {
  const last = events.at(-1)
  const data = isObject(last?.data) ? last.data : undefined
  if (last?.event === 'error' || data?.status === 'failed' || data?.status === 'stopped') return undefined
  if (data) return { ...run, data }
  const answer = events.map(({ event, answer: piece }) => (event === 'message' && typeof piece === 'string' ? piece : '')).join('')
  return { ...message, mode: 'chat', answer, metadata: last?.metadata ?? {} }
}
