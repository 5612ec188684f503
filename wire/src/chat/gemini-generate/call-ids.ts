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

/** Gives the ids that a part's call or result is known by. */
export interface IdSource {
  call(name: string, given: string | undefined): string
  result(name: string | undefined, given: string | undefined): string
}

/** The calls of a request that have no result yet. */
export class CallHistory implements IdSource {
  readonly #open: { readonly id: string; readonly name: string }[] = []
  #made = 0

  /** The id of a call: its own, or one after its position. */
  call(name: string, given: string | undefined): string {
    const id = given ?? madeId(++this.#made)
    this.#open.push({ id, name })
    return id
  }

  /** The id of the call that a result answers: the one it names, else the first open call of its name. */
  result(name: string | undefined, given: string | undefined): string {
    if (given !== undefined) {
      this.#close(this.#open.findIndex((call) => call.id === given))
      return given
    }
    return this.#close(this.#open.findIndex((call) => call.name === name)) ?? madeId(++this.#made)
  }

  #close(at: number): string | undefined {
    return at < 0 ? undefined : this.#open.splice(at, 1)[0]?.id
  }
}
