import { Queues } from '../encoding/queue.ts'
import { UniqueNames } from '../unique-names.ts'

/**
 * The ids of calls, in the letters that this vendor takes, each once; a call and its result meet by them. Other vendors' ids hold dots and
 * colons, are missing, or come again in every turn; this one refuses all of that. An id that it takes stays what it is. A result answers the
 * first waiting call of its id.
 */
export class CallIds {
  readonly #names = new UniqueNames()
  /** The calls since the last look at the unanswered ones, in order; by id, those of them that wait for a result. */
  #calls: Call[] = []
  readonly #waitingById = new Queues<Call>()
  /** How many calls are waiting, and how many of those are another vendor's. */
  #waitingCount = 0
  #foreignCount = 0

  /** The id to write for a call of another vendor. */
  call(id: string): string {
    const written = this.#unique(id)
    this.#wait(id, { written, isOwn: false, isWaiting: true })
    this.#foreignCount += 1
    return written
  }

  /** A call that is written as it came. No result is filled in for it. */
  ownCall(id: string): void {
    this.#names.add(id)
    this.#wait(id, { written: id, isOwn: true, isWaiting: true })
  }

  /** The id to write for a result; undefined when no call is waiting for it. */
  result(id: string): string | undefined {
    const call = this.#waitingById.take(id)
    if (!call) return undefined
    call.isWaiting = false
    this.#waitingCount -= 1
    if (!call.isOwn) this.#foreignCount -= 1
    return call.written
  }

  /** The ids of other vendors' calls that are still waiting; no call is waiting any longer. */
  unanswered(): string[] {
    const left = this.#foreignCount > 0 ? this.#calls.filter((call) => call.isWaiting && !call.isOwn).map((call) => call.written) : []
    if (this.#waitingCount > 0) this.#waitingById.clear()
    this.#calls = []
    this.#waitingCount = 0
    this.#foreignCount = 0
    return left
  }

  hasUnanswered(): boolean {
    return this.#foreignCount > 0
  }

  #unique(id: string): string {
    const clean = isClean(id) ? id : id.replaceAll(/[^a-zA-Z0-9_-]/g, '_')
    return clean === '' ? this.#names.make('call', 'call_1') : this.#names.make(clean)
  }

  #wait(id: string, call: Call): void {
    this.#calls.push(call)
    this.#waitingCount += 1
    this.#waitingById.add(id, call)
  }
}

interface Call {
  readonly written: string
  readonly isOwn: boolean
  isWaiting: boolean
}

function isClean(id: string): boolean {
  for (let at = 0; at < id.length; at++) {
    const unit = id.charCodeAt(at)
    const isLetter = (unit >= 97 && unit <= 122) || (unit >= 65 && unit <= 90)
    if (!isLetter && !(unit >= 48 && unit <= 57) && unit !== 95 && unit !== 45) return false
  }
  return true
}
