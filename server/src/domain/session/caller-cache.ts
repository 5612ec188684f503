// Callers by the hash of what they logged in with, for a second: a change by another node is seen after this long, one by this node at once.
import { LRUCache } from 'lru-cache'
import { atMost } from '../../lib/at-most.ts'
import type { Invalidation } from '../../lib/shared/invalidation.ts'
import type { Caller } from './caller.ts'

/** How long a caller is cached. */
const CACHED_MS = 1000
const CACHED_MAX = 5000

export interface CallerCacheParts {
  readonly invalidation: Invalidation
  /** Unix milliseconds. */
  readonly now: () => number
}

export class CallerCache<Cached extends Caller = Caller> {
  readonly #cached = new LRUCache<string, { readonly caller: Cached; readonly readAtMs: number }>(atMost(CACHED_MAX))
  readonly #now: () => number
  #changes = 0

  constructor({ invalidation, now }: CallerCacheParts) {
    this.#now = now
    invalidation.subscribe('user', (id) => this.#forgetUser(id))
  }

  /** The cached caller, else the one that `load` finds. */
  async find(hash: string, load: () => Promise<Cached | undefined>): Promise<Cached | undefined> {
    const found = this.#cached.get(hash)
    if (found && this.#now() - found.readAtMs < CACHED_MS) return found.caller
    const changesBefore = this.#changes
    const caller = await load()
    // What was read may be older than a change that was published meanwhile.
    if (caller && this.#changes === changesBefore) this.#cached.set(hash, { caller, readAtMs: this.#now() })
    return caller
  }

  forget(hash: string): void {
    this.#changes += 1
    this.#cached.delete(hash)
  }

  #forgetUser(id: number | undefined): void {
    this.#changes += 1
    for (const [hash, { caller }] of this.#cached.entries()) if (id === undefined || caller.id === id) this.#cached.delete(hash)
  }
}
