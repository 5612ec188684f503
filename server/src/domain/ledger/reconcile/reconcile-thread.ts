// The thread in which the books are checked: it has a connection of its own, so that neither calls nor the console wait for it.
import { parentPort, workerData } from 'node:worker_threads'
import type { DatabaseAddress } from '../../../db/kind.ts'
import { openToRead } from '../../../db/open-database.ts'
import { reconcile } from './reconcile.ts'

const address: DatabaseAddress = workerData // written by reconcile-aside.ts

const database = await openToRead(address)
const result = await reconcile(database)
await database.close()
parentPort?.postMessage(result)
