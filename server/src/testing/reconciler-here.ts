import type { DatabaseAddress } from '../db/kind.ts'
import { openToRead } from '../db/open-database.ts'
import { type Reconciliation, reconcile } from '../domain/ledger/reconcile/reconcile.ts'
import type { Reconciler } from '../domain/ledger/reconcile/reconcile-aside.ts'

/** Checks the books in the thread of the tests: one of its own loads hundreds of modules for each server that is opened. */
export function reconcilerHere(address: DatabaseAddress): Reconciler {
  let running: Promise<Reconciliation> | undefined
  const check = async () => {
    const database = await openToRead(address)
    try {
      return await reconcile(database)
    } finally {
      await database.close()
    }
  }
  return {
    run: () => (running = check()),
    async stop() {
      await running?.catch(() => {})
    },
  }
}
