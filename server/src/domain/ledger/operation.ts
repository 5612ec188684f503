// What can be asked of the ledger for something that runs (a call today, tasks and sessions later), and what it answers.
// Operations are plain values: they cross threads, and the spool writes them down.

/** Where a hold draws from. A leg that does not reserve only counts what was used (an unlimited token). */
export interface Leg {
  readonly accountId: number
  readonly reserves: boolean
}

export type Operation = HoldOperation | ExtendOperation | CheckpointOperation | SettleOperation | ReleaseOperation | LogOperation

export interface HoldOperation {
  readonly kind: 'hold'
  /** The request id: a ULID of ours. */
  readonly id: string
  readonly legs: readonly Leg[]
  /** Quota units to set aside, ≥ 0. */
  readonly amount: number
  /** Set where less than `amount` will do: then a share of what is available is set aside, and never less than this. */
  readonly minimum?: number
  readonly owner: {
    readonly kind: 'node' | 'task' | 'session'
    readonly id: string /** Unix milliseconds; 0: the node's lease counts. */
    readonly leaseUntilMs: number
  }
  readonly userId: number
  readonly tokenId: number
  /** The price snapshot, as JSON text: a change of prices while the call runs changes nothing (I17). */
  readonly price: string
  /** A log row in waiting, as JSON text, should the owner die. */
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
  /** What has been used so far, in quota units. */
  readonly used: number
  /** The log row in waiting, brought up to date. */
  readonly facts: string
}

export interface SettleOperation {
  readonly kind: 'settle'
  readonly id: string
  /** What was really used, in quota units, ≥ 0: of the whole, or of this part. */
  readonly amount: number
  /** From 1: a part of something that goes on (a realtime reply). Absent: the end. */
  readonly part?: number
  readonly log?: LogDraft
  /** What is charged beyond the hold may overdraw the accounts (the option relay.strict_holds is off). Absent: the house bears it. */
  readonly mayOverdraw?: true
}

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

/** A row of the usage log and what stands beside it. The request id and the time are the ledger's to fill in. */
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
  /** Counted in all sums, and not written as a row (the option LogConsumeEnabled is off). */
  readonly isOnlyCounted?: true
}

export type Verdict =
  /** `granted`: what a hold set aside. `housePart`: what of a charge no account could pay. Both in quota units. */
  | { readonly kind: 'done'; readonly granted?: number; readonly housePart?: number }
  /** A hold or an extension that an account could not cover. */
  | { readonly kind: 'short'; readonly accountId: number; readonly available: number }
  /** The hold had been resolved before, the same way: nothing happened. */
  | { readonly kind: 'already' }
  /** The hold had been recovered in our absence; the difference was posted. */
  | { readonly kind: 'corrected'; readonly housePart?: number }
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
