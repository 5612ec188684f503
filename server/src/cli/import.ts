import { parseArgs } from 'node:util'
import type { ImportReport } from '@waystation/contract/site/import'
import type { Database } from '../db/database.ts'
import { foreignAddress, InexactSum, openForeignDatabase } from '../db/foreign-database.ts'
import type { DatabaseAddress } from '../db/kind.ts'
import { auditService } from '../domain/audit/audit-service.ts'
import { tellServers } from '../domain/node/command-changes.ts'
import { openOptions } from '../domain/option/option-service.ts'
import { rememberMasterKey } from '../domain/setup/master-key.ts'
import { ImportRefused } from '../import/fields.ts'
import { reportLines } from '../import/report-text.ts'
import { runImport } from '../import/run-import.ts'
import { sources } from '../import/sources.ts'
import { newRequestId } from '../lib/request-id.ts'
import { localInvalidation } from '../lib/shared/invalidation.ts'
import { readFlags } from './flags.ts'
import { runWithSecrets } from './open.ts'

const USAGE = `Usage: waystation import --from ${Object.keys(sources).join(' | ')} --dsn ADDRESS [--dry-run] [--logs-since DATE]
  --dsn         the database of the other gateway: the path of a SQLite file, postgres://…, mysql://… or user:password@tcp(host:3306)/name.
                It may stand in the environment variable IMPORT_DSN, where other users of the machine do not see it.
  --dry-run     do everything but write, and print the same report
  --logs-since  carry the usage log from this day on too, such as 2026-11-01
It only reads there, may run beside both servers and may be repeated: what came along already is left alone. docs/moving-in.md tells more.`

interface Wanted {
  readonly from: string
  readonly dsn: string
  readonly isDry: boolean
  readonly logsSince: number | undefined
}

/**
 * `waystation import …`: carries users, balances, tokens, channels, settings and codes over from another gateway.
 * Returns 1 when it is refused or the totals differ, 2 when misused.
 */
export async function importCommand(words: readonly string[]): Promise<number> {
  const wanted = read(words)
  const openSource = wanted && Object.hasOwn(sources, wanted.from) ? sources[wanted.from] : undefined
  if (!wanted || !openSource) {
    console.error(USAGE)
    return 2
  }
  const foreign = await openForeignDatabase(foreignAddress(wanted.dsn))
  try {
    return await runWithSecrets(async (database, secrets, address) => {
      console.log(`Into ${placeOf(address)}.`)
      if (!wanted.isDry) await rememberMasterKey(database, secrets)
      const options = await openOptions(database, secrets, localInvalidation())
      const { isDry, logsSince } = wanted
      const report = await runImport({
        database,
        options,
        secrets,
        foreign,
        name: wanted.from,
        openSource,
        isDry,
        logsSince,
        now: Date.now,
      })
      if (!isDry) {
        await record(database, report)
        await tellServers(database)
      }
      for (const line of reportLines(report)) console.log(line)
      return report.is_equal ? 0 : 1
    })
  } catch (error) {
    if (!(error instanceof ImportRefused || error instanceof InexactSum)) throw error
    console.error(`Nothing was carried: ${error.message}`)
    return 1
  } finally {
    await foreign.close()
  }
}

/** What is wanted; undefined: misused. */
function read(words: readonly string[]): Wanted | undefined {
  const text = { type: 'string' } as const
  const options = { from: text, dsn: text, 'dry-run': { type: 'boolean' }, 'logs-since': text } as const
  const given = readFlags(() => parseArgs({ args: [...words], options, tokens: true }))
  if (!given) return undefined
  const { from, dsn = process.env.IMPORT_DSN, 'dry-run': isDry = false, 'logs-since': since } = given.values
  const logsSince = since === undefined ? undefined : Date.parse(since) / 1000
  if (from === undefined || !dsn || Number.isNaN(logsSince)) return undefined
  return { from, dsn, isDry, logsSince }
}

/** The own database in words, without its password. */
function placeOf(address: DatabaseAddress): string {
  if (address.kind === 'sqlite') return `the file ${address.path}`
  const { host, pathname } = new URL(address.url)
  return `the database ${pathname.slice(1)} at ${host}`
}

/** In the audit log, like everything that the command line changes. */
function record(database: Database, { source, brought, is_equal }: ImportReport): Promise<void> {
  const after = { ...Object.fromEntries(brought.map(({ what, fresh }) => [what, fresh])), is_equal }
  return auditService(database).write({
    ...{ actorId: 0, actorName: 'command line', clientIp: '', action: 'import.run', target: source, requestId: newRequestId() },
    detail: { after },
  })
}
