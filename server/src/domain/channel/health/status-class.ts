// What the HTTP status of a vendor's refusal is about. The one table that retries, the health of channels, logs and replies to clients read.

/**
 * `request`: every channel would refuse this request the same way. `missing`: the vendor has no such model or address. `key`: the channel's key
 * or its account. `limit`: too many requests. `slow`: the vendor did not answer in its own time. `vendor`: anything else, its own failures.
 */
export type StatusClass = 'request' | 'missing' | 'key' | 'limit' | 'slow' | 'vendor'

const classes: Readonly<Record<number, StatusClass>> = {
  400: 'request',
  413: 'request',
  415: 'request',
  422: 'request',
  404: 'missing',
  401: 'key',
  402: 'key',
  403: 'key',
  429: 'limit',
  408: 'slow',
  504: 'slow',
  524: 'slow',
}

/** The class of a refusal's status, from 300 to 599. */
export function statusClass(status: number): StatusClass {
  return classes[status] ?? 'vendor'
}

/** Is this refusal about the request, so that it does not count against the channel and another would refuse too (decision D26)? */
export function isCallersFault(status: number): boolean {
  const found = statusClass(status)
  return found === 'request' || found === 'missing'
}
