/** The ids of calls, in the letters that this vendor takes, each once; a call and its result meet by them. */
export interface CallIds {
  /** The id to write for a call that is told now. */
  call(id: string): string
  /** A call that is written as it came. Nobody fills in a result for it. */
  ownCall(id: string): void
  /** The id to write for a result; undefined when no call is waiting for it. */
  result(id: string): string | undefined
  /** The ids of calls that are still waiting; they are waiting no longer. */
  unanswered(): string[]
  hasUnanswered(): boolean
}

/**
 * Other vendors' ids hold dots and colons, are missing, or come again in every turn; this one refuses all of that. An id that it takes stays
 * what it is. A result answers the first waiting call of its id.
 */
export function callIds(): CallIds {
  const used = new Set<string>()
  /** By the clean id, the number that its last copy was given: a thousand calls of one id must not look through a thousand names each. */
  const copies = new Map<string, number>()
  const waiting = new Set<WaitingCall>()
  const waitingById = new Map<string, WaitingCall[]>()
  let foreign = 0

  function unique(id: string): string {
    const clean = isClean(id) ? id : id.replaceAll(/[^a-zA-Z0-9_-]/g, '_')
    const base = clean === '' ? 'call' : clean
    let name = clean === '' ? `${base}_1` : base
    let count = copies.get(base) ?? 1
    while (used.has(name)) {
      count += 1
      name = `${base}_${count}`
    }
    copies.set(base, count)
    used.add(name)
    return name
  }

  function wait(call: WaitingCall): void {
    waiting.add(call)
    const same = waitingById.get(call.id)
    if (same) same.push(call)
    else waitingById.set(call.id, [call])
    if (!call.isOwn) foreign += 1
  }

  return {
    call(id) {
      const written = unique(id)
      wait({ id, written, isOwn: false })
      return written
    },
    ownCall(id) {
      used.add(id)
      wait({ id, written: id, isOwn: true })
    },
    result(id) {
      const call = waitingById.get(id)?.shift()
      if (!call) return undefined
      waiting.delete(call)
      if (!call.isOwn) foreign -= 1
      return call.written
    },
    unanswered() {
      const left = [...waiting].filter((call) => !call.isOwn).map((call) => call.written)
      waiting.clear()
      waitingById.clear()
      foreign = 0
      return left
    },
    hasUnanswered: () => foreign > 0,
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
