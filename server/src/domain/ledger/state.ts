import type { Row, Value } from '../../db/set-executor.ts'
import type { HoldState } from '../../db/tables.ts'
import type { HoldOperation, Leg } from './operation.ts'

/** An account while a transaction works on it. */
export interface AccountState {
  readonly id: number
  readonly kind: string
  posted: number
  held: number
  used: number
  calls: number
  isChanged: boolean
}

export function readAccount(row: Row): AccountState {
  return {
    id: Number(row.id),
    kind: String(row.kind),
    posted: Number(row.posted),
    held: Number(row.held),
    used: Number(row.used),
    calls: Number(row.calls),
    isChanged: false,
  }
}

/** A hold while a transaction works on it. */
export interface HoldRecord {
  readonly id: string
  readonly legs: readonly Leg[]
  amount: number
  used: number
  state: HoldState
  resolvedBy: string
  /** Undefined where it was not read. */
  facts: string | undefined
  parts: number
  /** Of a recovered hold: what the house bore of its charge. */
  house: number
  resolvedAtMs: number | null
  isChanged: boolean
  /** Not in the database yet. */
  readonly isNew: boolean
  /** The whole row, for an insert. */
  row(): Value[]
}

export function readHold(row: Row): HoldRecord {
  return {
    id: String(row.id),
    legs: readLegs(String(row.legs)),
    amount: Number(row.amount),
    used: Number(row.used),
    state: String(row.state) as HoldState,
    resolvedBy: String(row.resolved_by),
    facts: row.facts === undefined ? undefined : String(row.facts),
    parts: Number(row.parts),
    house: Number(row.house ?? 0),
    // Never 0 where there is one; undefined where it was not read.
    resolvedAtMs: row.resolved_at_ms ? Number(row.resolved_at_ms) : null,
    isChanged: false,
    isNew: false,
    row() {
      throw new Error('a hold that was read is not inserted')
    },
  }
}

/** @param amount quota units that are set aside */
export function newHold(operation: HoldOperation, amount: number, nowMs: number): HoldRecord {
  const hold: HoldRecord = {
    id: operation.id,
    legs: operation.legs,
    amount,
    used: 0,
    state: 'open',
    resolvedBy: '',
    facts: operation.facts,
    parts: 0,
    house: 0,
    resolvedAtMs: null,
    isChanged: false,
    isNew: true,
    row: () => [
      hold.id,
      printLegs(hold.legs),
      hold.amount,
      hold.state,
      operation.owner.kind,
      operation.owner.id,
      operation.owner.leaseUntilMs,
      operation.userId,
      operation.tokenId,
      operation.price,
      operation.facts,
      nowMs,
    ],
  }
  return hold
}

/** `[[12,1],[99,0]]`: account id, and 1 where the hold reserves. */
export function printLegs(legs: readonly Leg[]): string {
  return `[${legs.map((leg) => `[${leg.accountId},${leg.reserves ? 1 : 0}]`).join(',')}]`
}

export function readLegs(text: string): Leg[] {
  return (JSON.parse(text) as [number, number][]).map(([accountId, reserves]) => ({ accountId, reserves: reserves === 1 }))
}
