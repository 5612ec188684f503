import { expect, test } from 'vitest'
import { newThreads, type ThreadSource } from '../../db/sqlite/thread-client.ts'
import { openSystemAccounts } from '../../domain/ledger/ledger-tasks.ts'
import { purgeTries } from '../../domain/throttle/throttle-store.ts'
import { openTestDatabase, sqlitePlace } from './databases.ts'
import { keepThreads } from './kept-threads.ts'

/** Two databases one after another, on threads that are kept in between. */
async function oneAfterAnother() {
  const started: string[] = []
  const counted: ThreadSource = {
    take(role) {
      started.push(role)
      return newThreads.take(role)
    },
    giveBack: newThreads.giveBack,
  }
  const threads = keepThreads(counted)
  const places = [await sqlitePlace(), await sqlitePlace()] as const
  const first = await openTestDatabase(places[0].address, threads)
  await first.run(openSystemAccounts, null)
  await first.close()
  const second = await openTestDatabase(places[1].address, threads)
  const accounts = async () => (await second.read.selectFrom('account').select('id').execute()).length
  const close = async () => {
    await second.close()
    for (const place of places) await place.drop()
  }
  return { started, first, second, accounts, close }
}

test('the second database has the threads of the first, and nothing of its rows', async () => {
  const { started, second, accounts, close } = await oneAfterAnother()
  expect(started).toEqual(['writer', 'reader', 'reader'])
  expect(await accounts()).toBe(0)
  await second.run(openSystemAccounts, null)
  expect(await accounts()).toBeGreaterThan(0)
  await close()
})

test('what is asked of a closed database does not reach the one that has its threads', async () => {
  const { first, second, accounts, close } = await oneAfterAnother()
  void first.run(openSystemAccounts, null)
  // Writes are made in the order in which they were asked for.
  await second.run(purgeTries, { before: 0 })
  expect(await accounts()).toBe(0)
  await close()
})
