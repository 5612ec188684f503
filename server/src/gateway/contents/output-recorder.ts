// Remembers what an answer says, from the readings that its bill is made of: so streamed and whole answers of all dialects are one thing here.
import type { ChatEvent } from '@waystation/wire/chat/reply/event'
import type { Part } from '@waystation/wire/chat/request/request'
import type { FrameReading } from '../reply.ts'
import { MAX_READ } from './kept-texts.ts'

interface RecordedPart {
  readonly isReasoning: boolean
  /** Of a call of a tool. */
  readonly name?: string
  text: string
}

export class OutputRecorder {
  readonly #parts = new Map<string, RecordedPart>()
  #signs = 0

  note({ events, text }: FrameReading): void {
    if (this.#signs > 2 * MAX_READ) return
    if (events === undefined) this.#add('', text)
    else for (const event of events) this.#noteEvent(event)
  }

  /** What the model said, with its calls of tools. */
  get output(): string {
    return this.#texts(false)
  }

  get reasoning(): string {
    return this.#texts(true)
  }

  #texts(isReasoning: boolean): string {
    return [...this.#parts.values()]
      .filter((part) => part.isReasoning === isReasoning)
      .map(({ name, text }) => (name === undefined ? text : `${name}(${text})`))
      .filter((text) => text !== '')
      .join('\n\n')
  }

  #noteEvent(event: ChatEvent): void {
    if (event.kind === 'part-delta') {
      if (!event.isNote) this.#add(`${event.choice}.${event.part}`, event.text ?? event.transcript ?? '')
    } else if (event.kind === 'part-started') {
      const { initial } = event
      const text = beginningOf(initial)
      this.#signs += text.length
      const name = initial.kind === 'tool-call' ? { name: initial.name } : {}
      this.#parts.set(`${event.choice}.${event.part}`, { isReasoning: initial.kind === 'reasoning', ...name, text })
    }
  }

  #add(key: string, text: string): void {
    if (text === '') return
    this.#signs += text.length
    const part = this.#parts.get(key)
    if (part) part.text += text
    else this.#parts.set(key, { isReasoning: false, text })
  }
}

function beginningOf(part: Part): string {
  switch (part.kind) {
    case 'text':
    case 'refusal':
    case 'reasoning':
      return part.text
    case 'tool-call':
      return part.argumentsText
    case 'unknown':
    case 'tool-result':
      return ''
    default:
      return part.transcript ?? `[${part.kind}]`
  }
}
