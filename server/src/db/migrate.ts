import type { Kysely } from 'kysely'
import { type Migration, Migrator } from 'kysely/migration'
import type { OpenOptions } from './database.ts'
import type { DatabaseKind } from './kind.ts'
import { changedBy, noteChangedBy } from './meta.ts'
import * as access from './migrations/2026-11-25-access.ts'
import * as answers from './migrations/2026-11-25-answers.ts'
import * as books from './migrations/2026-11-25-books.ts'
import * as ledger from './migrations/2026-11-25-ledger.ts'
import * as log from './migrations/2026-11-25-log.ts'
import * as messages from './migrations/2026-11-25-messages.ts'
import * as moneyIn from './migrations/2026-11-25-money-in.ts'
import * as people from './migrations/2026-11-25-people.ts'
import * as settings from './migrations/2026-11-25-settings.ts'
import * as signIn from './migrations/2026-11-25-sign-in.ts'
import * as accountQuarters from './migrations/2026-11-26-account-quarters.ts'
import * as checkInZones from './migrations/2026-11-26-check-in-zones.ts'
import * as disputes from './migrations/2026-11-26-disputes.ts'
import * as formerNames from './migrations/2026-11-26-former-names.ts'
import * as givenIds from './migrations/2026-11-26-given-ids.ts'
import * as paymentNotices from './migrations/2026-11-26-payment-notices.ts'
import * as refunds from './migrations/2026-11-26-refunds.ts'
import * as statementMonths from './migrations/2026-11-26-statement-months.ts'
import * as timeLimits from './migrations/2026-11-26-time-limits.ts'
import * as tokenScopes from './migrations/2026-11-26-token-scopes.ts'
import * as usageQuarters from './migrations/2026-11-26-usage-quarters.ts'
import * as writeOffNames from './migrations/2026-11-26-write-off-names.ts'
import * as writeOffs from './migrations/2026-11-26-write-offs.ts'
import * as callContents from './migrations/2026-11-27-call-contents.ts'
import * as channelTags from './migrations/2026-11-27-channel-tags.ts'
import * as clientRequestIds from './migrations/2026-11-27-client-request-ids.ts'
import * as rootNotices from './migrations/2026-11-27-root-notices.ts'
import * as runLeases from './migrations/2026-11-27-run-leases.ts'
import * as tokenAliases from './migrations/2026-11-27-token-aliases.ts'
import * as upstreamModels from './migrations/2026-11-27-upstream-models.ts'
import * as vendorFiles from './migrations/2026-11-27-vendor-files.ts'
import * as windowsOfBudgets from './migrations/2026-11-27-windows-of-budgets.ts'
import * as nodes from './migrations/2026-11-28-nodes.ts'
import * as taskClaims from './migrations/2026-11-28-task-claims.ts'
import * as tasks from './migrations/2026-11-28-tasks.ts'
import * as announcements from './migrations/2026-11-29-announcements.ts'
import * as balanceMarks from './migrations/2026-11-29-balance-marks.ts'
import * as batches from './migrations/2026-11-29-batches.ts'
import * as imports from './migrations/2026-11-29-imports.ts'
import * as invitations from './migrations/2026-11-29-invitations.ts'
import * as logFilters from './migrations/2026-11-29-log-filters.ts'
import * as outcomes from './migrations/2026-11-29-outcomes.ts'
import * as statementMails from './migrations/2026-11-29-statement-mails.ts'
import * as tokenLabels from './migrations/2026-11-29-token-labels.ts'
import * as tokenUsage from './migrations/2026-11-29-token-usage.ts'
import * as usageDays from './migrations/2026-11-29-usage-days.ts'
import * as serverErrors from './migrations/2026-11-30-server-errors.ts'
import { type MigrationStep, schemaOf } from './migrations/schema.ts'
import { refuseOthers, sawAllOfBefore, stepsSeen, takeOver } from './takeover.ts'

type Steps = Readonly<Record<string, { readonly up: MigrationStep }>>

/** The schema of the first release, a step for each room. */
const rooms: Steps = {
  '2026-11-25-access': access,
  '2026-11-25-answers': answers,
  '2026-11-25-books': books,
  '2026-11-25-ledger': ledger,
  '2026-11-25-log': log,
  '2026-11-25-messages': messages,
  '2026-11-25-money-in': moneyIn,
  '2026-11-25-people': people,
  '2026-11-25-settings': settings,
  '2026-11-25-sign-in': signIn,
}

/** All steps. They run in the order of their names, so each begins with its day, and what comes after the rooms has a later one. */
const steps: Steps = {
  ...rooms,
  '2026-11-26-account-quarters': accountQuarters,
  '2026-11-26-check-in-zones': checkInZones,
  '2026-11-26-disputes': disputes,
  '2026-11-26-former-names': formerNames,
  '2026-11-26-given-ids': givenIds,
  '2026-11-26-payment-notices': paymentNotices,
  '2026-11-26-refunds': refunds,
  '2026-11-26-statement-months': statementMonths,
  '2026-11-26-time-limits': timeLimits,
  '2026-11-26-token-scopes': tokenScopes,
  '2026-11-26-usage-quarters': usageQuarters,
  '2026-11-26-write-off-names': writeOffNames,
  '2026-11-26-write-offs': writeOffs,
  '2026-11-27-root-notices': rootNotices,
  '2026-11-27-run-leases': runLeases,
  '2026-11-27-call-contents': callContents,
  '2026-11-27-client-request-ids': clientRequestIds,
  '2026-11-27-token-aliases': tokenAliases,
  '2026-11-27-upstream-models': upstreamModels,
  '2026-11-27-vendor-files': vendorFiles,
  '2026-11-27-channel-tags': channelTags,
  '2026-11-27-windows-of-budgets': windowsOfBudgets,
  '2026-11-28-nodes': nodes,
  '2026-11-28-task-claims': taskClaims,
  '2026-11-28-tasks': tasks,
  '2026-11-29-announcements': announcements,
  '2026-11-29-balance-marks': balanceMarks,
  '2026-11-29-batches': batches,
  '2026-11-29-outcomes': outcomes,
  '2026-11-29-statement-mails': statementMails,
  '2026-11-29-invitations': invitations,
  '2026-11-29-token-usage': tokenUsage,
  '2026-11-29-log-filters': logFilters,
  '2026-11-29-usage-days': usageDays,
  '2026-11-29-token-labels': tokenLabels,
  '2026-11-29-imports': imports,
  '2026-11-30-server-errors': serverErrors,
}

/**
 * Looks at which steps the database has seen, before anything is changed.
 * @throws Error with words for the operator where this version cannot go on from them
 */
export async function inspectSteps<Schema>(db: Kysely<Schema>, kind: DatabaseKind): Promise<void> {
  await refuseOthers(await stepsSeen(db, kind), Object.keys(steps), () => changedBy(db, kind))
}

/** Which steps a database has seen, and which it has not; changes nothing. */
export async function pendingSteps<Schema>(db: Kysely<Schema>, kind: DatabaseKind): Promise<{ seen: string[]; pending: string[] }> {
  const seen = await stepsSeen(db, kind)
  return { seen, pending: Object.keys(steps).filter((name) => !seen.includes(name)) }
}

/**
 * Migrates a database that was looked at to the newest schema and returns the names of the steps that were run.
 * @param only these steps; absent: all
 * @param version that runs: the database remembers it before its first step and after its last, so that an older one can name it
 * @throws Error of the step that failed; earlier steps stay
 */
export async function migrate<Schema>(
  db: Kysely<Schema>,
  kind: DatabaseKind,
  { steps: only, version }: Pick<OpenOptions, 'steps' | 'version'> = {},
): Promise<string[]> {
  const seen = await stepsSeen(db, kind)
  const wanted = Object.entries(steps).filter(([name]) => only?.includes(name) ?? true)
  if (wanted.every(([name]) => seen.includes(name))) return []
  if (sawAllOfBefore(seen)) await takeOver(db, kind, Object.keys(rooms))
  const migrations: Record<string, Migration> = {}
  for (const [name, { up }] of wanted) migrations[name] = { up: (database) => up(schemaOf(database, kind)) }

  const migrator = new Migrator({
    db,
    provider: { getMigrations: async () => migrations },
    migrationTableName: 'migration',
    migrationLockTableName: 'migration_lock',
    // Steps that were written side by side do not build on each other; a database may have met the later one first.
    allowUnorderedMigrations: true,
  })
  if (version !== undefined) await noteChangedBy(db, kind, version)
  const { error, results } = await migrator.migrateToLatest()
  if (error) throw error
  if (version !== undefined) await noteChangedBy(db, kind, version)
  return (results ?? []).map((result) => result.migrationName)
}
