// The services of the gateway, which server.ts builds and hands in. Each step declares which of them it takes.

import type { ReadTraits } from '@waystation/contract/models/traits'
import type { Logger } from 'pino'
import type { BudgetService } from '../domain/budget/budget-service.ts'
import type { Catalog } from '../domain/catalog/catalog.ts'
import type { Affinity } from '../domain/channel/availability/affinity.ts'
import type { Availability } from '../domain/channel/availability/availability.ts'
import type { ChannelLimits } from '../domain/channel/availability/channel-limits.ts'
import type { ChannelHealth } from '../domain/channel/health/channel-health.ts'
import type { ChannelHours } from '../domain/channel/health/channel-hours.ts'
import type { KeyRing } from '../domain/channel/keys/key-ring.ts'
import type { Ledger } from '../domain/ledger/ledger.ts'
import type { PriceTable } from '../domain/pricing/price-table.ts'
import type { VendorCosts } from '../domain/pricing/vendor-costs.ts'
import type { ResponseService } from '../domain/response/response-service.ts'
import type { BatchCopies } from '../domain/task/batch-copies.ts'
import type { TaskRecord } from '../domain/task/task.ts'
import type { TaskClaims } from '../domain/task/task-claims.ts'
import type { TaskLinks } from '../domain/task/task-links.ts'
import type { Tasks } from '../domain/task/tasks.ts'
import type { BalanceLook } from '../domain/token/balance-look.ts'
import type { TokenLookup } from '../domain/token/token-lookup.ts'
import type { Vault } from '../domain/vault/vault.ts'
import type { VendorFiles } from '../domain/vendor-file/vendor-files.ts'
import type { Clock } from '../lib/clock.ts'
import type { ClientAddress } from '../lib/net/client-ip.ts'
import type { Sockets } from '../lib/net/sockets.ts'
import type { Secrets } from '../lib/secret.ts'
import type { RateWindow } from '../lib/shared/rate-window.ts'
import type { SingleFlight } from '../lib/single-flight.ts'
import type { Provider } from '../providers/provider.ts'
import type { Drains } from './admit/drains.ts'
import type { Overload } from './admit/overload.ts'
import type { SensitiveWords } from './admit/sensitive-words.ts'
import type { OptionReader } from './caller.ts'
import type { ContentLog } from './contents/content-log.ts'
import type { FileMeter } from './form.ts'
import type { LiveCalls } from './live-calls.ts'
import type { TokenCounter } from './meter/token-counter.ts'
import type { MediaFetcher } from './prepare/fetch-media.ts'
import type { BodyBudget } from './read-call/body-budget.ts'
import type { BackgroundCalls } from './responses/background-calls.ts'
import type { ClientSecrets } from './sessions/client-secret.ts'
import type { SessionHandles } from './sessions/resumption.ts'
import type { RefusalRows } from './settle/refusal-rows.ts'
import type { RelayMetrics } from './settle/relay-metrics.ts'
import type { TaskFiles } from './tasks/task-files.ts'
import type { CallTracer } from './trace/call-tracer.ts'
import type { Exchange } from './upstream/exchange.ts'

export interface Gateway {
  readonly options: OptionReader
  readonly ledger: Ledger
  readonly budgets: BudgetService
  readonly catalog: Catalog
  readonly prices: PriceTable
  /** What models are. */
  readonly traits: ReadTraits
  /** What vendors take, for the books. */
  readonly costs: VendorCosts
  readonly tokens: TokenLookup
  readonly balances: BalanceLook
  readonly clientSecrets: ClientSecrets
  readonly sessionHandles: SessionHandles
  readonly bodies: BodyBudget
  readonly sockets: Sockets
  readonly media: MediaFetcher
  readonly exchange: Exchange
  readonly providers: Readonly<Record<number, Provider>>
  /** Headers of callers that some provider takes. */
  readonly forwardedHeaders: readonly string[]
  readonly rates: RateWindow
  readonly counter: TokenCounter
  readonly files: FileMeter
  readonly live: LiveCalls
  readonly overload: Overload
  readonly words: SensitiveWords
  /** What was said in calls. */
  readonly contents: ContentLog
  readonly drains: Drains
  readonly background: BackgroundCalls
  readonly keys: KeyRing
  readonly availability: Availability
  readonly channelLimits: ChannelLimits
  readonly affinity: Affinity
  readonly health: ChannelHealth
  readonly hours: ChannelHours
  readonly metrics: RelayMetrics
  /** Undefined: no call is traced. */
  readonly tracer: CallTracer | undefined
  readonly refusals: RefusalRows
  readonly vault: Vault
  readonly responses: ResponseService
  /** Whose the files at the accounts of vendors are. */
  readonly vendorFiles: VendorFiles
  /** What goes on after its answer: drawings, music. */
  readonly tasks: Tasks
  /** The files of requests that vendors were given for batches. */
  readonly batchCopies: BatchCopies
  /** Batches that vendors are asked for now, by their rows. */
  readonly batchReads: SingleFlight<number, TaskRecord>
  /** Who submits under an Idempotency-Key. */
  readonly taskClaims: TaskClaims
  /** The files that tasks made, at their vendors. */
  readonly taskFiles: TaskFiles
  /** Links to those files. */
  readonly taskLinks: TaskLinks
  readonly secrets: Pick<Secrets, 'seal' | 'open'>
  readonly log: Logger
  /** Is the super admin there yet? */
  readonly isSetUp: () => boolean
  /** The caller's address, by the proxy options. */
  readonly clientAddress: (peer: string, headers: Readonly<Record<string, string | string[] | undefined>>) => ClientAddress
  /** By which calls are timed, and by which their limits of time run. */
  readonly clock: Clock
  /** The stable pseudonym of a user, for vendors that demand an end-user id; it does not reveal who the user is. */
  readonly pseudonym: (userId: number) => string
  /** A number from 0 up to 1, for choosing among equals. */
  readonly random: () => number
}
