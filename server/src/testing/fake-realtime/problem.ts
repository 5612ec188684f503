// What the API says where it does not take something.

/** The body of an `error`, in an event as in an answer of HTTP. */
export interface Problem {
  readonly type: string
  readonly code: string | null
  readonly message: string
  /** The place in what was sent; null where there is none. */
  readonly param: string | null
}

/** The client's fault: the session goes on. */
export function invalid(code: string | null, message: string, param: string | null = null): Problem {
  return { type: 'invalid_request_error', code, message, param }
}

/** An item that is asked for and is not there. @param verb "deleting", "truncating" */
export function noItem(code: string, verb: string, id: string): Problem {
  return invalid(code, `Error ${verb} item: the item with id '${id}' does not exist.`, 'item_id')
}
