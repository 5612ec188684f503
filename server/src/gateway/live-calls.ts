// The calls that are under way: a shutdown waits for them, and a ban cuts a stream that its user still reads.
import type { DropReason } from './client-connection.ts'
import type { Call, Caller } from './types.ts'

/** What a caller may lose while a call of theirs runs. */
type Rights = Pick<Caller, 'user' | 'token' | 'group' | 'sessionHash' | 'pinnedChannelId'>

/** One call, from its hold until its bill is stored. */
export class LiveCall {
  readonly id: string
  readonly userId: number
  readonly tokenId: number
  /** The group that it was admitted to. */
  readonly group: string
  readonly sessionHash: string
  readonly needsAdmin: boolean
  readonly #close: (call: LiveCall) => void
  #cutter: ((reason: DropReason) => void) | undefined

  constructor({ id }: Pick<Call, 'id'>, { user, token, group, sessionHash, pinnedChannelId }: Rights, close: (call: LiveCall) => void) {
    this.id = id
    this.userId = user.id
    this.tokenId = token?.id ?? 0
    this.group = group
    this.sessionHash = sessionHash ?? ''
    this.needsAdmin = pinnedChannelId !== undefined
    this.#close = close
  }

  /** How the call is cut from now on; undefined: it is so near its end that nothing is cut. */
  cutBy(cutter: ((reason: DropReason) => void) | undefined): void {
    this.#cutter = cutter
  }

  /** Ends the call in its own protocol's way, with this reason. */
  cut(reason: DropReason): void {
    this.#cutter?.(reason)
  }

  /** The call is over. */
  close(): void {
    this.#close(this)
  }
}

/** Every call that is under way. */
export class LiveCalls {
  readonly #calls = new Set<LiveCall>()
  #isClosed = false

  open(call: Pick<Call, 'id'>, caller: Rights): LiveCall {
    const live = new LiveCall(call, caller, (over) => this.#calls.delete(over))
    this.#calls.add(live)
    return live
  }

  get count(): number {
    return this.#calls.size
  }

  /** Refuses new calls from now on. */
  close(): void {
    this.#isClosed = true
  }

  get isClosed(): boolean {
    return this.#isClosed
  }

  /** Resolves with true when no call is left, or with false when the time is over. */
  async drained(limitMs: number): Promise<boolean> {
    const until = performance.now() + limitMs
    while (this.#calls.size > 0 && performance.now() < until) await new Promise((resolve) => setTimeout(resolve, 20))
    return this.#calls.size === 0
  }

  /** Cuts everything that is left. */
  cutAll(reason: 'gateway_shutdown'): void {
    for (const call of [...this.#calls]) call.cut(reason)
  }

  list(): readonly LiveCall[] {
    return [...this.#calls]
  }
}
