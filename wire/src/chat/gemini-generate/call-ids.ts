// Google's models before the third generation give their calls no ids: a result is matched to its call by name and order. The hub wants ids,
// so they are made here, and never shown to Google.

const MADE = 'gcall_'

/** An id for the n-th call without one, from 1. `idPrefix` makes it unique over replies. */
export function madeId(count: number, idPrefix?: string): string {
  return idPrefix === undefined ? `${MADE}${count}` : `${MADE}${idPrefix}_${count}`
}

/** Was this id made here? */
export function isMade(id: string): boolean {
  return id.startsWith(MADE)
}

/** The calls of a request that no result has answered yet. */
export interface CallHistory {
  /** The id of a call: its own, or one after its position. */
  call(name: string, id: string | undefined): string
  /** The id of the call that a result answers: the one it names, else the first open call of its name. */
  result(name: string | undefined, id: string | undefined): string
}

export function callHistory(): CallHistory {
  let made = 0
  const open: { id: string; name: string }[] = []

  function close(at: number): string | undefined {
    return at < 0 ? undefined : open.splice(at, 1)[0]?.id
  }

  return {
    call(name, given) {
      const id = given ?? madeId(++made)
      open.push({ id, name })
      return id
    },
    result(name, given) {
      if (given !== undefined) {
        close(open.findIndex((call) => call.id === given))
        return given
      }
      return close(open.findIndex((call) => call.name === name)) ?? madeId(++made)
    },
  }
}
