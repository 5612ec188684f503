import * as relay from '@waystation/contract/options/relay'
import type { Registry } from 'prom-client'
import { channelHealth, type HealthParts } from '../domain/channel/health/channel-health.ts'
import { openCallContents } from '../domain/content/call-contents.ts'
import { isHeld } from '../domain/ledger/holds/open-hold.ts'
import type { SiteEgress } from '../domain/outside/site-egress.ts'
import { VendorCosts } from '../domain/pricing/vendor-costs.ts'
import { openResponses } from '../domain/response/response-service.ts'
import { BatchCopies } from '../domain/task/batch-copies.ts'
import type { TaskRecord } from '../domain/task/task.ts'
import { TaskClaims } from '../domain/task/task-claims.ts'
import { TaskLinks } from '../domain/task/task-links.ts'
import { balanceLook } from '../domain/token/balance-look.ts'
import { openVault } from '../domain/vault/vault.ts'
import { openVendorFiles } from '../domain/vendor-file/vendor-files.ts'
import type { Foundation } from '../foundation.ts'
import { drains } from '../gateway/admit/drains.ts'
import { Overload } from '../gateway/admit/overload.ts'
import { SensitiveWords } from '../gateway/admit/sensitive-words.ts'
import { ContentLog } from '../gateway/contents/content-log.ts'
import type { Gateway } from '../gateway/gateway.ts'
import { LiveCalls } from '../gateway/live-calls.ts'
import { type TokenCounter, tokenCounter } from '../gateway/meter/token-counter.ts'
import { MediaFetcher } from '../gateway/prepare/fetch-media.ts'
import { BodyBudget } from '../gateway/read-call/body-budget.ts'
import { fileMeter } from '../gateway/read-call/file-meter.ts'
import { BackgroundCalls } from '../gateway/responses/background-calls.ts'
import { clientSecrets } from '../gateway/sessions/client-secret.ts'
import { sessionHandles } from '../gateway/sessions/resumption.ts'
import { RefusalRows } from '../gateway/settle/refusal-rows.ts'
import { relayMetrics } from '../gateway/settle/relay-metrics.ts'
import { TaskFiles } from '../gateway/tasks/task-files.ts'
import { Exchange } from '../gateway/upstream/exchange.ts'
import { bareNames } from '../gateway/upstream/upstream-call.ts'
import type { Egress } from '../lib/net/egress.ts'
import { Sockets } from '../lib/net/sockets.ts'
import { SingleFlight } from '../lib/single-flight.ts'
import { type SharedParts, sharedServices } from './shared-services.ts'

/** What the gateway works with, but the ledger and what the server knows of itself. */
export async function gatewayServices(
  { database, secrets, invalidation, options, between }: Foundation,
  registry: Registry,
  { egress, siteEgress }: { egress: Egress; siteEgress: SiteEgress },
  {
    providers,
    clock,
    log,
    onTrouble,
    auto,
    counter = tokenCounter((error) => onTrouble(error, { event: 'token_counter_failed' })),
  }: Pick<SharedParts, 'providers' | 'clock'> &
    Pick<HealthParts, 'onTrouble' | 'auto'> &
    Pick<Gateway, 'log'> & { readonly counter?: TokenCounter | undefined },
) {
  const now = () => Date.now()
  const shared = await sharedServices({ database, secrets, invalidation, options, between, providers, now, clock, onTrouble })
  const live = new LiveCalls(clock)
  const bodies = new BodyBudget(options)
  return {
    ...shared,
    clock,
    options,
    costs: new VendorCosts(options, bareNames({ providers, options })),
    balances: balanceLook(database),
    clientSecrets: clientSecrets(secrets, now),
    sessionHandles: sessionHandles(secrets),
    bodies,
    sockets: new Sockets(clock),
    media: new MediaFetcher({ sites: siteEgress, bodies }),
    taskFiles: new TaskFiles({ sites: siteEgress, channels: egress }),
    taskLinks: new TaskLinks(secrets, now),
    batchCopies: new BatchCopies(database),
    batchReads: new SingleFlight<number, TaskRecord>(),
    taskClaims: new TaskClaims({ database, onTrouble }),
    secrets,
    exchange: new Exchange(egress, clock),
    forwardedHeaders: [...new Set(Object.values(providers).flatMap((provider) => provider.forwardedHeaders ?? []))],
    counter,
    files: fileMeter((error) => onTrouble(error, { event: 'file_meter_failed' })),
    live,
    overload: new Overload({ limitMs: () => options.get(relay.relayOverloadDelayMs), clock }),
    drains: drains(between.bus, clock),
    words: new SensitiveWords({ options, invalidation, log }),
    contents: new ContentLog({ options, invalidation, log, contents: openCallContents({ database, secrets, options, now }) }),
    background: new BackgroundCalls({
      bus: between.bus,
      isHeld: (callId) => isHeld(database, callId),
      isAlone: between.redis === undefined,
      clock,
    }),
    pseudonym: (userId: number) => secrets.sign('user at a vendor', String(userId)),
    health: channelHealth({ options, keys: shared.keys, auto, onTrouble }),
    metrics: relayMetrics(registry, live),
    refusals: new RefusalRows(clock.now),
    vault: openVault({ database, secrets, now, onTrouble: (error) => onTrouble(error, { event: 'vault_failed' }) }),
    vendorFiles: openVendorFiles({ database, secrets, now }),
    responses: openResponses({
      database,
      secrets,
      now,
      maxBytesPerUser: () => options.get(relay.relayMaxKeptMbPerUser) * 1024 * 1024,
    }),
  }
}
