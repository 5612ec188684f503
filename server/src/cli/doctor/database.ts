// The database, as it is: nothing of it is changed.
import { setTimeout as sleep } from 'node:timers/promises'
import type { BookCheck } from '@waystation/contract/money/books'
import type { Config } from '../../config.ts'
import type { Database } from '../../db/database.ts'
import { openDatabase } from '../../db/open-database.ts'
import { findCheck } from '../../domain/books/check-store.ts'
import { openSecrets } from '../../domain/setup/master-key.ts'
import type { Secrets } from '../../lib/secret.ts'
import { findClockMs, findHoldings, findPending } from './doctor-store.ts'
import { bad, type Finding, good, note, reasonOf, warning } from './finding.ts'

const SLOW_MS = 50
const SKEW_MS = 2000
const OPEN_WITHIN_MS = 15_000
const CHECK_AGE_DAYS = 7

export interface OpenedDatabase {
  readonly findings: Finding[]
  readonly database?: Database
}

/** Opens it without migrating it. */
export async function openForDoctor({ database: address }: Pick<Config, 'database'>): Promise<OpenedDatabase> {
  const check = 'Database'
  try {
    const opening = openDatabase({
      address,
      taskModules: [],
      tasks: [],
      isExclusive: false,
      steps: [],
      isRestoring: true,
      onDeath: () => {},
    })
    const late = sleep(OPEN_WITHIN_MS, undefined, { ref: false }).then(() => {
      throw new Error(`it has not answered within ${OPEN_WITHIN_MS / 1000} seconds`)
    })
    const database = await Promise.race([opening, late])
    const startedMs = performance.now()
    await database.read.introspection.getTables()
    const tookMs = Math.round(performance.now() - startedMs)
    return { database, findings: [good(check, `${database.kind} answers (its list of tables took ${tookMs} ms).`)] }
  } catch (error) {
    const advice =
      address.kind === 'sqlite'
        ? 'See that the file is one of SQLite and can be read.'
        : 'See DATABASE_URL: host, port, name, user and password.'
    return { findings: [bad(check, `${address.kind}: ${reasonOf(error)}`, advice)] }
  }
}

/** Tables, key, clock and what is in it. @param nowMs unix milliseconds */
export async function checkDatabase(database: Database, { masterKey }: Pick<Config, 'masterKey'>, nowMs: () => number) {
  const findings: Finding[] = []
  const { seen, pending, isHalfRestored } = await findPending(database)
  if (seen === 0) {
    findings.push(note('Tables', 'There are none yet: the first start makes them.'))
    return { findings }
  }
  if (isHalfRestored)
    findings.push(
      bad('Tables', 'A restore was not finished, so only a part of the backup is here.', 'Run waystation restore again: it begins anew.'),
    )
  else if (pending > 0)
    findings.push(
      warning(
        'Tables',
        `${pending} changes of the tables are still to be made.`,
        'The next start makes them, or waystation migrate. Make a backup before.',
      ),
    )
  else findings.push(good('Tables', 'They are of this version.'))
  let secrets: Secrets | undefined
  try {
    secrets = await openSecrets(database.read, masterKey)
    findings.push(good('Master key', 'It is the one that this database was set up with.'))
  } catch (error) {
    findings.push(bad('Master key', reasonOf(error), 'Bring the key that belongs to this database.'))
  }
  if (pending === 0 && !isHalfRestored) findings.push(await checkClock(database, nowMs), ...(await checkHoldings(database, nowMs)))
  return { findings, secrets }
}

async function checkClock(database: Database, nowMs: () => number): Promise<Finding> {
  const check = 'Clock'
  if (database.kind === 'sqlite') return note(check, 'The database has the clock of this machine.')
  const startedMs = performance.now()
  const theirs = await findClockMs(database)
  const tookMs = performance.now() - startedMs
  const skewMs = Math.abs(nowMs() - tookMs / 2 - theirs)
  const says = `${(skewMs / 1000).toFixed(1)} s apart from the database's.`
  if (skewMs > SKEW_MS)
    return bad(check, says, 'Let both machines set their clocks by the network (NTP): times of sessions, codes and limits are compared.')
  return tookMs > SLOW_MS
    ? warning(check, `${says} It answered after ${Math.round(tookMs)} ms.`, 'Each call waits for the database twice: put it nearer.')
    : good(check, says)
}

async function checkHoldings(database: Database, nowMs: () => number): Promise<Finding[]> {
  const { roots, keyless, stuck, nodes } = await findHoldings(database, nowMs())
  const last = await findCheck(database)
  return [
    roots > 0
      ? good('Super admins', `${roots} can log in.`)
      : bad('Super admins', 'Nobody can log in as one.', 'waystation user promote NAME, or waystation user unlock NAME'),
    ledgerFinding(last, nowMs()),
    keyless.length > 0
      ? warning(
          'Keys of channels',
          `These enabled channels have no key that works: ${keyless.join(', ')}.`,
          'Give them a key on the channels page, or disable them.',
        )
      : good('Keys of channels', 'Every enabled channel has one.'),
    stuck > 0
      ? warning(
          'Mail and webhooks',
          `${stuck} have waited for more than an hour.`,
          'The settings page sends a test mail and says what the server answers.',
        )
      : good('Mail and webhooks', 'None has waited for long.'),
    note('Nodes', nodes > 0 ? `${nodes} running.` : 'None is running.'),
  ]
}

function ledgerFinding(last: BookCheck | undefined, nowMs: number): Finding {
  const check = 'Ledger'
  if (last === undefined) return note(check, 'It was not checked yet: waystation reconcile does it.')
  if (last.differences.length > 0)
    return bad(check, `The last check found ${last.differences.length} differences.`, 'waystation reconcile names them.')
  const days = (nowMs / 1000 - last.at) / 86_400
  if (days > CHECK_AGE_DAYS)
    return warning(
      check,
      `It was last checked ${Math.floor(days)} days ago.`,
      'Each start of the server checks it, and waystation reconcile does.',
    )
  return good(check, 'At its last check everything added up.')
}
