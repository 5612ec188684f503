// The counters of tries in the database, where a restart does not wipe them. Many tries are judged and written in one transaction.
import { sql } from 'kysely'
import { setTable } from '../../db/set-executor.ts'
import { type WriteTx, writeTask } from '../../db/write-task.ts'
import { type Alternatives, type Counter, judge, type Mark, type Verdict, without } from './counter.ts'

const throttleTable = setTable('throttle', { throttle_key: 'text', subject: 'text', state: 'text', expires_at: 'int' })

interface StoredCounter extends Counter {
  readonly subject: string
  readonly expiresAt: number
}

/** Judges tries in their order and counts those that may be made. */
export const takeTries = writeTask<{ tries: readonly Alternatives[]; nowMs: number }, Verdict[]>(
  'throttle.take',
  async (tx, { tries, nowMs }) => {
    const keys = tries.flatMap((sets) =>
      sets.flatMap((rules) => rules.flatMap(({ key, reserved }) => (reserved ? [key, reserved.key, reserved.place] : [key]))),
    )
    const counters = await read(tx, keys)
    const changed = new Set<string>()
    const verdicts = tries.map((alternatives) =>
      judge(
        {
          get: (key) => counters.get(key),
          set(key, counter, { subject, untilMs }) {
            counters.set(key, { ...counter, subject, expiresAt: Math.ceil(untilMs / 1000) })
            changed.add(key)
          },
        },
        alternatives,
        nowMs,
      ),
    )
    await write(tx, changed, counters)
    return verdicts
  },
)

/** Takes back what a try left, because it succeeded. */
export const giveBackTries = writeTask<{ marks: readonly Mark[] }, null>('throttle.give_back', async (tx, { marks }) => {
  const counters = await read(
    tx,
    marks.map(({ key }) => key),
  )
  const gone: string[] = []
  const changed = new Set<string>()
  for (const mark of marks) {
    const stored = counters.get(mark.key)
    if (!stored) continue
    const left = without(stored, mark)
    if (left) counters.set(mark.key, { ...stored, ...left })
    if (left) changed.add(mark.key)
    else gone.push(mark.key)
  }
  await tx.sets.deleteByKeys(throttleTable, 'throttle_key', gone)
  await write(tx, changed, counters)
  return null
})

/** Deletes all counters of these subjects, and returns how many there were. */
export const clearTries = writeTask<{ subjects: readonly string[] }, number>('throttle.clear', async (tx, { subjects }) => {
  const result = await tx.db.deleteFrom('throttle').where('subject', 'in', subjects).executeTakeFirst()
  return Number(result.numDeletedRows)
})

/** Deletes expired counters, and returns how many. */
export const purgeTries = writeTask<{ before: number }, number>('throttle.purge', async (tx, { before }) => {
  const result = await tx.db.deleteFrom('throttle').where('expires_at', '<', before).executeTakeFirst()
  return Number(result.numDeletedRows)
})

async function read(tx: WriteTx, keys: readonly string[]): Promise<Map<string, StoredCounter>> {
  // In one order everywhere, so that two transactions never wait for each other in a circle.
  const sorted = [...new Set(keys)].toSorted()
  const rows = await tx.sets.selectByKeys(throttleTable, 'throttle_key', sorted, { lock: true })
  return new Map(
    rows.map((row) => [
      String(row.throttle_key),
      { ...storedCounter(String(row.state)), subject: String(row.subject), expiresAt: Number(row.expires_at) },
    ]),
  )
}

async function write(tx: WriteTx, keys: ReadonlySet<string>, counters: ReadonlyMap<string, StoredCounter>): Promise<void> {
  const rows = [...keys].toSorted().flatMap((key) => {
    const counter = counters.get(key)
    if (!counter) return []
    const { times, pausedUntilMs, pauseMs, subject, expiresAt } = counter
    return [{ throttle_key: key, subject, state: JSON.stringify({ times, pausedUntilMs, pauseMs }), expires_at: expiresAt }]
  })
  if (rows.length === 0) return
  const insert = tx.db.insertInto('throttle').values(rows)
  await (tx.kind === 'mysql'
    ? insert.onDuplicateKeyUpdate({ state: sql`values(state)`, expires_at: sql`values(expires_at)` })
    : insert.onConflict((conflict) =>
        conflict
          .column('throttle_key')
          .doUpdateSet((row) => ({ state: row.ref('excluded.state'), expires_at: row.ref('excluded.expires_at') })),
      )
  ).execute()
}

function storedCounter(text: string): Counter {
  return JSON.parse(text) // only `write` writes this column
}
