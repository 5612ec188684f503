import { ImportReport, type LastImport } from '@waystation/contract/site/import'
import type { Database } from '../../db/database.ts'
import { findLastImport } from './totals-store.ts'

/** What super admins see of moves from other gateways. */
export interface ImportRuns {
  /** The last run that wrote something. One of another version, which this one cannot read, counts as none. */
  last(): Promise<LastImport>
}

export function importRuns({ database }: { readonly database: Database }): ImportRuns {
  return {
    async last() {
      const found = await findLastImport(database.read)
      const read = found && ImportReport.safeParse(JSON.parse(found.report))
      return { run: found && read?.success ? { ended_at: found.endedAt, report: read.data } : null }
    },
  }
}
