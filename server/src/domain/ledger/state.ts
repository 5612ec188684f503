import type { StoredRow } from '../../db/set-executor.ts'
import type { HoldState } from '../../db/tables/tables.ts'
import type { accountTable, holdTable, NewHoldRow, wideHoldTable } from './ledger-tables.ts'
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

export function readAccount(row: StoredRow<(typeof accountTable)['columns']>): AccountState {
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

/** A part of a hold that was settled. Quota units. */
export interface PartCharge {
  readonly part: number
  readonly amount: number
  /** What of it no account could pay. */
  readonly writeOff: number
}

/** A hold while a transaction works on it. */
export interface HoldRecord {
  readonly id: string
  readonly legs: readonly Leg[]
  /** Quota units that are set aside now. */
  amount: number
  /** Quota units that it was placed for. */
  readonly requested: number
  /**
   * Quota units. Open: what the whole had used at the last checkpoint. Swept: what its accounts paid at the recovery and no late part has
   * been set off against. Resolved by its owner: what the final settlement came to.
   */
  used: number
  state: HoldState
  resolvedBy: '' | 'owner' | 'sweeper'
  /** The log row in waiting; undefined where it was not read. */
  facts: string | undefined
  partCount: number
  /** Empty where it was not read. */
  readonly parts: PartCharge[]
  /**
   * What the house bore, in quota units. Swept: of the recovery's charge, without what late parts were set off against. Resolved by its owner:
   * of the whole.
   */
  house: number
  resolvedAtMs: number
  isChanged: boolean
  hasNewFacts: boolean
  hasNewParts: boolean
}

type StoredHold = StoredRow<(typeof holdTable)['columns']> & Partial<StoredRow<(typeof wideHoldTable)['columns']>>

export function readHold(row: StoredHold): HoldRecord {
  return {
    id: String(row.id),
    legs: readLegs(String(row.legs)),
    amount: Number(row.amount),
    requested: Number(row.requested),
    used: Number(row.used),
    state: wordOf(HOLD_STATES, row.state),
    resolvedBy: wordOf(RESOLVERS, row.resolved_by),
    facts: row.facts === undefined ? undefined : String(row.facts),
    partCount: Number(row.parts),
    parts: row.part_charges ? readParts(String(row.part_charges)) : [],
    house: Number(row.house ?? 0),
    resolvedAtMs: Number(row.resolved_at_ms ?? 0),
    ...unchanged,
  }
}

const HOLD_STATES: readonly HoldState[] = ['open', 'settled', 'released', 'recovered', 'corrected']
const RESOLVERS: readonly HoldRecord['resolvedBy'][] = ['', 'owner', 'sweeper']

/** @throws RangeError on an unknown state */
function wordOf<Word extends string>(words: readonly Word[], stored: string | number | null | undefined): Word {
  const found = words.find((word) => word === stored)
  if (found === undefined) throw new RangeError(`a hold does not know ${stored}`)
  return found
}

const unchanged = { isChanged: false, hasNewFacts: false, hasNewParts: false } as const

/** A hold that is placed now, and the row that is inserted for it. @param amount quota units that are set aside */
export function placeHold(operation: HoldOperation, amount: number, nowMs: number): { hold: HoldRecord; row: NewHoldRow } {
  const { id, legs, owner, userId, tokenId, price, facts } = operation
  return {
    hold: {
      id,
      legs,
      amount,
      requested: operation.amount,
      used: 0,
      state: 'open',
      resolvedBy: '',
      facts,
      partCount: 0,
      parts: [],
      house: 0,
      resolvedAtMs: 0,
      ...unchanged,
    },
    row: {
      id,
      legs: printLegs(legs),
      amount,
      state: 'open',
      owner_kind: owner.kind,
      owner_id: owner.id,
      lease_until_ms: owner.leaseSeconds === 0 ? 0 : nowMs + owner.leaseSeconds * 1000,
      user_id: userId,
      token_id: tokenId,
      price,
      facts,
      requested: operation.amount,
      created_at_ms: nowMs,
    },
  }
}

const COUNTED_UNITS = ['tokens', 'calls'] as const

/** `[[12,1],[99,0],[50,1,0,4000]]`: account id, 1 where the hold reserves; of what is no money its unit, and how much is held. */
function printLegs(legs: readonly Leg[]): string {
  const counted = ({ counted }: Leg) => (counted ? `,${COUNTED_UNITS.indexOf(counted.unit)},${counted.amount}` : '')
  return `[${legs.map((leg) => `[${leg.accountId},${leg.reserves ? 1 : 0}${counted(leg)}]`).join(',')}]`
}

export function readLegs(text: string): Leg[] {
  const legs: [number, number, number?, number?][] = JSON.parse(text)
  return legs.map(([accountId, reserves, at, amount = 0]) => {
    const unit = at === undefined ? undefined : COUNTED_UNITS[at]
    return { accountId, reserves: reserves === 1, ...(unit ? { counted: { unit, amount } } : {}) }
  })
}

/** `[[1,40,0],[2,35,5]]`: number of the part, its amount, and what of it the house bore. */
export function printParts(parts: readonly PartCharge[]): string {
  return JSON.stringify(parts.map(({ part, amount, writeOff }) => [part, amount, writeOff]))
}

/** @param text what `printParts` gave */
export function readParts(text: string): PartCharge[] {
  const parts: [number, number, number][] = JSON.parse(text)
  return parts.map(([part, amount, writeOff]) => ({ part, amount, writeOff }))
}
