import { ulid } from 'ulid'
import type { Database } from '../../../db/database.ts'
import { commitBatch, openSystemAccounts } from '../../ledger/ledger-tasks.ts'
import { type BudgetOwner, findBudgets } from '../budget-store.ts'

/** Charges a call against a budget, as the ledger does it. @param quota units */
export async function spend(database: Database, owner: BudgetOwner, quota: number): Promise<void> {
  const [budget] = await findBudgets(database, owner)
  if (!budget) throw new Error(`${owner.kind} ${owner.id} has no budget`)
  const id = ulid()
  const legs = [{ accountId: budget.account_id, reserves: true }]
  const node = { kind: 'node', id: 'test', leaseSeconds: 0 } as const
  const hold = { kind: 'hold', id, legs, amount: quota, owner: node, userId: 0, tokenId: 0, price: '{}', facts: '{}' } as const
  const accounts = await database.run(openSystemAccounts, null)
  const operations = [hold, { kind: 'settle', id, amount: quota } as const]
  await database.run(commitBatch, { epoch: ulid(), seq: 1, operations, accounts })
}
