// Whoever has closed a database has released its lock: the next process may open it at once, however late the server hears of the closed connection.
import { test } from 'vitest'
import { eachDatabase } from '../testing/databases/databases.ts'
import { openDatabaseProxy } from '../testing/network/tcp-fault-proxy.ts'
import { databaseUrl } from '../testing/waystation-command.ts'
import { databaseAddress } from './kind.ts'
import { openDatabase } from './open-database.ts'

eachDatabase(
  'the lock of a process',
  ({ address }) => {
    test.each([
      ['that is alone', { isExclusive: true }],
      ['that is one of several', { isExclusive: false, isOneOfSeveral: true }],
    ])('%s is free once the database is closed', async (_words, mode) => {
      const url = databaseUrl(address())
      const { proxy, through } = await openDatabaseProxy(url)
      const open = (at: string, how: { readonly isExclusive: boolean; readonly isOneOfSeveral?: boolean }) =>
        openDatabase({ address: databaseAddress(at), taskModules: [], tasks: [], onDeath: () => {}, ...how })
      try {
        const first = await open(through, mode)
        proxy.setLatency(100)
        await first.close()
        const next = await open(url, { isExclusive: true })
        await next.close()
      } finally {
        await proxy.close()
      }
    })
  },
  { except: ['sqlite'] },
)
