import type { ToolCallPart, Turn } from '../../request/request.ts'
import { isMade } from '../call-ids.ts'

export interface KnownCall {
  readonly name: string
  /** Absent when it was made here. */
  readonly id: string | undefined
  readonly order: number
  isAnswered: boolean
}

/** Calls of one id, in order. One id may stand for several: some clients count from zero in every turn. */
interface Namesakes {
  readonly calls: KnownCall[]
  writtenCount: number
  answeredCount: number
}

/** The calls of a conversation: which one a part is, and which one a result answers. */
export class KnownCalls {
  readonly #byId = new Map<string, Namesakes>()

  constructor(turns: readonly Turn[]) {
    let order = 0
    for (const { parts } of turns) for (const part of parts) if (part.kind === 'tool-call') this.#add(part, order++)
  }

  /** The call that is written now: parts are written in their order. */
  written({ id }: ToolCallPart): KnownCall | undefined {
    const same = this.#byId.get(id)
    return same?.calls[same.writtenCount++]
  }

  /** A result answers the first call of its id that has none yet, else the last one. */
  answered(id: string): KnownCall | undefined {
    const same = this.#byId.get(id)
    const call = same?.calls[Math.min(same.answeredCount++, same.calls.length - 1)]
    if (call !== undefined) call.isAnswered = true
    return call
  }

  #add({ id, name }: ToolCallPart, order: number): void {
    const call: KnownCall = { name, id: isMade(id) || id === '' ? undefined : id, order, isAnswered: false }
    const same = this.#byId.get(id)
    if (same === undefined) this.#byId.set(id, { calls: [call], writtenCount: 0, answeredCount: 0 })
    else same.calls.push(call)
  }
}
