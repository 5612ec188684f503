// The events of a session that the playground acts on. Source: "Realtime", https://platform.openai.com/docs/api-reference/realtime-server-events,
// 2026; other vendors have its older names for some.
import { type Fields, isFields } from '../chat/reply/fields.ts'

export type SessionEvent =
  | { readonly type: 'updated'; readonly isWrittenDown: boolean }
  | { readonly type: 'speech_started' | 'speech_stopped'; readonly itemId: string }
  | { readonly type: 'committed'; readonly itemId: string }
  | { readonly type: 'written_down'; readonly itemId: string; readonly piece?: string; readonly whole?: string }
  | { readonly type: 'not_written_down'; readonly itemId: string }
  | { readonly type: 'response_begun' }
  | { readonly type: 'item_begun'; readonly itemId: string }
  | { readonly type: 'said'; readonly itemId: string; readonly piece: string }
  | { readonly type: 'sounded'; readonly itemId: string; readonly base64: string }
  | { readonly type: 'response_done'; readonly response: DoneResponse }
  | { readonly type: 'charged'; readonly requestId: string; readonly quota: number }
  | { readonly type: 'error'; readonly error: unknown; readonly code: string }

/** How a response ended. */
export interface DoneResponse {
  readonly status: 'completed' | 'cancelled' | 'incomplete' | 'failed'
  /** Why, where it is not complete. */
  readonly reason: string
  /** Of a failed one. */
  readonly error: unknown
  readonly inputTokens: number
  readonly outputTokens: number
}

/** Reads a message of the server. Undefined: nothing is done about it. */
export function readEvent(message: string): SessionEvent | undefined {
  const event = parsed(message)
  if (!event) return undefined
  const itemId = textOf(event.item_id)
  switch (textOf(event.type)) {
    case 'session.updated':
      return { type: 'updated', isWrittenDown: isFields(inside(inside(inside(event.session).audio).input).transcription) }
    case 'input_audio_buffer.speech_started':
      return { type: 'speech_started', itemId }
    case 'input_audio_buffer.speech_stopped':
      return { type: 'speech_stopped', itemId }
    case 'input_audio_buffer.committed':
      return { type: 'committed', itemId }
    case 'conversation.item.input_audio_transcription.delta':
      return { type: 'written_down', itemId, piece: textOf(event.delta) }
    case 'conversation.item.input_audio_transcription.completed':
      return { type: 'written_down', itemId, whole: textOf(event.transcript) }
    case 'conversation.item.input_audio_transcription.failed':
      return { type: 'not_written_down', itemId }
    case 'response.created':
      return { type: 'response_begun' }
    case 'response.output_item.added':
      return inside(event.item).type === 'message' ? { type: 'item_begun', itemId: textOf(inside(event.item).id) } : undefined
    case 'response.output_audio_transcript.delta':
    case 'response.audio_transcript.delta':
    case 'response.output_text.delta':
    case 'response.text.delta':
      return { type: 'said', itemId, piece: textOf(event.delta) }
    case 'response.output_audio.delta':
    case 'response.audio.delta':
      return { type: 'sounded', itemId, base64: textOf(event.delta) }
    case 'response.done':
      return { type: 'response_done', response: doneOf(inside(event.response)) }
    case 'waystation.charged':
      return { type: 'charged', requestId: textOf(event.request_id), quota: countOf(event.quota) }
    case 'error':
      return { type: 'error', error: event.error, code: textOf(inside(event.error).code) }
    default:
      return undefined
  }
}

function doneOf({ status, status_details, usage }: Fields): DoneResponse {
  const details = inside(status_details)
  const { input_tokens, output_tokens } = inside(usage)
  return {
    status: status === 'cancelled' || status === 'incomplete' || status === 'failed' ? status : 'completed',
    reason: textOf(details.reason),
    error: details.error,
    inputTokens: countOf(input_tokens),
    outputTokens: countOf(output_tokens),
  }
}

function parsed(message: string): Fields | undefined {
  try {
    const event: unknown = JSON.parse(message)
    return isFields(event) ? event : undefined
  } catch {
    return undefined
  }
}

const inside = (value: unknown): Fields => (isFields(value) ? value : {})
const textOf = (value: unknown): string => (typeof value === 'string' ? value : '')
const countOf = (value: unknown): number => (typeof value === 'number' && value > 0 ? value : 0)
