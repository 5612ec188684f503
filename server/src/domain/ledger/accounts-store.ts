import type { Database } from '../../db/database.ts'
import { type AccountState, readAccount } from './state.ts'
import { UnknownAccount } from './unknown-account.ts'

/** Accounts as they stand, which may have changed when this answers: for questions, not for decisions. */
export async function findAccounts(database: Database, ids: readonly number[]) {
  const columns = ['id', 'kind', 'owner_id', 'posted', 'held', 'used', 'calls'] as const
  const rows = await database.read.selectFrom('account').select(columns).where('id', 'in', ids).execute()
  const accounts = new Map(rows.map((row) => [Number(row.id), readAccount(row)]))
  return {
    /** @throws UnknownAccount when it was not found */
    account(id: number): AccountState {
      const account = accounts.get(id)
      if (!account) throw new UnknownAccount(id)
      return account
    },
  }
}
