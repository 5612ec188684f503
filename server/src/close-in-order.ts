import cluster from 'node:cluster'
import { setTimeout as sleep } from 'node:timers/promises'
import type { App } from './app.ts'
import type { Config } from './config.ts'
import { storeKeyUses } from './domain/channel/keys/channel-keys.ts'
import type { NodeList } from './domain/node/node-list.ts'
import type { SiteEgress } from './domain/outside/site-egress.ts'
import type { Foundation, OnTrouble } from './foundation.ts'
import type { Gateway } from './gateway/gateway.ts'
import type { Egress } from './lib/net/egress.ts'

/** Calls cut off at shutdown still get this long to be settled. */
const SETTLE_AFTER_CUT_MS = 5000
const CLOSE_BOOKS_MS = 10_000

interface RunningParts extends Pick<Foundation, 'database' | 'between'> {
  readonly config: Config
  readonly list: NodeList
  readonly gateway: Gateway
  readonly egress: Egress
  readonly siteEgress: SiteEgress
  readonly revocation: { stop(): void }
  readonly app: App
  readonly jobs: { stop(): Promise<void> }
  readonly tracing: { close(): Promise<void> }
  readonly errorLog: { flush(): Promise<void> }
  readonly onTrouble: OnTrouble
}

/** Ends a server: nothing new is taken, what runs may end, the books are closed. @returns whether nothing had to be cut */
export async function closeInOrder({
  config,
  database,
  between,
  list,
  gateway,
  egress,
  siteEgress,
  revocation,
  app,
  jobs,
  tracing,
  errorLog,
  onTrouble,
}: RunningParts): Promise<boolean> {
  const { live, overload, sockets, keys, ledger, counter, files, words, contents } = gateway
  live.leave()
  void list.report().catch(() => {})
  // The other workers of the port take what comes from now on.
  if (cluster.isWorker) app.stopListening()
  if (config.leaveSeconds > 0) await sleep(config.leaveSeconds * 1000)
  live.close()
  app.stopListening()
  sockets.closeIdle()
  const isDrained = await live.drained(config.drainSeconds * 1000)
  if (!isDrained) {
    live.cutAll('gateway_shutdown')
    await live.drained(SETTLE_AFTER_CUT_MS)
  }
  revocation.stop()
  overload.close()
  sockets.close()
  await app.close()
  await jobs.stop()
  await storeKeyUses(database, keys).catch((error) => onTrouble(error, { event: 'key_uses_not_stored' }))
  const areBooksClosed = await ledger.stop(CLOSE_BOOKS_MS)
  await Promise.all([
    tracing.close(),
    between.close(),
    egress.close(),
    siteEgress.close(),
    counter.close(),
    files.close(),
    words.close(),
    contents.close(),
  ])
  await errorLog.flush()
  await database.close()
  return isDrained && areBooksClosed
}
