// A server on a fresh PostgreSQL database, with one channel to the bench's own vendor.
import type { BenchOptions } from '../question.ts'
import { openBenchDatabases } from './databases.ts'
import { openGateway } from './gateway.ts'
import { smallAsk, type Target } from './traffic.ts'

const MODEL = 'bench-own'

/** Opens it; close it with its database. @throws Error where this machine has no PostgreSQL */
export async function openPostgresGateway(upstreamPort: number, options: BenchOptions, env: Readonly<Record<string, string>> = {}) {
  const databases = await openBenchDatabases('')
  const database = databases.find(({ address }) => address.kind === 'postgres')
  for (const other of databases) if (other !== database) await other.drop()
  if (!database || database.address.kind === 'sqlite') throw new Error('this question needs PostgreSQL')
  const { url } = database.address
  const gateway = await openGateway({ ...options, databaseUrl: url, env }, [MODEL])
  await gateway.addChannel(MODEL, `http://127.0.0.1:${upstreamPort}/whole`)
  const target: Target = { port: gateway.port, path: '/v1/chat/completions', key: `sk-${gateway.key}`, body: smallAsk(MODEL) }
  return {
    ...{ gateway, target, url, model: MODEL },
    async close() {
      await gateway.close()
      await database.drop()
    },
  }
}
