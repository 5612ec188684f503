// Answers of vendors that end with one of the vendor's own words, whole and streamed.
import type { DialectName } from '@waystation/wire/chat/dialects'
import { type Step, scenario, step } from '../../testing/fakes/fake-provider-script.ts'
import { answer } from './answers.ts'

/** One vendor's dialect, and how its answers end. */
interface EndingVendor {
  readonly whole: (word: string, text: string) => object
  /** The frames before the end, and the end. */
  readonly begin: (text: string) => readonly Step[]
  readonly finish: (word: string) => readonly Step[]
}

const event = (value: { readonly type: string; readonly [field: string]: unknown }): Step =>
  step.text(`event: ${value.type}\ndata: ${JSON.stringify(value)}\n\n`)
const usage = { promptTokenCount: 100, candidatesTokenCount: 20, totalTokenCount: 120 }
const candidate = (fields: object) => step.frame({ candidates: [{ index: 0, ...fields }], usageMetadata: usage, modelVersion: 'm' })
const item = (text: string) => ({
  ...{ type: 'message', id: 'msg_1', role: 'assistant' },
  content: [{ type: 'output_text', text, annotations: [] }],
})

/** A response that failed or was cancelled has that status; what else ends early is incomplete. */
function responseEnd(word: string, text: string): object {
  const isStatus = ['completed', 'failed', 'cancelled', 'incomplete'].includes(word)
  return {
    ...{ id: 'resp_1', object: 'response', created_at: 1, model: 'm', status: isStatus ? word : 'incomplete' },
    ...(isStatus ? {} : { incomplete_details: { reason: word } }),
    output: text === '' ? [] : [{ ...item(text), status: 'completed' }],
    usage: { input_tokens: 100, output_tokens: 20, total_tokens: 120 },
  }
}

const vendors: Readonly<Partial<Record<DialectName, EndingVendor>>> = {
  'openai-chat': {
    whole: (word, text) =>
      answer('openai-chat', {
        more: { choices: [{ index: 0, message: { role: 'assistant', content: text === '' ? null : text }, finish_reason: word }] },
      }),
    begin: (text) => [
      step.frame({ id: 'c', model: 'm', choices: [{ index: 0, delta: { role: 'assistant', content: '' }, finish_reason: null }] }),
      ...(text === '' ? [] : [step.say(text)]),
    ],
    finish: (word) => [step.finish(word), step.usage(100, 20), step.done(), step.end()],
  },
  'gemini-generate': {
    whole: (word, text) =>
      answer('gemini-generate', {
        more: { ...(text === '' ? { content: undefined } : { content: { role: 'model', parts: [{ text }] } }), finishReason: word },
      }),
    begin: (text) => [step.streamHead(), ...(text === '' ? [] : [candidate({ content: { role: 'model', parts: [{ text }] } })])],
    finish: (word) => [candidate({ finishReason: word }), step.end()],
  },
  'anthropic-messages': {
    whole: (word, text) =>
      answer('anthropic-messages', {
        more: { stop_reason: word, ...(text === '' ? { content: [] } : { content: [{ type: 'text', text }] }) },
      }),
    begin: (text) => [
      step.streamHead(),
      event({ type: 'message_start', message: answer('anthropic-messages', { more: { stop_reason: null, content: [] } }) }),
      ...(text === ''
        ? []
        : [
            event({ type: 'content_block_start', index: 0, content_block: { type: 'text', text: '' } }),
            event({ type: 'content_block_delta', index: 0, delta: { type: 'text_delta', text } }),
            event({ type: 'content_block_stop', index: 0 }),
          ]),
    ],
    finish: (word) => [
      event({ type: 'message_delta', delta: { stop_reason: word, stop_sequence: null }, usage: { output_tokens: 20 } }),
      event({ type: 'message_stop' }),
      step.end(),
    ],
  },
  'openai-responses': {
    whole: responseEnd,
    begin: (text) => [
      step.streamHead(),
      event({ type: 'response.created', response: { ...responseEnd('completed', ''), status: 'in_progress' } }),
      ...(text === ''
        ? []
        : [
            event({ type: 'response.output_item.added', output_index: 0, item: { ...item(''), content: [], status: 'in_progress' } }),
            event({ type: 'response.output_text.delta', output_index: 0, content_index: 0, item_id: 'msg_1', delta: text }),
            event({ type: 'response.output_item.done', output_index: 0, item: { ...item(text), status: 'completed' } }),
          ]),
    ],
    finish: (word) => [
      event({
        type: `response.${['failed', 'cancelled', 'completed'].includes(word) ? word : 'incomplete'}`,
        response: { ...responseEnd(word, ''), output: [] },
      }),
      step.end(),
    ],
  },
}

/**
 * The steps of an answer that ends with this word of the vendor's.
 *
 * @param text what comes before the end; empty: nothing of the answer
 * @param pauseMs between the text and the end of a stream
 */
export function endingAnswer(
  dialect: DialectName,
  word: string,
  { text, isStream, pauseMs = 0 }: { readonly text: string; readonly isStream: boolean; readonly pauseMs?: number },
): Step[] {
  const vendor = vendors[dialect]
  if (!vendor) throw new Error(`no answers of ${dialect}`)
  if (!isStream) return scenario.reply(200, vendor.whole(word, text))
  return [...vendor.begin(text), ...(pauseMs > 0 ? [step.wait(pauseMs)] : []), ...vendor.finish(word)]
}

/** The bytes of a stream's beginning with this text in it. */
export function beginning(dialect: DialectName, text: string): string {
  const steps = vendors[dialect]?.begin(text) ?? []
  return steps.map((one) => (one.do === 'bytes' ? Buffer.from(one.bytes).toString() : '')).join('')
}
