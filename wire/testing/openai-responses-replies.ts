// Replies of the Responses dialect, written by hand: what the recordings do not show.
import type { JsonObject } from '../src/encoding/json.ts'

const usage = {
  input_tokens: 10,
  input_tokens_details: { cached_tokens: 4, cache_write_tokens: 2 },
  output_tokens: 7,
  output_tokens_details: { reasoning_tokens: 3 },
  total_tokens: 17,
}
const head: JsonObject = {
  id: 'resp_1',
  object: 'response',
  created_at: 1_700_000_000,
  status: 'completed',
  background: false,
  error: null,
  incomplete_details: null,
  instructions: null,
  model: 'm',
  output: [],
  parallel_tool_calls: true,
  reasoning: { effort: null, summary: null },
  store: true,
  temperature: 1,
  text: { format: { type: 'text' } },
  tool_choice: 'auto',
  tools: [],
  usage: null,
  metadata: {},
}
const token = { token: 'A', logprob: -0.1, bytes: [65], top_logprobs: [] }
const text = (words: string, more: JsonObject = {}): JsonObject => ({
  type: 'output_text',
  annotations: [],
  logprobs: [],
  text: words,
  ...more,
})
const message = (id: string, content: JsonObject[], more: JsonObject = {}): JsonObject => ({
  id,
  type: 'message',
  status: 'completed',
  role: 'assistant',
  content,
  ...more,
})
const call = (id: string, more: JsonObject = {}): JsonObject => ({
  id,
  type: 'function_call',
  status: 'completed',
  call_id: `call_${id}`,
  name: 'f',
  arguments: '{"x":1}',
  ...more,
})
const citation = { type: 'url_citation', url: 'https://example.org/a', title: 'A', start_index: 0, end_index: 1 }

export const responsesReplies: Readonly<Record<string, JsonObject>> = {
  'every kind of content': {
    ...head,
    output: [
      { id: 'rs_1', type: 'reasoning', summary: [{ type: 'summary_text', text: 'hm' }], encrypted_content: 'gAAAAB' },
      message(
        'msg_1',
        [text('A', { logprobs: [token], annotations: [citation, { type: 'file_path', file_id: 'f', index: 0 }] }), text('B')],
        {
          phase: 'commentary',
        },
      ),
      message('msg_2', [text('C'), { type: 'refusal', refusal: 'No.' }, { type: 'hologram', depth: 3 }]),
    ],
    usage,
  },
  'calls of every kind': {
    ...head,
    output: [
      call('fc_1'),
      call('fc_2', { arguments: '', namespace: 'crm', name: 'orders' }),
      { id: 'ctc_1', type: 'custom_tool_call', status: 'completed', call_id: 'c', name: 'q', input: 'select 1' },
      { id: 'x_1', type: 'hologram_call', status: 'completed', depth: 3 },
      { id: 'ig_1', type: 'image_generation_call', status: 'completed', result: 'aGk=', output_format: 'webp', size: '1x1' },
      { id: 'ig_2', type: 'image_generation_call', status: 'failed', result: null },
    ],
    usage,
  },
  'thoughts of every kind': {
    ...head,
    output: [
      {
        id: 'rs_1',
        type: 'reasoning',
        summary: [
          { type: 'summary_text', text: 'one' },
          { type: 'summary_text', text: 'two' },
        ],
      },
      { id: 'rs_2', type: 'reasoning', status: 'completed', summary: [], content: [{ type: 'reasoning_text', text: 'open' }] },
      { id: 'rs_3', type: 'reasoning', summary: [], content: [], encrypted_content: null },
      message('msg_1', []),
    ],
    usage,
  },
  'cut by the limit': {
    ...head,
    status: 'incomplete',
    incomplete_details: { reason: 'max_output_tokens' },
    output: [message('msg_1', [text('A')], { status: 'incomplete' })],
    usage,
  },
  'cut by a filter': { ...head, status: 'incomplete', incomplete_details: { reason: 'content_filter' }, output: [], usage },
  'cut for a new reason': { ...head, status: 'incomplete', incomplete_details: { reason: 'boredom' }, output: [message('m', [text('A')])] },
  'in the background': { ...head, status: 'queued', background: true },
  cancelled: { ...head, status: 'cancelled', output: [] },
}

const created: JsonObject[] = [
  { type: 'response.created', sequence_number: 0, response: { ...head, status: 'in_progress' } },
  { type: 'response.in_progress', sequence_number: 1, response: { ...head, status: 'in_progress' } },
]
const added = (at: number, item: JsonObject): JsonObject => ({ type: 'response.output_item.added', output_index: at, item })
const done = (at: number, item: JsonObject): JsonObject => ({ type: 'response.output_item.done', output_index: at, item })
const begun = (item: JsonObject): JsonObject => ({
  ...item,
  status: 'in_progress',
  ...('arguments' in item ? { arguments: '' } : { content: [] }),
})
const end = (output: JsonObject[], more: JsonObject = {}): JsonObject => ({
  type: 'response.completed',
  response: { ...head, output, usage, ...more },
})
const at = (item: string, output: number, content = 0): JsonObject => ({ item_id: item, output_index: output, content_index: content })
const argumentsDelta = (item: string, output: number, delta: string): JsonObject => ({
  type: 'response.function_call_arguments.delta',
  item_id: item,
  output_index: output,
  delta,
})
const says = (item: string, output: number, part: JsonObject, ...deltas: string[]): JsonObject[] => [
  { type: 'response.content_part.added', ...at(item, output), part: text('') },
  ...deltas.map((delta) => ({ type: 'response.output_text.delta', ...at(item, output), delta, logprobs: [] })),
  { type: 'response.output_text.done', ...at(item, output), text: String(part.text), logprobs: [] },
  { type: 'response.content_part.done', ...at(item, output), part },
]

const summed = (words: string): JsonObject => ({ type: 'summary_text', text: words })
const section = (event: string, index: number, more: JsonObject): JsonObject => ({
  type: `response.reasoning_summary_${event}`,
  ...{ item_id: 'rs_1', output_index: 0, summary_index: index, ...more },
})

/** Events as a vendor numbers them. */
const numbered = (streams: Readonly<Record<string, readonly JsonObject[]>>): Readonly<Record<string, readonly JsonObject[]>> =>
  Object.fromEntries(
    Object.entries(streams).map(([name, events]) => [
      name,
      events.map(({ type, sequence_number: _, ...fields }, index) => ({ type, sequence_number: index, ...fields })),
    ]),
  )

export const responsesStreams = numbered({
  'parallel calls, interleaved': [
    ...created,
    added(0, begun(call('fc_1'))),
    argumentsDelta('fc_1', 0, '{"x"'),
    added(1, begun(call('fc_2', { arguments: '{}' }))),
    argumentsDelta('fc_2', 1, '{}'),
    argumentsDelta('fc_1', 0, ':1}'),
    done(0, call('fc_1')),
    done(1, call('fc_2', { arguments: '{}' })),
    end([call('fc_1'), call('fc_2', { arguments: '{}' })]),
  ],
  'text, log probabilities and a refusal in two messages': [
    ...created,
    { type: 'response.queued', response: { ...head, status: 'queued' } },
    added(0, begun(message('msg_1', []))),
    { type: 'response.content_part.added', ...at('msg_1', 0), part: text('') },
    { type: 'response.output_text.delta', ...at('msg_1', 0), delta: 'A', logprobs: [token], obfuscation: 'xxx' },
    { type: 'response.output_text.annotation.added', ...at('msg_1', 0), annotation_index: 0, annotation: citation },
    { type: 'response.output_text.done', ...at('msg_1', 0), text: 'A', logprobs: [token] },
    { type: 'response.content_part.done', ...at('msg_1', 0), part: text('A', { logprobs: [token], annotations: [citation] }) },
    { type: 'response.content_part.added', ...at('msg_1', 0, 1), part: { type: 'refusal', refusal: '' } },
    { type: 'response.refusal.delta', ...at('msg_1', 0, 1), delta: 'No.' },
    { type: 'response.refusal.done', ...at('msg_1', 0, 1), refusal: 'No.' },
    { type: 'response.content_part.done', ...at('msg_1', 0, 1), part: { type: 'refusal', refusal: 'No.' } },
    done(0, message('msg_1', [text('A', { logprobs: [token], annotations: [citation] }), { type: 'refusal', refusal: 'No.' }])),
    { type: 'keepalive', sequence_number: 9 },
    added(1, begun(message('msg_2', [], { phase: 'final_answer' }))),
    ...says('msg_2', 1, text('Grüße 🎉'), 'Grüße ', '🎉'),
    done(1, message('msg_2', [text('Grüße 🎉')], { phase: 'final_answer' })),
    end([
      message('msg_1', [text('A', { logprobs: [token], annotations: [citation] }), { type: 'refusal', refusal: 'No.' }]),
      message('msg_2', [text('Grüße 🎉')], { phase: 'final_answer' }),
    ]),
  ],
  'thoughts in sections': [
    ...created,
    added(0, { id: 'rs_1', type: 'reasoning', summary: [] }),
    section('part.added', 0, { part: summed('') }),
    section('text.delta', 0, { delta: 'one' }),
    section('text.done', 0, { text: 'one' }),
    section('part.done', 0, { part: summed('one') }),
    section('part.added', 1, { part: summed('') }),
    section('text.delta', 1, { delta: 'two' }),
    { type: 'response.reasoning_text.delta', ...at('rs_1', 0), delta: 'three' },
    done(0, {
      id: 'rs_1',
      type: 'reasoning',
      encrypted_content: 'gAAAAB',
      summary: [summed('one'), summed('two')],
      content: [{ type: 'reasoning_text', text: 'three' }],
    }),
    end([]),
  ],
  'items without deltas, and one that only the end tells': [
    ...created,
    done(0, message('msg_1', [text('A')])),
    added(1, begun(call('fc_1'))),
    done(1, call('fc_1')),
    end([message('msg_1', [text('A')]), call('fc_1'), message('msg_2', [text('B')])]),
  ],
  'a message without content': [
    ...created,
    added(0, begun(message('msg_1', []))),
    done(0, message('msg_1', [])),
    end([message('msg_1', [])]),
  ],
  'events that are new': [
    ...created,
    { type: 'response.hologram.delta', sequence_number: 2, delta: 'x', hologram: { depth: 1 } },
    added(0, { id: 'x_1', type: 'hologram_call', status: 'in_progress' }),
    { type: 'response.hologram_call.turning', item_id: 'x_1', output_index: 0, angle: 3 },
    done(0, { id: 'x_1', type: 'hologram_call', status: 'completed', depth: 3 }),
    end([]),
  ],
  'cut by the limit': [
    ...created,
    added(0, begun(message('msg_1', []))),
    { type: 'response.content_part.added', ...at('msg_1', 0), part: text('') },
    { type: 'response.output_text.delta', ...at('msg_1', 0), delta: 'A', logprobs: [] },
    done(0, message('msg_1', [text('A')], { status: 'incomplete' })),
    {
      type: 'response.incomplete',
      response: {
        ...head,
        status: 'incomplete',
        incomplete_details: { reason: 'max_output_tokens' },
        output: [],
        usage,
        moderation: { flagged: false },
      },
    },
  ],
  'a failure in the middle': [
    ...created,
    added(0, begun(message('msg_1', []))),
    ...says('msg_1', 0, text('A'), 'A'),
    done(0, message('msg_1', [text('A')])),
    { type: 'error', sequence_number: 9, code: 'server_error', message: 'overloaded', param: null },
    { type: 'response.failed', response: { ...head, status: 'failed', error: { code: 'server_error', message: 'overloaded' } } },
  ],
})
