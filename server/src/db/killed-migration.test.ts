// A process that migrates and is killed in the middle: the next one takes it up, and nobody can tell in the end.
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { productVersion } from '../lib/version.ts'
import { definitionsOf } from '../testing/databases/database-contents.ts'
import { emptyPlace, type TestPlace } from '../testing/databases/database-places.ts'
import { eachKind } from '../testing/databases/databases.ts'
import { rowsAt, runAt } from '../testing/time/run-at.ts'
import { databaseUrl, startWaystation, waystation } from '../testing/waystation-command.ts'
import type { DatabaseKind } from './kind.ts'
import { openDatabase } from './open-database.ts'

/**
 * Where it is killed: so many tables and recorded steps are there, and then so many milliseconds later. Where all steps are one transaction,
 * nobody sees more than the migrator's own two tables before its end.
 */
const inSteps = [0.1, 0.4, 0.7].map((share) => ({ share, afterMs: 0 }))
const inTransaction = [0, 3, 10, 30].map((afterMs) => ({ share: 0, afterMs }))
const OF_MIGRATOR = 2

const tables = (kind: DatabaseKind) => {
  if (kind === 'sqlite') return "sqlite_schema where type = 'table' and name not like 'sqlite_%'"
  return `information_schema.tables where table_schema = ${kind === 'mysql' ? 'database()' : 'current_schema()'}`
}

const version = productVersion()

/** How far it is: tables and recorded steps. */
async function progress({ address }: TestPlace): Promise<number> {
  const counts = [tables(address.kind), 'migration'].map(async (from) => {
    const rows = await rowsAt(address, `select count(*) as number from ${from}`).catch(() => [])
    return Number(rows[0]?.number ?? 0)
  })
  return (await Promise.all(counts)).reduce((sum, each) => sum + each)
}

const recorded = async ({ address }: TestPlace) =>
  (await rowsAt(address, 'select name from migration order by name')).map(({ name }) => name)

eachKind('a migration that is killed', (kind) => {
  test('is taken up again, and makes the same tables as one that was not', async () => {
    const whole = await emptyPlace(kind)
    expect((await waystation(['migrate'], databaseUrl(whole.address))).code).toBe(0)
    const all = await progress(whole)
    expect(all).toBeGreaterThan(80)

    const left: number[] = []
    for (const { share, afterMs } of kind === 'mysql' ? inSteps : inTransaction) {
      const place = await emptyPlace(kind)
      const running = startWaystation(['migrate'], databaseUrl(place.address))
      while ((await progress(place)) < Math.max(OF_MIGRATOR, share * all)) await sleep(1)
      await sleep(afterMs)
      running.kill()
      await running.ended
      left.push(await progress(place))
      await expectTakenUp(place, whole)
      await place.drop()
    }
    console.log(`${kind}: killed processes left ${left.join(', ')} of ${all} tables and steps`)
    expect(left.filter((done) => done < all).length).toBeGreaterThan(0)
    await whole.drop()
  })

  // The others undo what was not recorded.
  if (kind === 'mysql')
    test('after any step, and before it was recorded, is taken up again', async () => {
      const whole = await emptyPlace(kind)
      await open(whole)
      const place = await emptyPlace(kind)
      // As the migrator makes it: a trigger has to be there before its first step.
      await runAt(place.address, 'create table migration (name varchar(255) primary key, timestamp varchar(255) not null)')
      for (const step of await recorded(whole)) {
        const stop = `if new.name = '${step}' then signal sqlstate '45000' set message_text = 'stopped here'; end if`
        await runAt(place.address, `create trigger on_record before insert on migration for each row ${stop}`)
        await expect(open(place)).rejects.toThrow('stopped here')
        await runAt(place.address, 'drop trigger on_record')
      }
      await expectTakenUp(place, whole)
      await place.drop()
      await whole.drop()
    })
})

const open = async ({ address }: TestPlace) =>
  (await openDatabase({ address, version, taskModules: [], tasks: [], isExclusive: false, onDeath: () => {} })).close()

async function expectTakenUp(place: TestPlace, whole: TestPlace): Promise<void> {
  const { address } = place
  const last = await waystation(['migrate'], databaseUrl(address))
  expect(last).toMatchObject({ code: 0, text: `The ${address.kind} database is up to date.\n` })
  expect(await definitionsOf(address)).toEqual(await definitionsOf(whole.address))
  expect(await recorded(place)).toEqual(await recorded(whole))
  expect(await rowsAt(address, `select value from meta where value = '${version}'`)).toHaveLength(1)
}
