// What the house bore of calls that cost more than was held (decision D43). A judge that only adds it up would let a ledger pass that
// charges the house instead of a user who has money; so it says too what the payer could certainly have paid.
import type { Kysely } from 'kysely'
import type { Tables } from '../../server/src/db/tables/tables.ts'
import { readLegs, readParts } from '../../server/src/domain/ledger/state.ts'

/** Quota units. */
export interface HouseShare {
  readonly amount: number
  /** At least this much the accounts of the call could pay: all other holds of that moment counted at their largest. */
  readonly payable: number
}

/** Does a charge make up the cost? Of it the house may bear only what the payer could not certainly pay. Quota units. */
export function makesUp(cost: number, { net, house }: { net: number; house: HouseShare | undefined }): boolean {
  if (!house) return net === cost
  return net + house.amount === cost && house.amount >= 0 && net >= Math.min(cost, house.payable)
}

type Holds = readonly Awaited<ReturnType<typeof readHolds>>[number][]
type Entries = readonly Awaited<ReturnType<typeof readEntries>>[number][]

/**
 * The house's share of every call that has one, by the id of its hold.
 * @param slackMs a transaction is stamped when it begins, and may wait for others after that: by how much the order of stamps may be wrong
 */
export async function readHouseShares(db: Kysely<Tables>, slackMs = 0): Promise<ReadonlyMap<string, HouseShare>> {
  const accounts = await db.selectFrom('account').select(['id', 'kind']).execute()
  const house = new Set(accounts.filter(({ kind }) => kind === 'house').map(({ id }) => Number(id)))
  const entries = await readEntries(db)
  const shares = new Map<string, number>()
  for (const entry of entries) {
    if (entry.kind !== 'house') continue
    const sign = house.has(Number(entry.debit_account)) ? 1 : -1
    shares.set(entry.hold_id, (shares.get(entry.hold_id) ?? 0) + sign * Number(entry.amount))
  }
  if (shares.size === 0) return new Map()
  const holds = await readHolds(db)
  // Tokens with a limit and users pay; a budget never keeps a user from paying.
  const payers = new Set(accounts.filter(({ kind }) => kind === 'user' || kind === 'token').map(({ id }) => Number(id)))
  return new Map(
    [...shares].map(([holdId, amount]) => [holdId, { amount, payable: payableBy(holdId, payers, { holds, entries, slackMs }) }]),
  )
}

const readHolds = (db: Kysely<Tables>) =>
  db
    .selectFrom('hold')
    .select(['id', 'legs', 'amount', 'requested', 'part_charges', 'state', 'resolved_by', 'created_at_ms', 'resolved_at_ms'])
    .execute()

const readEntries = (db: Kysely<Tables>) =>
  db
    .selectFrom('entry')
    .select(['id', 'hold_id', 'kind', 'amount', 'debit_account', 'credit_account', 'created_at_ms'])
    .orderBy('id')
    .execute()

interface Book {
  readonly holds: Holds
  readonly entries: Entries
  readonly slackMs: number
}

function payableBy(holdId: string, payers: ReadonlySet<number>, { holds, entries, slackMs }: Book): number {
  const hold = holds.find(({ id }) => id === holdId)
  const own = entries.filter((entry) => entry.hold_id === holdId)
  const atMs = Number(own.findLast(({ kind }) => kind === 'house')?.created_at_ms)
  // A late answer replaces an earlier charge: what that one took is paid already, and its hold is given back.
  const now = own.find((entry) => Number(entry.created_at_ms) === atMs)
  if (!hold || !now) return 0
  const isFirst = now === own[0]
  const legs = readLegs(hold.legs).filter(({ accountId, reserves }) => reserves && payers.has(accountId))
  return Math.min(
    ...legs.map(({ accountId }) => {
      const posted = postedBefore(Number(now.id), accountId, entries)
      const free = Math.max(0, posted - heldAround({ fromMs: atMs - slackMs, toMs: atMs + slackMs }, accountId, holdId, holds))
      // What was swept gave back what it had set aside, and others may have it.
      if (isFirst) return hold.state === 'corrected' ? free : Math.max(Math.min(Number(hold.amount), posted), free)
      const paid = own.filter((entry) => Number(entry.id) < Number(now.id) && Number(entry.debit_account) === accountId)
      return paid.reduce((sum, entry) => sum + Number(entry.amount), 0) + free
    }),
  )
}

function postedBefore(entryId: number, accountId: number, entries: Entries): number {
  let posted = 0
  for (const entry of entries) {
    if (Number(entry.id) >= entryId) break
    if (Number(entry.credit_account) === accountId) posted += Number(entry.amount)
    if (Number(entry.debit_account) === accountId) posted -= Number(entry.amount)
  }
  return posted
}

/** What all other holds on the account set aside that were open in these milliseconds, those counted too that came or went in them. */
function heldAround(
  { fromMs, toMs }: { readonly fromMs: number; readonly toMs: number },
  accountId: number,
  holdId: string,
  holds: Holds,
): number {
  let held = 0
  for (const hold of holds) {
    if (hold.id === holdId || Number(hold.created_at_ms) > toMs) continue
    if (Number(hold.resolved_at_ms) !== 0 && Number(hold.resolved_at_ms) < fromMs) continue
    if (readLegs(hold.legs).some((leg) => leg.reserves && leg.accountId === accountId)) held += largest(hold)
  }
  return held
}

/**
 * What a hold set aside at its largest: each part of a session made it smaller, by no more than its amount. How far one was extended that was swept
 * is not known, so nobody can be said to have had money beside it.
 */
function largest({ amount, requested, part_charges, resolved_by }: Holds[number]): number {
  if (!part_charges) return Number(amount)
  if (resolved_by === 'sweeper') return Number.POSITIVE_INFINITY
  return Math.max(
    Number(requested),
    readParts(part_charges).reduce((sum, part) => sum + part.amount, Number(amount)),
  )
}
