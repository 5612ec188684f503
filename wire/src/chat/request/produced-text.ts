import type { ChatEvent } from '../reply/event.ts'
import type { Part } from './request.ts'

/**
 * The text that an event adds to an answer, for counting it where a vendor reports no usage: text, thinking and refusals, names and
 * arguments of calls, transcripts of sounds. Empty for everything else; data of media is never text.
 */
export function producedText(event: ChatEvent): string {
  if (event.kind === 'part-delta') return event.isNote ? '' : (event.text ?? event.transcript ?? '')
  return event.kind === 'part-started' ? initialText(event.initial) : ''
}

/**
 * Did the event bring something that a caller pays for: text, a call or a medium? An answer without any is an empty one.
 */
export function isProduce(event: ChatEvent): boolean {
  if (event.kind === 'part-delta') return !event.isNote && Boolean(event.text || event.data || event.transcript || event.encrypted)
  if (event.kind !== 'part-started') return false
  const { kind } = event.initial
  return (
    kind === 'tool-call' ||
    kind === 'image' ||
    kind === 'video' ||
    kind === 'file' ||
    kind === 'unknown' ||
    initialText(event.initial) !== ''
  )
}

function initialText(initial: Part): string {
  switch (initial.kind) {
    case 'text':
    case 'refusal':
    case 'reasoning':
      return initial.text
    case 'tool-call':
      return initial.name + initial.argumentsText
    case 'audio':
    case 'video':
      return initial.transcript ?? ''
    default:
      return ''
  }
}
