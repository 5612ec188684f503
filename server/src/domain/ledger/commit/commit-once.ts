import { setTimeout as sleep } from 'node:timers/promises'
import { CommitUnknown, type Database } from '../../../db/database.ts'
import { batchSettled, commitBatch } from '../ledger-tasks.ts'
import type { Batch, Verdict } from '../operation.ts'

const RETRY_PAUSE_MS = 250

/** A commit of unknown outcome had not taken place: the batch must run again. */
class BatchNotCommitted extends Error {
  override readonly name = 'BatchNotCommitted'
}

interface UnknownCommitHandlers {
  unknown(error: CommitUnknown): void
  away(): void
}

/**
 * Commits a batch and gives its verdicts. When the connection broke during the commit, the batch's marker row shows whether it was
 * committed (FLT-30); this waits until the database is reachable.
 * @param on called when the outcome of the commit is unknown, and each time the database cannot be reached to look it up
 * @throws Error of the database, when the batch was not committed
 */
export async function commitOnce(database: Database, batch: Batch, on: UnknownCommitHandlers): Promise<Verdict[]> {
  try {
    return await database.run(commitBatch, batch)
  } catch (error) {
    if (!(error instanceof CommitUnknown)) throw error
    on.unknown(error)
    const verdicts: Verdict[] = error.output // the task's result before its commit broke
    if (await wasCommitted(database, batch, on.away)) return verdicts
    throw new BatchNotCommitted()
  }
}

async function wasCommitted(database: Database, { epoch, seq }: Batch, onAway: () => void): Promise<boolean> {
  for (;;) {
    try {
      return await batchSettled(database, epoch, seq)
    } catch {
      onAway()
      await sleep(RETRY_PAUSE_MS)
    }
  }
}
