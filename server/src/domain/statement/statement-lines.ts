// What the ledger's sums and entries of a month are called in a statement, and how they add up.
import { quota } from '@waystation/contract/money/quota'
import {
  type Statement,
  type StatementCause,
  type StatementCauseName,
  type StatementEntry,
  statementCauses,
} from '@waystation/contract/money/statement'
import type { StatementMonth } from './statement-month.ts'
import type { AccountMonth, DaySum, EntryRecord, ModelSum } from './statement-store.ts'

const causes: Readonly<Record<string, StatementCauseName>> = {
  epay: 'top_up',
  stripe: 'top_up',
  redeem: 'code',
  'check-in': 'check_in',
  rebate: 'rebate',
  'aff-transfer': 'transfer',
  grant: 'grant',
  adjust: 'adjustment',
  opening: 'opening',
  refund: 'refund',
  debt: 'debt',
  dispute: 'dispute',
  settle: 'call',
  recover: 'call',
  correct: 'call',
  'task-refund': 'call',
}

/** What an entry of this kind is for. */
export const causeOf = (kind: string): StatementCauseName => causes[kind] ?? 'other'

/** What rows refer to by id is looked up at once. */
export interface NamedIds {
  readonly orderIds: readonly number[]
  readonly codeIds: readonly number[]
  readonly userIds: readonly number[]
}

export interface Names {
  readonly methods: ReadonlyMap<number, string>
  readonly codes: ReadonlyMap<number, string>
  readonly people: ReadonlyMap<number, string>
}

/** The orders, codes and admins that entries name. */
export function namedIds(entries: readonly EntryRecord[]): NamedIds {
  const ids = (of: (entry: EntryRecord) => number | undefined) => [...new Set(entries.flatMap((entry) => of(entry) ?? []))]
  return { orderIds: ids(orderIdOf), codeIds: ids(codeIdOf), userIds: ids(actorIdOf) }
}

/** The order that an entry is of. */
export const orderIdOf = ({ ref }: EntryRecord): number | undefined => idIn(ref, /^(?:refund:|debt:|dispute:)?(?:epay|stripe):(\d+)(?::|$)/)
const codeIdOf = ({ ref }: EntryRecord): number | undefined => idIn(ref, /^redeem:(\d+):/)
const actorIdOf = ({ kind, actorId }: EntryRecord): number | undefined => (kind === 'adjust' && actorId > 0 ? actorId : undefined)

function idIn(ref: string, pattern: RegExp): number | undefined {
  const id = pattern.exec(ref)?.[1]
  return id === undefined ? undefined : Number(id)
}

/** An entry as a line. */
export function lineOf(entry: EntryRecord, { methods, codes, people }: Names): StatementEntry {
  const { ref, kind, createdAtMs, amount, reason } = entry
  return {
    ref,
    kind,
    at: Math.floor(createdAtMs / 1000),
    in: quota(Math.max(0, amount)),
    out: quota(Math.max(0, -amount)),
    method: methods.get(orderIdOf(entry) ?? 0) ?? '',
    note: kind === 'adjust' ? reason : (codes.get(codeIdOf(entry) ?? 0) ?? ''),
    actor: people.get(actorIdOf(entry) ?? 0) ?? '',
  }
}

/**
 * The month by cause: what the ledger has of each, and its entries.
 * @param listedMost of each cause; the others are one sum
 */
export function causesOf(days: readonly DaySum[], lines: readonly StatementEntry[], listedMost: number): StatementCause[] {
  return statementCauses.flatMap((cause) => {
    const rows = days.filter(({ kind }) => causeOf(kind) === cause)
    if (rows.length === 0) return []
    const own = lines.filter(({ kind }) => causeOf(kind) === cause)
    const rest = own.slice(listedMost)
    const unlisted = { entries: rest.length, in: quota(total(rest, (one) => one.in)), out: quota(total(rest, (one) => one.out)) }
    return [{ cause, ...sumsOf(rows), listed: own.slice(0, listedMost), unlisted }]
  })
}

/** Calls by model, and what the ledger charged beyond that. */
export function callsOf(days: readonly DaySum[], models: readonly ModelSum[]): Statement['calls'] {
  const calls = sumsOf(days.filter(({ kind }) => causeOf(kind) === 'call'))
  const counted = total(models, (sum) => sum.quota)
  return {
    models: models
      .toSorted((a, b) => b.quota - a.quota || (a.model < b.model ? -1 : 1))
      .map((sum) => ({ ...sum, quota: quota(sum.quota) })),
    corrected: calls.in,
    elsewhere: quota(calls.out - calls.in - counted),
  }
}

/** Entries and amounts of some days. */
export function sumsOf(rows: readonly DaySum[]) {
  return {
    entries: total(rows, (row) => row.entries),
    in: quota(total(rows, (row) => row.amount_in)),
    out: quota(total(rows, (row) => row.amount_out)),
  }
}

/** The balance at both ends of the month; `ledger` is what the account itself has, less what moved since. */
export function balancesOf({ before, after, days, posted }: AccountMonth) {
  const { in: amountIn, out } = sumsOf(days)
  return { opening: quota(before), in: amountIn, out, closing: quota(before + amountIn - out), ledger: quota(posted - after) }
}

/** The balance at the end of each day of the month that has begun. @param now unix seconds */
export function balanceByDay({ before, days }: AccountMonth, { dates }: StatementMonth, now: number) {
  const balances: number[] = []
  let balance = before
  for (const { day } of dates.filter(({ start }) => start <= now)) {
    for (const row of days) if (row.day === day) balance += row.amount_in - row.amount_out
    balances.push(balance)
  }
  return balances.map(quota)
}

const total = <Row>(rows: readonly Row[], of: (row: Row) => number): number => rows.reduce((sum, row) => sum + of(row), 0)
