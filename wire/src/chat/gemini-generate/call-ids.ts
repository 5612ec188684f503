// Google's models before the third generation give their calls no ids: a result is matched to its call by name and order. The hub wants ids,
// so they are made here, and never shown to Google.

import { Queues } from '../../encoding/queue.ts'

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

interface OpenCall {
  readonly id: string
  isAnswered: boolean
}

/** The calls of a request that have no result yet. */
export class CallHistory implements IdSource {
  readonly #openById = new Queues<OpenCall>()
  readonly #openByName = new Queues<OpenCall>()
  #made = 0

  /** The id of a call: its own, or one after its position. */
  call(name: string, given: string | undefined): string {
    const id = given ?? madeId(++this.#made)
    const call = { id, isAnswered: false }
    this.#openById.add(id, call)
    this.#openByName.add(name, call)
    return id
  }

  /** The id of the call that a result answers: the one it names, else the first open call of its name. */
  result(name: string | undefined, given: string | undefined): string {
    if (given === undefined) return (name === undefined ? undefined : firstOpen(this.#openByName, name)) ?? madeId(++this.#made)
    firstOpen(this.#openById, given)
    return given
  }
}

/** The id of the first call under this key that was not answered by its other key. It is answered now. */
function firstOpen(calls: Queues<OpenCall>, key: string): string | undefined {
  let call = calls.take(key)
  while (call?.isAnswered) call = calls.take(key)
  if (call !== undefined) call.isAnswered = true
  return call?.id
}
