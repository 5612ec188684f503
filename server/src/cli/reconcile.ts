import { reconcile } from '../domain/ledger/reconcile/reconcile.ts'
import { openForCommand } from './open.ts'

/** Prints what does not add up, and returns 1 if anything does not. May run next to a working server. */
export async function reconcileCommand(): Promise<number> {
  const database = await openForCommand()
  try {
    const books = await reconcile(database)
    console.log(
      `${books.accounts} accounts, ${books.entries} entries, ${books.openHolds} open holds, ${books.chargesWithoutLog} charges without a log row (cleaned up, or logging turned off).`,
    )
    for (const { invariant, subject, expected, found } of books.differences)
      console.log(`${invariant} ${subject}: expected ${expected}, found ${found}`)
    console.log(books.differences.length === 0 ? 'Everything adds up.' : `Differences found: ${books.differences.length}.`)
    return books.differences.length === 0 ? 0 : 1
  } finally {
    await database.close()
  }
}
