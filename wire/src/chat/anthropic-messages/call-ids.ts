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
  let waiting: { id: string; written: string; isOwn: boolean }[] = []

  function unique(id: string): string {
    const clean = isClean(id) ? id : id.replaceAll(/[^a-zA-Z0-9_-]/g, '_')
    const base = clean === '' ? 'call' : clean
    let name = clean === '' ? `${base}_1` : base
    for (let count = 2; used.has(name); count++) name = `${base}_${count}`
    used.add(name)
    return name
  }

  return {
    call(id) {
      const written = unique(id)
      waiting.push({ id, written, isOwn: false })
      return written
    },
    ownCall(id) {
      used.add(id)
      waiting.push({ id, written: id, isOwn: true })
    },
    result(id) {
      const at = waiting.findIndex((call) => call.id === id)
      return at < 0 ? undefined : waiting.splice(at, 1)[0]?.written
    },
    unanswered() {
      const left = waiting.filter((call) => !call.isOwn).map((call) => call.written)
      waiting = []
      return left
    },
    hasUnanswered: () => waiting.some((call) => !call.isOwn),
  }
}

function isClean(id: string): boolean {
  for (let at = 0; at < id.length; at++) {
    const unit = id.charCodeAt(at)
    const isLetter = (unit >= 97 && unit <= 122) || (unit >= 65 && unit <= 90)
    if (!isLetter && !(unit >= 48 && unit <= 57) && unit !== 95 && unit !== 45) return false
  }
  return true
}
