// What moved on people's accounts by day and cause, for statements: entries have no index by account, which every call would pay for.
import { type SetExecutor, setTable } from '../../db/set-executor.ts'
import type { AccountDayRow } from '../../db/tables.ts'

const DAY_MS = 86_400_000

const accountDayTable = setTable('account_day', {
  account_id: 'int',
  day: 'int',
  kind: 'text',
  entries: 'int',
  amount_in: 'int',
  amount_out: 'int',
})

/** The day of a moment: days since 1 January 1970, in UTC. @param atMs Unix milliseconds */
export const dayOf = (atMs: number): number => Math.floor(atMs / DAY_MS)

/** Does a person own accounts of this kind? Only those have statements. */
export const isOwned = (accountKind: string): boolean => ownedKinds.some((kind) => kind === accountKind)

/** The balance, what invitations earned, and what is owed. */
export const ownedKinds = ['user', 'referral', 'debt'] as const

/** Adds up what moved on accounts in one transaction. */
export class AccountDays {
  readonly #sums = new Map<string, AccountDayRow>()
  readonly #day: number

  /** @param nowMs the entries' time, Unix milliseconds */
  constructor(nowMs: number) {
    this.#day = dayOf(nowMs)
  }

  /** Counts one entry. @param amount quota units: positive into the account, negative out of it */
  add(accountId: number, kind: string, amount: number): void {
    const key = `${accountId} ${kind}`
    let sum = this.#sums.get(key)
    if (!sum) {
      sum = { account_id: accountId, day: this.#day, kind, entries: 0, amount_in: 0, amount_out: 0 }
      this.#sums.set(key, sum)
    }
    sum.entries += 1
    if (amount > 0) sum.amount_in += amount
    else sum.amount_out -= amount
  }

  get rows(): AccountDayRow[] {
    return [...this.#sums.values()]
  }
}

/** Adds to the sums, in the order of the keys, so that two transactions that add at once wait for each other and do not deadlock. */
export async function addAccountDays(sets: SetExecutor, rows: readonly AccountDayRow[]): Promise<void> {
  await sets.addMany(accountDayTable, ['account_id', 'day', 'kind'], summedDays(rows))
}

/** One row for each account, day and cause, in this order. */
export function summedDays(rows: readonly AccountDayRow[]): AccountDayRow[] {
  const sums = new Map<string, AccountDayRow>()
  for (const row of rows) {
    const key = `${row.account_id} ${row.day} ${row.kind}`
    const sum = sums.get(key)
    if (!sum) {
      sums.set(key, { ...row })
      continue
    }
    sum.entries += row.entries
    sum.amount_in += row.amount_in
    sum.amount_out += row.amount_out
  }
  return [...sums.values()].sort((a, b) => a.account_id - b.account_id || a.day - b.day || (a.kind < b.kind ? -1 : 1))
}
