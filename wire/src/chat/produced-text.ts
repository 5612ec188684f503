import type { ChatEvent } from './event.ts'
import type { Part } from './request.ts'

/**
 * The text that an event adds to an answer, for counting it where a vendor tells no usage: what is said, thought and refused, names and
 * arguments of calls, what is said in a sound. Empty for everything else; data of media is never text.
 */
export function producedText(event: ChatEvent): string {
  if (event.kind === 'part-grew') return event.text ?? event.transcript ?? ''
  return event.kind === 'part-started' ? seedText(event.seed) : ''
}

/**
 * Did the event bring something that a caller pays for: text, a call or a medium? An answer without any is an empty one.
 */
export function isProduce(event: ChatEvent): boolean {
  if (event.kind === 'part-grew') return Boolean(event.text || event.data || event.transcript || event.encrypted)
  if (event.kind !== 'part-started') return false
  const { kind } = event.seed
  return (
    kind === 'tool-call' || kind === 'image' || kind === 'video' || kind === 'file' || kind === 'unknown' || seedText(event.seed) !== ''
  )
}

function seedText(seed: Part): string {
  switch (seed.kind) {
    case 'text':
    case 'refusal':
    case 'reasoning':
      return seed.text
    case 'tool-call':
      return seed.name + seed.argumentsText
    case 'audio':
    case 'video':
      return seed.transcript ?? ''
    default:
      return ''
  }
}
