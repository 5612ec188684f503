// The calls that are under way: a shutdown waits for them, and a ban cuts a stream that its user still reads.
import type { Clock } from '../lib/clock.ts'
import type { Caller } from './caller.ts'
import type { CutReason } from './client-connection.ts'
import type { Call } from './types.ts'

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
  #cutter: ((reason: CutReason) => void) | undefined

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
  cutBy(cutter: ((reason: CutReason) => void) | undefined): void {
    this.#cutter = cutter
  }

  /** Ends the call in its own protocol's way, with this reason. */
  cut(reason: CutReason): void {
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
  readonly #clock: Clock
  #isLeaving = false
  #isClosed = false
  #whenEmpty: (() => void) | undefined

  constructor(clock: Clock) {
    this.#clock = clock
  }

  open(call: Pick<Call, 'id'>, caller: Rights): LiveCall {
    const live = new LiveCall(call, caller, (over) => this.#close(over))
    this.#calls.add(live)
    return live
  }

  get count(): number {
    return this.#calls.size
  }

  /** It will end soon: load balancers are to send new calls elsewhere. Those that come are still taken. */
  leave(): void {
    this.#isLeaving = true
  }

  get isLeaving(): boolean {
    return this.#isLeaving
  }

  /** Refuses new calls from now on. */
  close(): void {
    this.#isLeaving = true
    this.#isClosed = true
  }

  get isClosed(): boolean {
    return this.#isClosed
  }

  /** Resolves with true when no call is left, or with false when the time is over. */
  async drained(limitMs: number): Promise<boolean> {
    if (this.#calls.size === 0) return true
    const { promise, resolve } = Promise.withResolvers<void>()
    this.#whenEmpty = resolve
    const callOff = this.#clock.after(limitMs, resolve)
    await promise
    callOff()
    return this.#calls.size === 0
  }

  #close(call: LiveCall): void {
    this.#calls.delete(call)
    if (this.#calls.size === 0) this.#whenEmpty?.()
  }

  /** Cuts everything that is left. */
  cutAll(reason: 'gateway_shutdown'): void {
    for (const call of [...this.#calls]) call.cut(reason)
  }

  list(): readonly LiveCall[] {
    return [...this.#calls]
  }
}
