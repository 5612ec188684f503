// Money in and out other than calls: grants, admins' corrections, limits of tokens. Used inside other write tasks, so that the movement and
// its cause are one transaction. Every movement is an entry; nothing else in the program changes a balance (arrow 6).
import type { WriteTx } from '../../db/write-task.ts'
import { accountEntryTable, accountTable, attributedEntryTable } from './ledger-tables.ts'
import { AccountQuarters, addAccountQuarters, isOwned } from './projections/account-quarters.ts'
import { type AccountState, readAccount } from './state.ts'
import { UnknownAccount } from './unknown-account.ts'

export interface Movement {
  /** Names the cause and its id, unique for ever: doing it twice is refused by the database. */
  readonly ref: string
  readonly from: number
  readonly to: number
  /** Quota units, > 0. */
  readonly amount: number
  readonly kind: string
  readonly actorId: number
  readonly reason?: string
}

/**
 * Locks accounts in the order of their ids, and reads them. Whoever moves money more than once in a transaction, or reads an account before, locks
 * all of its accounts by this first: with any other order, transactions wait for each other in a ring.
 */
export async function lockAccounts(tx: WriteTx, ids: readonly number[]): Promise<ReadonlyMap<number, AccountState>> {
  const inOrder = [...new Set(ids)].sort((a, b) => a - b)
  const rows = await tx.sets.selectByKeys(accountTable, 'id', inOrder, { lock: true })
  return new Map(rows.map((row) => [Number(row.id), readAccount(row)]))
}

/** Posts movements. Accounts are locked in id order. Throws when a ref was used before. */
export async function post(tx: WriteTx, movements: readonly Movement[]): Promise<void> {
  const real = movements.filter((movement) => movement.amount !== 0)
  if (real.length === 0) return
  const nowMs = await tx.sets.nowMs()
  const accounts = await lockAccounts(
    tx,
    real.flatMap((movement) => [movement.from, movement.to]),
  )
  for (const { from, to, amount } of real) {
    const [payer, payee] = [accounts.get(from), accounts.get(to)]
    if (!payer || !payee) throw new UnknownAccount(payer ? to : from)
    payer.posted -= amount
    payee.posted += amount
    if (![amount, payer.posted, payee.posted].every(Number.isSafeInteger) || amount < 0)
      throw new RangeError(`movement of ${amount} leaves the exact range`)
  }
  await tx.sets.insertMany(
    attributedEntryTable,
    real.map(({ ref, from, to, amount, kind, actorId, reason = '' }) => ({
      ref,
      debit_account: from,
      credit_account: to,
      amount,
      kind,
      hold_id: '',
      created_at_ms: nowMs,
      actor_id: actorId,
      reason,
    })),
  )
  await tx.sets.updateMany(accountTable, 'id', ['posted'], [...accounts.values()])
  await noteForStatements(tx, real, { accounts, nowMs })
}

/** Sums and names the entries by account, where people own it. */
async function noteForStatements(
  tx: WriteTx,
  movements: readonly Movement[],
  { accounts, nowMs }: { accounts: ReadonlyMap<number, AccountState>; nowMs: number },
): Promise<void> {
  const quarters = new AccountQuarters(nowMs)
  const named: { account_id: number; created_at_ms: number; ref: string }[] = []
  for (const { ref, from, to, amount, kind } of movements) {
    for (const [accountId, change] of [
      [from, -amount],
      [to, amount],
    ] as const) {
      if (!isOwned(accounts.get(accountId)?.kind ?? '')) continue
      quarters.add(accountId, kind, change)
      named.push({ account_id: accountId, created_at_ms: nowMs, ref })
    }
  }
  await addAccountQuarters(tx.sets, quarters.rows)
  await tx.sets.insertMany(accountEntryTable, named)
}

/**
 * Sets an account's posted balance, as one movement of the difference under the row's lock, so that concurrent spending is not lost (I16).
 * @param to.balance the amount, or what it is to be where this much is posted
 */
export async function postDifference(
  tx: WriteTx,
  to: { accountId: number; balance: number | ((posted: number) => number); against: number; ref: string; kind: string; actorId: number },
): Promise<{ balance: number; difference: number }> {
  const account = (await lockAccounts(tx, [to.accountId, to.against])).get(to.accountId)
  if (!account) throw new UnknownAccount(to.accountId)
  const { posted } = account
  const balance = typeof to.balance === 'number' ? to.balance : to.balance(posted)
  const difference = balance - posted
  const [from, into] = difference >= 0 ? [to.against, to.accountId] : [to.accountId, to.against]
  await post(tx, [{ ref: to.ref, from, to: into, amount: Math.abs(difference), kind: to.kind, actorId: to.actorId }])
  return { balance, difference }
}
