// Submissions with an `Idempotency-Key`: repeated, one makes no second film or picture. Two at the same time wait for each other; on two nodes at once
// the row of the task decides, which is unique.
import { hash } from 'node:crypto'
import { AppError } from '@waystation/contract/errors'
import type { Caller } from '../types.ts'

const LONGEST_KEY = 255

/**
 * The key of a request as its task keeps it; undefined: it has none.
 * @throws AppError bad_request
 */
export function idempotencyKeyIn(headers: string | string[] | undefined, { token }: Pick<Caller, 'token'>): string | undefined {
  const header = Array.isArray(headers) ? headers[0] : headers
  if (header === undefined || header === '') return undefined
  if (header.length > LONGEST_KEY) throw new AppError('bad_request', { detail: `Idempotency-Key: at most ${LONGEST_KEY} characters` })
  // Two tokens of one user know nothing of each other's keys.
  return hash('sha256', `${token?.id ?? 0} ${header}`, 'base64url')
}

/** Work that is under way, by its key. */
export class OneAtATime {
  readonly #running = new Map<string, Promise<unknown>>()

  /** Does the work when no other with the same key is under way. */
  async run<Value>(key: string, work: () => Promise<Value>): Promise<Value> {
    for (let other = this.#running.get(key); other; other = this.#running.get(key)) await other.catch(() => undefined)
    const running = work().finally(() => this.#running.delete(key))
    this.#running.set(key, running)
    return running
  }
}
