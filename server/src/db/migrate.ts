import type { Kysely } from 'kysely'
import { type Migration, Migrator } from 'kysely/migration'
import type { DatabaseKind } from './kind.ts'
import * as people from './migrations/0001-people.ts'
import * as money from './migrations/0002-money.ts'
import * as access from './migrations/0003-access.ts'
import * as log from './migrations/0004-log.ts'
import * as vault from './migrations/0005-vault.ts'
import * as responses from './migrations/0006-responses.ts'
import * as signIn from './migrations/0007-sign-in.ts'
import * as channelKeys from './migrations/0008-channel-keys.ts'
import * as keptAnswers from './migrations/0009-kept-answers.ts'
import * as tokenHeads from './migrations/0010-token-heads.ts'
import * as housePart from './migrations/0011-house-part.ts'
import * as channelTests from './migrations/0012-channel-tests.ts'
import * as usageSums from './migrations/0013-usage-sums.ts'
import * as logCost from './migrations/0014-log-cost.ts'
import * as holdParts from './migrations/0015-hold-parts.ts'
import * as outbox from './migrations/0016-outbox.ts'
import * as accessTokens from './migrations/0017-people.ts'
import * as messages from './migrations/0018-messages.ts'
import * as outsideSignIn from './migrations/0019-outside-sign-in.ts'
import * as auditSearch from './migrations/0020-audit.ts'
import * as secondFactor from './migrations/0021-second-factor.ts'
import * as moneyIn from './migrations/0022-money-in.ts'
import * as wallet from './migrations/0023-wallet.ts'
import * as priceVersion from './migrations/0024-price-version.ts'
import * as statement from './migrations/0025-statement.ts'
import * as books from './migrations/0026-books.ts'
import * as budget from './migrations/0027-budget.ts'
import { columnsOf, type MigrationStep } from './migrations/columns.ts'

const steps: Record<string, { up: MigrationStep }> = {
  '0001-people': people,
  '0002-money': money,
  '0003-access': access,
  '0004-log': log,
  '0005-vault': vault,
  '0006-responses': responses,
  '0007-sign-in': signIn,
  '0008-channel-keys': channelKeys,
  '0009-kept-answers': keptAnswers,
  '0010-token-heads': tokenHeads,
  '0011-house-part': housePart,
  '0012-channel-tests': channelTests,
  '0013-usage-sums': usageSums,
  '0014-log-cost': logCost,
  '0015-hold-parts': holdParts,
  '0016-outbox': outbox,
  '0017-people': accessTokens,
  '0018-messages': messages,
  '0019-outside-sign-in': outsideSignIn,
  '0020-audit': auditSearch,
  '0021-second-factor': secondFactor,
  '0022-money-in': moneyIn,
  '0023-wallet': wallet,
  '0024-price-version': priceVersion,
  '0025-statement': statement,
  '0026-books': books,
  '0027-budget': budget,
}

/**
 * Migrates the database to the newest schema and returns the names of the steps that were run.
 * @throws Error of the step that failed; earlier steps stay
 */
export async function migrate<Schema>(db: Kysely<Schema>, kind: DatabaseKind): Promise<string[]> {
  const columns = columnsOf(kind)
  const migrations: Record<string, Migration> = {}
  for (const [name, step] of Object.entries(steps)) migrations[name] = { up: (database) => step.up(database, columns) }

  const migrator = new Migrator({
    db,
    provider: { getMigrations: async () => migrations },
    migrationTableName: 'migration',
    migrationLockTableName: 'migration_lock',
    // Steps that were written side by side do not build on each other; a database may have met the later one first.
    allowUnorderedMigrations: true,
  })
  const { error, results } = await migrator.migrateToLatest()
  if (error) throw error
  return (results ?? []).map((result) => result.migrationName)
}
