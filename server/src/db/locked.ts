import type { SelectQueryBuilder } from 'kysely'
import type { WriteTx } from './write-task.ts'

/**
 * The query with its rows locked until the transaction ends. On SQLite it stays as it is: its one writer needs no row locks.
 * @param skipLocked leaves out rows that another transaction has locked instead of waiting for them
 */
export function locked<DB, TB extends keyof DB, O>(
  tx: Pick<WriteTx, 'kind'>,
  query: SelectQueryBuilder<DB, TB, O>,
  { skipLocked = false }: { readonly skipLocked?: boolean } = {},
): SelectQueryBuilder<DB, TB, O> {
  if (tx.kind === 'sqlite') return query
  return skipLocked ? query.forUpdate().skipLocked() : query.forUpdate()
}
