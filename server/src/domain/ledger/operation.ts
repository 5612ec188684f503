// The ledger's operations for something that runs (a call, a task, a session), and their verdicts.
// Operations are plain values: they cross threads, and the spool writes them down.

/** Where a hold draws from. A leg that does not reserve only counts what was used (an unlimited token). */
export interface Leg {
  readonly accountId: number
  readonly reserves: boolean
  /** Of a limit that is no money; absent: quota units, as many as the hold has. */
  readonly counted?: CountedHold
}

/** What a call may use of a limit on tokens or calls: held until its end, and replaced by what it used then. */
export interface CountedHold {
  readonly unit: 'tokens' | 'calls'
  readonly amount: number
}

/** Tokens that a log row reports, of prompt and response. */
export function tokensOf({ promptTokens, completionTokens }: Pick<LogDraft, 'promptTokens' | 'completionTokens'>): number {
  return promptTokens + completionTokens
}

export type Operation = HoldOperation | ExtendOperation | CheckpointOperation | SettleOperation | ReleaseOperation | LogOperation

/** The node that must end a hold, and until when its end is awaited. */
export interface HoldOwner {
  /** A hold of a node is recovered when the node's own lease has run out; others when `leaseSeconds` have. */
  readonly kind: 'node' | 'task' | 'session'
  /** The node's epoch, or what the task or session is known by: 64 characters at most. */
  readonly id: string
  /** From the placing of the hold on, by the database's clock; 0 for a node. */
  readonly leaseSeconds: number
}

export interface HoldOperation {
  readonly kind: 'hold'
  /** The request id: a ULID of ours. */
  readonly id: string
  readonly legs: readonly Leg[]
  /** Quota units to set aside, ≥ 0. */
  readonly amount: number
  /** Set where less than `amount` is enough: a share of the available balance is held then, and never less than this. */
  readonly minimum?: number
  readonly owner: HoldOwner
  readonly userId: number
  readonly tokenId: number
  /** The price snapshot, as JSON text: a change of prices while the call runs changes nothing (I17). */
  readonly price: string
  /** A log row in waiting, as JSON text of a LogDraft, should the owner die. */
  readonly facts: string
}

export interface ExtendOperation {
  readonly kind: 'extend'
  readonly id: string
  /** Quota units to set aside on top, > 0. */
  readonly by: number
}

export interface CheckpointOperation {
  readonly kind: 'checkpoint'
  readonly id: string
  /** What has been used so far by the whole, settled parts included, in quota units. */
  readonly used: number
  /** The log row in waiting, brought up to date. */
  readonly facts: string
}

/** The end of a hold, or a part of something that goes on (a reply of a realtime session). */
export interface SettleOperation {
  readonly kind: 'settle'
  readonly id: string
  /** What was really used, in quota units, ≥ 0: by this part, or at the end by all that no part covered. */
  readonly amount: number
  /** From 1, each number for one part. Absent: the end. */
  readonly part?: number
  /**
   * The log row of the whole. At the end it is written, and its `quota` is the sum of all parts and of the rest; with a part it is the row in
   * waiting, brought up to date.
   */
  readonly log?: LogDraft
  /** A charge beyond the hold may overdraw the accounts (the option relay.strict_holds is off). Absent: the installation bears it. */
  readonly mayOverdraw?: true
}

/** Gives a hold back. One with settled parts is settled with nothing more. */
export interface ReleaseOperation {
  readonly kind: 'release'
  readonly id: string
  readonly log?: LogDraft
}

/** A log row without money: a refused call, a channel test. */
export interface LogOperation {
  readonly kind: 'log'
  readonly id: string
  readonly log: LogDraft
}

/** The quota units that an operation is about; 0 where it has none. */
export function amountOf(operation: Operation): number {
  if (operation.kind === 'extend') return operation.by
  if (operation.kind === 'checkpoint') return operation.used
  return 'amount' in operation ? operation.amount : 0
}

/** A row of the usage log and its details. The ledger fills in the request id and the time. */
export interface LogDraft {
  /** As it is stored: see domain/log/row-type.ts. */
  readonly type: number
  readonly userId: number
  readonly username: string
  readonly channelId: number
  readonly tokenId: number
  readonly tokenName: string
  readonly group: string
  readonly model: string
  readonly isStream: boolean
  /** Whole seconds. */
  readonly useTime: number
  readonly promptTokens: number
  readonly completionTokens: number
  readonly quota: number
  readonly clientIp: string
  /** JSON text of LogOther. */
  readonly other: string
  /** The id that the client gave the call, by which it is found too; absent: none. */
  readonly clientRequestId?: string
  /** Counted in all sums, and not written as a row (the option LogConsumeEnabled is off). */
  readonly isOnlyCounted?: true
  /** For the books; absent where no vendor was asked. */
  readonly vendor?: VendorFacts
  /** What no account could pay of it, in quota units; the ledger fills it in. Absent: nothing. */
  readonly writtenOff?: number
  /** Its quota was given back for an earlier call: sums of what was used have that much less, and as many calls as before. */
  readonly isGivenBack?: true
  /** How the call ended; absent: the row is of no call that somebody made, or nobody knows. */
  readonly outcome?: CallOutcome
}

/** How a call ended, and how long it took. */
export interface CallOutcome {
  /** Of the failure, by contract/calls/outcomes.ts; empty: it was answered. */
  readonly kind: string
  /** Milliseconds to the first token of a streamed answer. */
  readonly firstMs?: number
  /** Milliseconds of the whole call; absent where they tell nothing. */
  readonly totalMs?: number
  /** Earlier refusals of the same user that got no row, since there were too many. */
  readonly refusalsBefore?: number
}

/** What the books keep of a call: what its vendor takes for it, and what may make the vendor's bill differ. */
export interface VendorFacts {
  /** The name that went upstream. */
  readonly model: string
  /** What the vendor takes by our count, in quota units; absent: its price is not known. */
  readonly cost?: number
  /** The part of it that paid for cache writes; absent: none. */
  readonly cacheCost?: number
  /** The usage was counted here: the vendor reported none, since the answer was cut off. */
  readonly isCounted?: true
  /** Attempts before the one that served, which may have cost something although they failed. */
  readonly failed?: readonly { readonly channelId: number; readonly model: string }[]
}

/** A hold or an extension that an account could not cover. */
export interface Shortage {
  readonly kind: 'short'
  readonly accountId: number
  /** Quota units, or those of its limit. */
  readonly available: number
}

export type Verdict =
  /** `granted`: what a hold set aside. `writeOff`: what of a charge no account could pay. Both in quota units. */
  | { readonly kind: 'done'; readonly granted?: number; readonly writeOff?: number }
  | Shortage
  /** The hold, or this part of it, had been resolved before with the same amount: nothing happened. */
  | { readonly kind: 'already' }
  /** A hold or a settlement of this id exists already with another amount, in quota units: nothing happened (decision D52). */
  | { readonly kind: 'different-amount'; readonly recorded: number }
  /** The hold had been recovered in our absence; the difference was posted. */
  | { readonly kind: 'corrected'; readonly writeOff?: number }
  /** There is no such hold, or it is not open for this. */
  | { readonly kind: 'unknown' }
  /** Settled into the spool: the database will have it when it is back. */
  | { readonly kind: 'spooled' }

export interface Batch {
  /** The node that commits, and a number that only it counts. */
  readonly epoch: string
  readonly seq: number
  readonly operations: readonly Operation[]
  readonly accounts: SystemAccounts
}

/** The other side of every movement. */
export interface SystemAccounts {
  /** What users paid for calls. */
  readonly revenue: number
  /** Where the limits of tokens come from and go to: limits are not money, but they are counted the same way. */
  readonly limit: number
  /** What the house gave: at registration, for invitations, at check-in. */
  readonly grant: number
  /** What an admin set by hand. */
  readonly adjust: number
  /** What the house bears of charges that no account could pay (decision D43). */
  readonly house: number
}
