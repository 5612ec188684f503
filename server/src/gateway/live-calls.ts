// The calls that are under way: for the drain at the end, and so that a ban cuts a stream that its user still reads.

import type { DropReason } from './stream-back/relay-reply.ts'
import type { Call, Caller } from './types.ts'

export interface LiveCall {
  readonly id: string
  readonly userId: number
  readonly tokenId: number
  /** The group that it was admitted to. */
  readonly group: string
  /** Ends the call in its own protocol's way, with this reason. */
  cut(reason: DropReason): void
}

/** A call as it stands among the live ones. @param cut ends it in its own protocol's way */
export function liveCall(
  { id }: Pick<Call, 'id'>,
  { user, token, group }: Pick<Caller, 'user' | 'token' | 'group'>,
  cut: LiveCall['cut'],
): LiveCall {
  return { id, userId: user.id, tokenId: token?.id ?? 0, group, cut }
}

export interface LiveCalls {
  add(call: LiveCall): () => void
  readonly count: number
  /** Refuses new calls from now on. */
  close(): void
  readonly isClosed: boolean
  /** Answers when no call is left, or false when the time is over. */
  drained(limitMs: number): Promise<boolean>
  /** Cuts everything that is left. */
  cutAll(reason: 'gateway_shutdown'): void
  /** Every call that is under way. */
  list(): readonly LiveCall[]
}

export function liveCalls(): LiveCalls {
  const calls = new Set<LiveCall>()
  let isClosed = false
  return {
    add(call) {
      calls.add(call)
      return () => calls.delete(call)
    },
    get count() {
      return calls.size
    },
    close() {
      isClosed = true
    },
    get isClosed() {
      return isClosed
    },
    async drained(limitMs) {
      const until = performance.now() + limitMs
      while (calls.size > 0 && performance.now() < until) await new Promise((resolve) => setTimeout(resolve, 20))
      return calls.size === 0
    },
    cutAll(reason) {
      for (const call of [...calls]) call.cut(reason)
    },
    list: () => [...calls],
  }
}
