import type { Part } from '../request/request.ts'
import type { ChatEvent } from './event.ts'

/** A part as it is known at its start, and the text that it then grows by. */
export function splitPart(part: Part): { initial: Part; text: string } {
  switch (part.kind) {
    case 'text':
    case 'refusal':
    case 'reasoning':
      return { initial: { ...part, text: '' }, text: part.text }
    case 'tool-call':
      return { initial: { ...part, argumentsText: '' }, text: part.argumentsText }
    default:
      return { initial: part, text: '' }
  }
}

/** A whole part as the events of a stream: its start, its text, its end. */
export function wholePart(choice: number, part: number, content: Part): ChatEvent[] {
  const { initial, text } = splitPart(content)
  const started: ChatEvent = { kind: 'part-started', choice, part, initial }
  const ended: ChatEvent = { kind: 'part-ended', choice, part }
  return text === '' ? [started, ended] : [started, { kind: 'part-delta', choice, part, text }, ended]
}
