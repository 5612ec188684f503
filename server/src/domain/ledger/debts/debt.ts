// What somebody owes: credit that was taken back after it had been spent. It stands on an account of their own, of kind `debt`, at or below
// zero, so that the books see it. Whoever touches that account holds the lock of the user's own account first.
import type { Database } from '../../../db/database.ts'
import { locked } from '../../../db/locked.ts'
import { type WriteTx, writeTask } from '../../../db/write-task.ts'
import { accountTable } from '../ledger-tables.ts'
import { ensureAccount } from '../ledger-tasks.ts'
import { type Movement, post } from '../post.ts'
import { UnknownAccount } from '../unknown-account.ts'

/** An amount that is due from a user, whatever they have. */
export interface Claim {
  readonly ref: string
  readonly userId: number
  /** The account that it goes to. */
  readonly to: number
  /** Quota units, > 0. */
  readonly amount: number
  readonly kind: string
  readonly actorId: number
}

/** The ref of what of a claim became a debt. */
export const debtRef = (ref: string): string => `${ref}:debt`

/**
 * Posts income of users. What somebody owes is paid from it first. Used inside tasks, for all that comes in but an admin's corrections.
 * Throws as `post` does.
 */
export async function postIncome(tx: WriteTx, movements: readonly Movement[]): Promise<void> {
  const users = await lockUsers(
    tx,
    movements.flatMap(({ from, to }) => [from, to]),
  )
  const debts = await lockDebts(
    tx,
    [...users.values()].map(({ userId }) => userId),
  )
  const payments: Movement[] = []
  for (const { ref, to, amount, actorId } of movements) {
    const debt = debts.get(users.get(to)?.userId ?? 0)
    if (!debt || debt.owed <= 0) continue
    const paid = Math.min(amount, debt.owed)
    debt.owed -= paid
    payments.push({ ref: `debt:${ref}`, from: to, to: debt.accountId, amount: paid, kind: 'debt', actorId })
  }
  await post(tx, [...movements, ...payments])
}

/**
 * Takes what is due: as far as the balance goes beyond what calls hold, and the rest becomes a debt. Used inside tasks.
 * @returns quota units of each claim that became a debt. Throws as `post` does.
 */
export async function postClaims(tx: WriteTx, claims: readonly Claim[]): Promise<number[]> {
  const accountIds = new Map<number, number>()
  for (const { userId } of claims) accountIds.set(userId, await ensureAccount(tx, 'user', userId))
  const users = await lockUsers(tx, [...accountIds.values(), ...claims.map(({ to }) => to)])
  const [movements, owed]: [Movement[], number[]] = [[], []]
  for (const { userId, amount, ...claim } of claims) {
    const from = accountIds.get(userId) ?? 0
    const user = users.get(from)
    if (!user) throw new UnknownAccount(from)
    const taken = Math.min(amount, user.free)
    user.free -= taken
    owed.push(amount - taken)
    movements.push({ ...claim, from, amount: taken })
    if (taken === amount) continue
    movements.push({ ...claim, ref: debtRef(claim.ref), from: await ensureAccount(tx, 'debt', userId), amount: amount - taken })
    await noteDue(tx, userId, Math.min(amount - taken, user.held))
  }
  await post(tx, movements)
  return owed
}

/**
 * Sets a part of a balance aside on another account of its owner, as far as there is beyond what calls hold. Used inside tasks.
 * @returns quota units that were moved. Throws as `post` does.
 */
export async function postAside(tx: WriteTx, { userId, amount, ...claim }: Claim): Promise<number> {
  const from = await ensureAccount(tx, 'user', userId)
  const user = (await lockUsers(tx, [from, claim.to])).get(from)
  const moved = Math.min(amount, user?.free ?? 0)
  await post(tx, [{ ...claim, from, amount: moved }])
  return moved
}

/** A user's account, locked. Quota units. */
interface LockedUser {
  readonly userId: number
  /** What calls do not hold. */
  free: number
  readonly held: number
}

/** Users' accounts among these, all of which are locked in the order of their ids. */
async function lockUsers(tx: WriteTx, ids: readonly number[]): Promise<Map<number, LockedUser>> {
  const sorted = [...new Set(ids)].sort((a, b) => a - b)
  const rows = await tx.sets.selectByKeys(accountTable, 'id', sorted, { lock: true })
  return new Map(
    rows
      .filter(({ kind }) => kind === 'user')
      .map(({ id, owner_id, posted, held }) => [
        Number(id),
        { userId: Number(owner_id), free: Math.max(0, Number(posted) - Number(held)), held: Number(held) },
      ]),
  )
}

/** What these users owe, in quota units, and where it stands. */
async function lockDebts(tx: WriteTx, userIds: readonly number[]): Promise<Map<number, { accountId: number; owed: number }>> {
  if (userIds.length === 0) return new Map()
  const query = tx.db.selectFrom('account').select(['id', 'owner_id', 'posted']).where('kind', '=', 'debt').where('owner_id', 'in', userIds)
  const rows = await locked(tx, query.orderBy('id')).execute()
  return new Map(rows.map(({ id, owner_id, posted }) => [Number(owner_id), { accountId: Number(id), owed: -Number(posted) }]))
}

/** Notes what of a debt running calls hold. The lock of the user's account is held. */
async function noteDue(tx: WriteTx, userId: number, amount: number): Promise<void> {
  if (amount === 0) return
  const due = await tx.db.selectFrom('debt_due').select('quota').where('user_id', '=', userId).executeTakeFirst()
  if (!due) await tx.db.insertInto('debt_due').values({ user_id: userId, quota: amount }).execute()
  else
    await tx.db
      .updateTable('debt_due')
      .set({ quota: Number(due.quota) + amount })
      .where('user_id', '=', userId)
      .execute()
}

/** Users with a debt that running calls held, some at a time. */
export async function findDue(database: Database, limit: number): Promise<number[]> {
  const rows = await database.read.selectFrom('debt_due').select('user_id').where('quota', '>', 0).limit(limit).execute()
  return rows.map(({ user_id }) => user_id)
}

/** Takes from a balance what calls that are over had held of it when a debt arose. Returns the quota units taken. */
export const collectDue = writeTask<{ userId: number }, number>('ledger.collect-due', async (tx, { userId }) => {
  const from = await ensureAccount(tx, 'user', userId)
  const user = (await lockUsers(tx, [from])).get(from)
  const due = await tx.db.selectFrom('debt_due').selectAll().where('user_id', '=', userId).executeTakeFirst()
  if (!user || !due) return 0
  const debt = (await lockDebts(tx, [userId])).get(userId)
  const paid = Math.max(0, Math.min(user.free, Number(due.quota), debt?.owed ?? 0))
  const collections = due.collections + 1
  if (debt) await post(tx, [{ ref: `debt:due:${userId}:${collections}`, from, to: debt.accountId, amount: paid, kind: 'debt', actorId: 0 }])
  // What the calls did not leave is not to be had: it stays a debt.
  const quota = user.held === 0 ? 0 : Number(due.quota) - paid
  await tx.db.updateTable('debt_due').set({ quota, collections }).where('user_id', '=', userId).execute()
  return paid
})
