// What moved on people's accounts by quarter of an hour and cause, for statements of every time zone: entries have no index by account, which every call would pay for.
import { type SetExecutor, setTable } from '../../../db/set-executor.ts'
import type { AccountQuarterRow } from '../../../db/tables/tables.ts'

const QUARTER_MS = 900_000

/** Quarters of an hour in a day of UTC. */
export const QUARTERS_A_DAY = 96

const accountDayTable = setTable('account_quarter', {
  account_id: 'int',
  quarter_number: 'int',
  kind: 'text',
  entries: 'int',
  amount_in: 'int',
  amount_out: 'int',
})

/** The quarter of an hour that a moment lies in: quarters since 1 January 1970. @param atMs Unix milliseconds */
export const quarterOf = (atMs: number): number => Math.floor(atMs / QUARTER_MS)

/** Does a person own accounts of this kind? Only those have statements. */
export const isOwned = (accountKind: string): boolean => ownedKinds.some((kind) => kind === accountKind)

/** The balance, what invitations earned, and what is owed. */
export const ownedKinds = ['user', 'referral', 'debt'] as const

/** Adds up what moved on accounts in one transaction. */
export class AccountQuarters {
  readonly #sums = new Map<string, AccountQuarterRow>()
  readonly #quarter: number

  /** @param nowMs the entries' time, Unix milliseconds */
  constructor(nowMs: number) {
    this.#quarter = quarterOf(nowMs)
  }

  /** Counts one entry. @param amount quota units: positive into the account, negative out of it */
  add(accountId: number, kind: string, amount: number): void {
    const key = `${accountId} ${kind}`
    let sum = this.#sums.get(key)
    if (!sum) {
      sum = { account_id: accountId, quarter_number: this.#quarter, kind, entries: 0, amount_in: 0, amount_out: 0 }
      this.#sums.set(key, sum)
    }
    sum.entries += 1
    if (amount > 0) sum.amount_in += amount
    else sum.amount_out -= amount
  }

  get rows(): AccountQuarterRow[] {
    return [...this.#sums.values()]
  }
}

/** Adds to the sums, in the order of the keys, so that two transactions that add at once wait for each other and do not deadlock. */
export async function addAccountQuarters(sets: SetExecutor, rows: readonly AccountQuarterRow[]): Promise<void> {
  await sets.addMany(accountDayTable, ['account_id', 'quarter_number', 'kind'], summedQuarters(rows))
}

/** One row for each account, quarter and cause, in this order. */
export function summedQuarters(rows: readonly AccountQuarterRow[]): AccountQuarterRow[] {
  const sums = new Map<string, AccountQuarterRow>()
  for (const row of rows) {
    const key = `${row.account_id} ${row.quarter_number} ${row.kind}`
    const sum = sums.get(key)
    if (!sum) {
      sums.set(key, { ...row })
      continue
    }
    sum.entries += row.entries
    sum.amount_in += row.amount_in
    sum.amount_out += row.amount_out
  }
  return [...sums.values()].sort((a, b) => a.account_id - b.account_id || a.quarter_number - b.quarter_number || (a.kind < b.kind ? -1 : 1))
}
