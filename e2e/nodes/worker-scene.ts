// A server of two workers with its vendor, on a database of its own.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { DatabaseKind } from '../../server/src/db/kind.ts'
import { testPlace } from '../../server/src/testing/databases/databases.ts'
import { REDIS } from '../../server/src/testing/databases/redis-server.ts'
import { openFakeProvider } from '../../server/src/testing/fakes/fake-provider.ts'
import { freePort } from '../../server/src/testing/network/free-port.ts'
import { databaseUrl } from '../../server/src/testing/waystation-command.ts'
import { modelNames, setUp } from '../crash/front-door.ts'
import { judge } from '../crash/judge.ts'
import type { CallRecord } from '../crash/load.ts'
import { ServerProcess } from '../crash/server-process.ts'

export async function openWorkerScene(kind: DatabaseKind) {
  const dataDir = mkdtempSync(join(tmpdir(), 'waystation-workers-'))
  const place = await testPlace(kind)
  const provider = await openFakeProvider({ keepRequests: 0, models: modelNames })
  const env = { WORKERS: '2', REDIS_URL: REDIS, NODE_NAME: 'here', TRUSTED_PROXIES: '127.0.0.1', LEAVE_SECONDS: '1' }
  const server = new ServerProcess({ port: await freePort(), dataDir, databaseUrl: databaseUrl(place.address), env })
  await server.start()
  const door = await setUp(server.url, { chats: provider.url, files: provider.url, sessions: provider.url, drawings: provider.url })
  return {
    server,
    door,
    judge: (records: readonly CallRecord[]) => judge(databaseUrl(place.address), records, (callId) => provider.bills.has(callId)),
    async close() {
      await server.kill()
      await provider.close()
      await place.drop()
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}
