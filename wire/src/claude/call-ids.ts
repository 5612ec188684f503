/**
 * The ids of calls, in the letters that this vendor takes, each once; a call and its result meet by them. Other vendors' ids hold dots and
 * colons, are missing, or come again in every turn; this one refuses all of that. An id that it takes stays what it is. A result answers the
 * first waiting call of its id.
 */
export class CallIds {
  readonly #used = new Set<string>()
  /** By the clean id, the number that its last copy was given: a thousand calls of one id must not look through a thousand names each. */
  readonly #copies = new Map<string, number>()
  readonly #waiting = new Set<WaitingCall>()
  readonly #waitingById = new Map<string, WaitingCall[]>()
  /** How many of the waiting calls are another vendor's. */
  #foreignCount = 0

  /** The id to write for a call of another vendor. */
  call(id: string): string {
    const written = this.#unique(id)
    this.#wait({ id, written, isOwn: false })
    return written
  }

  /** A call that is written as it came. No result is filled in for it. */
  ownCall(id: string): void {
    this.#used.add(id)
    this.#wait({ id, written: id, isOwn: true })
  }

  /** The id to write for a result; undefined when no call is waiting for it. */
  result(id: string): string | undefined {
    const call = this.#waitingById.get(id)?.shift()
    if (!call) return undefined
    this.#waiting.delete(call)
    if (!call.isOwn) this.#foreignCount -= 1
    return call.written
  }

  /** The ids of other vendors' calls that are still waiting; no call is waiting any longer. */
  unanswered(): string[] {
    const left = [...this.#waiting].filter((call) => !call.isOwn).map((call) => call.written)
    this.#waiting.clear()
    this.#waitingById.clear()
    this.#foreignCount = 0
    return left
  }

  hasUnanswered(): boolean {
    return this.#foreignCount > 0
  }

  #unique(id: string): string {
    const clean = isClean(id) ? id : id.replaceAll(/[^a-zA-Z0-9_-]/g, '_')
    const base = clean === '' ? 'call' : clean
    let name = clean === '' ? `${base}_1` : base
    let count = this.#copies.get(base) ?? 1
    while (this.#used.has(name)) {
      count += 1
      name = `${base}_${count}`
    }
    this.#copies.set(base, count)
    this.#used.add(name)
    return name
  }

  #wait(call: WaitingCall): void {
    this.#waiting.add(call)
    const same = this.#waitingById.get(call.id)
    if (same) same.push(call)
    else this.#waitingById.set(call.id, [call])
    if (!call.isOwn) this.#foreignCount += 1
  }
}

interface WaitingCall {
  readonly id: string
  readonly written: string
  readonly isOwn: boolean
}

function isClean(id: string): boolean {
  for (let at = 0; at < id.length; at++) {
    const unit = id.charCodeAt(at)
    const isLetter = (unit >= 97 && unit <= 122) || (unit >= 65 && unit <= 90)
    if (!isLetter && !(unit >= 48 && unit <= 57) && unit !== 95 && unit !== 45) return false
  }
  return true
}
