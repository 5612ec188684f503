// What a conversation holds, found by one look, so that a step for what is not there need not look again.
import type { Part, ToolCallPart, ToolResultPart, Turn } from '../chat/request/request.ts'

export interface ConversationAnalysis {
  /** Calls and results where they stand in turns, in order. */
  readonly calls: readonly ToolCallPart[]
  readonly results: readonly ToolResultPart[]
  /** All other kinds of parts but texts; inside results too. */
  readonly kinds: ReadonlySet<Part['kind']>
  /** Right after each turn that calls tools stand the results, one for each call and in the same order, and nowhere else. */
  readonly isPaired: boolean
}

export function analysisOf(turns: readonly Turn[]): ConversationAnalysis {
  const analyst = new Analyst()
  for (const turn of turns) analyst.look(turn)
  return analyst.analysis()
}

/** Is there an image, sound, video or file in the conversation? */
export function hasMedia({ kinds }: ConversationAnalysis): boolean {
  return kinds.has('image') || kinds.has('audio') || kinds.has('video') || kinds.has('file')
}

class Analyst {
  readonly #calls: ToolCallPart[] = []
  readonly #results: ToolResultPart[] = []
  readonly #kinds = new Set<Part['kind']>()
  #isPaired = true

  look({ role, parts }: Turn): void {
    const isAnswer = role === 'assistant'
    if (isAnswer && this.#isWaiting()) this.#isPaired = false
    for (const part of parts) {
      if (part.kind === 'tool-call') {
        this.#calls.push(part)
        if (!isAnswer) this.#isPaired = false
      } else if (part.kind === 'tool-result') {
        if (isAnswer || this.#calls[this.#results.length]?.id !== part.toolCallId) this.#isPaired = false
        this.#results.push(part)
        for (const inner of part.parts) if (inner.kind !== 'text') this.#kinds.add(inner.kind)
      } else {
        if (part.kind !== 'text') this.#kinds.add(part.kind)
        if (!isAnswer && this.#isWaiting()) this.#isPaired = false
      }
    }
  }

  analysis(): ConversationAnalysis {
    return { calls: this.#calls, results: this.#results, kinds: this.#kinds, isPaired: this.#isPaired && !this.#isWaiting() }
  }

  #isWaiting(): boolean {
    return this.#results.length < this.#calls.length
  }
}
