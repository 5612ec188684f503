// Budgets as rows, and what is left of them as accounts of the ledger. A row is locked before its account, in every task.

import { AppError } from '@waystation/contract/errors'
import { type BudgetName, isRenewing, MAX_BUDGETS } from '@waystation/contract/money/budget'
import { logType } from '@waystation/contract/site/status-table'
import type { Selectable } from 'kysely'
import type { Database } from '../../db/database.ts'
import { locked } from '../../db/locked.ts'
import type { BudgetRow } from '../../db/tables/tables.ts'
import { insertedId, type WriteTx, writeTask } from '../../db/write-task.ts'
import { ensureAccount } from '../ledger/ledger-tasks.ts'
import { lockAccounts, postDifference } from '../ledger/post.ts'
import type { AccountState } from '../ledger/state.ts'
import { UnknownAccount } from '../ledger/unknown-account.ts'

export type BudgetOwnerKind = 'user' | 'token'

export interface BudgetOwner {
  readonly kind: BudgetOwnerKind
  readonly id: number
}

export type BudgetRecord = Selectable<BudgetRow>

/** A budget with what its account has; 0 where it has none. */
export interface BudgetFigures extends BudgetRecord {
  readonly used: number
  readonly held: number
}

/** When a period begins and ends, unix seconds. */
interface Period {
  readonly startedAt: number
  readonly renewsAt: number
}

export interface BudgetChange {
  readonly owner: BudgetOwner
  readonly name: BudgetName
  readonly zone: string
  readonly quota: number
  readonly softQuota: number
  /** The period that runs now, by the new terms. */
  readonly now: Period
  /** A ULID that names the movement of the limit. */
  readonly ref: string
  readonly actorId: number
}

/**
 * Makes or changes the budget of this unit and period. One that keeps its zone counts on. In another zone, what was spent in the running period
 * is not forgotten: what of it was spent since the new one began.
 * Throws too_many_budgets.
 */
export const saveBudget = writeTask<BudgetChange, BudgetRecord | null>('budget.save', async (tx, change) => {
  const { owner, name, now, ref, actorId } = change
  const before = await lockBudget(tx, owner, name)
  if (!before) await assertRoomForBudget(tx, owner)
  const id = before ? Number(before.id) : await insertBudget(tx, change)
  const accountId = await accountIdOf(tx, id, name, before)
  const { used, held } = accountId === 0 ? { used: 0, held: 0 } : await accountOf(tx, accountId)
  const goesOn = before !== undefined && before.zone === change.zone && Number(before.renews_at) > now.startedAt
  const columns = {
    ...{ account_id: accountId, zone: change.zone, quota: change.quota, soft_quota: change.softQuota },
    ...{ started_at: now.startedAt, renews_at: now.renewsAt },
    used_before: goesOn ? Number(before.used_before) : used - (await spentSince(tx, before, { owner, now, used })),
    // A limit that was changed warns again.
    warned_for: 0,
  }
  await tx.db.updateTable('budget').set(columns).where('id', '=', id).execute()
  if (accountId !== 0)
    await postLeft(tx, { accountId, left: change.quota - (used - columns.used_before), held, ref: `budget-limit:${ref}`, actorId })
  return before ?? null
})

/** The owner's row is locked, so that parallel changes cannot pass the number together. */
async function assertRoomForBudget(tx: WriteTx, { kind, id }: BudgetOwner): Promise<void> {
  await locked(tx, tx.db.selectFrom(kind).select('id').where('id', '=', id)).executeTakeFirst()
  const rows = await tx.db.selectFrom('budget').select('id').where('owner_kind', '=', kind).where('owner_id', '=', id).execute()
  if (rows.length >= MAX_BUDGETS) throw new AppError('too_many_budgets', { limit: MAX_BUDGETS })
}

/** Without its figures, which follow. */
function insertBudget(tx: WriteTx, { owner, name, zone }: BudgetChange): Promise<number> {
  const begun = { used_before: 0, started_at: 0, renews_at: 0, warned_for: 0, account_id: 0, quota: 0, soft_quota: 0 }
  return insertedId(tx, tx.db.insertInto('budget').values({ ...begun, ...name, zone, owner_kind: owner.kind, owner_id: owner.id }))
}

/** The account of a budget that the ledger counts; 0: it counts none. */
async function accountIdOf(tx: WriteTx, id: number, { period }: BudgetName, before: BudgetRecord | undefined): Promise<number> {
  if (before) return Number(before.account_id)
  return isRenewing(period) ? ensureAccount(tx, 'budget', id) : 0
}

/**
 * What was spent since the new period began, in quota units, as far as the budget before has counted it: where its own period began no sooner,
 * all of that, else by the log.
 */
async function spentSince(
  tx: WriteTx,
  before: BudgetRecord | undefined,
  { owner, now, used }: Pick<BudgetChange, 'owner' | 'now'> & { used: number },
): Promise<number> {
  if (!before || Number(before.renews_at) <= now.startedAt) return 0
  const counted = used - Number(before.used_before)
  if (now.startedAt <= Number(before.started_at) || before.unit !== 'money') return counted
  const { spent } = await tx.db
    .selectFrom('log')
    .select((expression) => expression.fn.sum('quota').as('spent'))
    .where(owner.kind === 'user' ? 'user_id' : 'token_id', '=', owner.id)
    .where('type', '=', logType.consumption)
    .where('created_at', '>=', now.startedAt)
    .executeTakeFirstOrThrow()
  return Math.min(counted, Number(spent ?? 0))
}

/** Begins the next period of a budget whose last one has ended. Answers when the present one ends, unix seconds; null: it is gone. */
export const renewBudget = writeTask<{ id: number; now: Period }, number | null>('budget.renew', async (tx, { id, now }) => {
  const row = await locked(tx, tx.db.selectFrom('budget').selectAll().where('id', '=', id)).executeTakeFirst()
  if (!row) return null
  // Another call was first.
  if (Number(row.renews_at) > now.startedAt) return Number(row.renews_at)
  const { used, held } = await accountOf(tx, row.account_id)
  await tx.db
    .updateTable('budget')
    .set({ used_before: used, started_at: now.startedAt, renews_at: now.renewsAt })
    .where('id', '=', id)
    .execute()
  const ref = `budget:${id}:${now.startedAt}`
  await postLeft(tx, { accountId: row.account_id, left: Number(row.quota), held, ref, actorId: 0 })
  return now.renewsAt
})

/** Takes a budget away; its account stays, for calls that hold from it. False: there was none. */
export const removeBudget = writeTask<{ owner: BudgetOwner; name: BudgetName }, BudgetRecord | null>(
  'budget.remove',
  async (tx, { owner, name }) => {
    const row = await lockBudget(tx, owner, name)
    if (!row) return null
    await tx.db.deleteFrom('budget').where('id', '=', Number(row.id)).execute()
    return row
  },
)

/** What is left is never less than what calls hold: they were let through, and are charged in full. */
async function postLeft(
  tx: WriteTx,
  { accountId, left, held, ref, actorId }: { accountId: number; left: number; held: number; ref: string; actorId: number },
): Promise<void> {
  const against = await ensureAccount(tx, 'limit', 0)
  await postDifference(tx, { accountId, balance: Math.max(left, held, 0), against, ref, kind: 'budget', actorId })
}

/** The account of a budget, locked with the one that its limits come from. */
async function accountOf(tx: WriteTx, id: number): Promise<Pick<AccountState, 'used' | 'held'>> {
  const account = (await lockAccounts(tx, [id, await ensureAccount(tx, 'limit', 0)])).get(id)
  if (!account) throw new UnknownAccount(id)
  return account
}

async function lockBudget(tx: WriteTx, { kind, id }: BudgetOwner, { unit, period }: BudgetName): Promise<BudgetRecord | undefined> {
  const ofOwner = tx.db.selectFrom('budget').selectAll().where('owner_kind', '=', kind).where('owner_id', '=', id)
  return locked(tx, ofOwner.where('unit', '=', unit).where('period', '=', period)).executeTakeFirst()
}

/** The budgets of an owner, with their figures. */
export async function findBudgets(database: Database, { kind, id }: BudgetOwner): Promise<BudgetFigures[]> {
  const ofOwner = budgets(database).where('budget.owner_kind', '=', kind).where('budget.owner_id', '=', id)
  return (await ofOwner.orderBy('budget.id').execute()).map(withNumbers)
}

/** The budgets of all tokens of a user. */
export async function findTokenBudgets(database: Database, userId: number): Promise<BudgetFigures[]> {
  const rows = await budgets(database)
    .innerJoin('token', 'token.id', 'budget.owner_id')
    .where('budget.owner_kind', '=', 'token')
    .where('token.user_id', '=', userId)
    .where('token.deleted_at', 'is', null)
    .orderBy('token.id', 'desc')
    .orderBy('budget.id')
    .execute()
  return rows.map(withNumbers)
}

function budgets(database: Database) {
  return database.read
    .selectFrom('budget')
    .leftJoin('account', 'account.id', 'budget.account_id')
    .selectAll('budget')
    .select(['account.used as used', 'account.held as held'])
}

function withNumbers(row: BudgetRecord & { readonly used: number | null; readonly held: number | null }): BudgetFigures {
  const { quota, soft_quota, used_before, started_at, renews_at, warned_for, used, held } = row
  return {
    ...row,
    ...{ quota: Number(quota), soft_quota: Number(soft_quota), used_before: Number(used_before), used: Number(used), held: Number(held) },
    ...{ started_at: Number(started_at), renews_at: Number(renews_at), warned_for: Number(warned_for) },
  }
}
