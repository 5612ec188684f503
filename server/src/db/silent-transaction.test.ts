// A node that is cut off in the middle of a change holds up nobody for long: the database undoes what it had begun.
import { expect, test } from 'vitest'
import { openWorld } from '../gateway/testing/world.ts'
import { eachKind } from '../testing/databases/databases.ts'
import { openDatabaseProxy } from '../testing/network/tcp-fault-proxy.ts'
import { databaseUrl } from '../testing/waystation-command.ts'
import { databaseAddress } from './kind.ts'
import { openDatabase } from './open-database.ts'
import { type WriteTx, writeTask } from './write-task.ts'

const locks = (tx: WriteTx) => tx.db.updateTable('meta').set({ value: 'locked' }).where('key', '=', 'silent').execute()

eachKind(
  'a transaction',
  (kind) => {
    test('whose node is gone in silence is undone before others give up', async () => {
      const world = await openWorld({ database: kind, channel: null })
      const url = databaseUrl(world.address)
      const { proxy, through } = await openDatabaseProxy(url)
      const open = (address: string) =>
        openDatabase({ address: databaseAddress(address), taskModules: [], tasks: [], isExclusive: false, onDeath: () => {} })
      const [cutOff, other] = [await open(through), await open(url)]
      try {
        await other.run(
          writeTask('test.fill', (tx: WriteTx) => tx.db.insertInto('meta').values({ key: 'silent', value: 'free' }).execute()),
          null,
        )
        const [{ promise: hasLocked, resolve: tellLocked }, { promise: goesOn, resolve: goOn }] = [
          Promise.withResolvers<void>(),
          Promise.withResolvers<void>(),
        ]
        const change = writeTask('test.lock', async (tx: WriteTx) => {
          await locks(tx)
          tellLocked()
          await goesOn
          return locks(tx)
        })
        const ended = cutOff.run(change, null).then(
          () => 'done',
          () => 'failed',
        )
        await hasLocked
        proxy.stall()
        // Fails where it has to wait for longer than a statement may take.
        await other.run(writeTask('test.wait', locks), null)
        goOn()
        proxy.resetAll()
        expect(await ended).toBe('failed')
      } finally {
        await other.close()
        await proxy.close()
        await cutOff.close()
        await world.close()
      }
    })
  },
  { except: ['sqlite'] },
)
