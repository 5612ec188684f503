// Builds what both doors work with: which channels serve a model, at which price, and who calls within which budget.
import { modelMapping } from '@waystation/contract/options/pricing'
import { relayFailuresBeforeRest } from '@waystation/contract/options/relay'
import type { Database } from '../db/database.ts'
import { BudgetService } from '../domain/budget/budget-service.ts'
import { openCatalog } from '../domain/catalog/catalog.ts'
import { VirtualModels } from '../domain/catalog/virtual-models.ts'
import { Affinity } from '../domain/channel/availability/affinity.ts'
import { ChannelLimits } from '../domain/channel/availability/channel-limits.ts'
import { availability } from '../domain/channel/availability/kept-availability.ts'
import { channelHours } from '../domain/channel/health/channel-hours.ts'
import { hoursOfNodes } from '../domain/channel/health/hours-of-nodes.ts'
import { keyRing } from '../domain/channel/keys/key-ring.ts'
import { traitsReader } from '../domain/model-traits.ts'
import type { OptionService } from '../domain/option/option-service.ts'
import { PriceTable } from '../domain/pricing/price-table.ts'
import { tokenLookup } from '../domain/token/token-lookup.ts'
import { bareNames } from '../gateway/upstream/upstream-call.ts'
import type { Clock } from '../lib/clock.ts'
import type { Secrets } from '../lib/secret.ts'
import type { BetweenNodes } from '../lib/shared/between-nodes.ts'
import type { Invalidation } from '../lib/shared/invalidation.ts'
import type { Provider } from '../providers/provider.ts'

export interface SharedParts {
  readonly database: Database
  readonly secrets: Secrets
  readonly invalidation: Invalidation
  readonly between: Pick<BetweenNodes, 'bus' | 'rates' | 'redis'>
  readonly options: OptionService
  readonly providers: Readonly<Record<number, Provider>>
  /** Unix milliseconds. */
  readonly now: () => number
  /** By which calls in a window are counted. */
  readonly clock: Clock
  readonly onTrouble: (error: unknown, facts: Record<string, unknown>) => void
}

export type SharedServices = Awaited<ReturnType<typeof sharedServices>>

export async function sharedServices({ database, secrets, invalidation, between, options, providers, now, clock, onTrouble }: SharedParts) {
  const traits = traitsReader(options)
  const prices = new PriceTable(options, bareNames({ providers, options }))
  const { bus, redis } = between
  const keys = keyRing(now, bus)
  const ownHours = channelHours({ now })
  const hours = redis ? hoursOfNodes(ownHours, bus, { clock, now }) : ownHours
  const { rates } = between
  const channelLimits = new ChannelLimits(rates)
  const catalog = await openCatalog({
    database,
    secrets,
    invalidation,
    prices,
    traits,
    virtualModels: new VirtualModels(() => options.get(modelMapping)),
    onTrouble,
  })
  return {
    providers,
    prices,
    traits,
    catalog,
    tokens: tokenLookup(database, secrets, invalidation),
    keys,
    hours,
    affinity: new Affinity({ now: clock.now, redis, bus, channelOf: (id) => catalog.current().channel(id) }),
    availability: availability({
      keys,
      limits: channelLimits,
      minFailures: () => options.get(relayFailuresBeforeRest),
      usualLongestMs: (channelId) => hours.hour(channelId).first_p95_ms,
      clock,
      bus,
    }),
    budgets: new BudgetService({ database, invalidation, now }),
    rates,
    channelLimits,
  }
}
