// What planning looks at, which is handed in.

import type { ReadTraits } from '@waystation/contract/models/traits'
import { passThroughRequestEnabled } from '@waystation/contract/options/global'
import { relayConversationAffinity } from '@waystation/contract/options/relay'
import type { CatalogSnapshot } from '../../domain/catalog/channel-index.ts'
import type { Affinity } from '../../domain/channel/availability/affinity.ts'
import type { Availability } from '../../domain/channel/availability/availability.ts'
import type { PriceTable } from '../../domain/pricing/price-table.ts'
import type { Provider } from '../../providers/provider.ts'
import type { Gateway } from '../gateway.ts'

export interface PlanParts {
  readonly catalog: CatalogSnapshot
  readonly prices: Pick<PriceTable, 'priceOf' | 'isSet'>
  readonly traits: ReadTraits
  readonly providers: Readonly<Record<number, Provider>>
  /** When a channel may be used. */
  readonly availability: Pick<Availability, 'look' | 'force' | 'isTried' | 'loadOf'>
  /** Where conversations were answered last. */
  readonly affinity: Pick<Affinity, 'of'>
  /** Are requests sent as they came, where the vendor speaks their dialect? */
  readonly passesThrough: boolean
  /** How many channels may be tried; no more are drawn. */
  readonly maxAttempts: number
  /** From 0 up to 1. */
  readonly random: () => number
}

/** What planning takes. */
export type PlanServices = Pick<Gateway, 'options' | 'catalog' | 'prices' | 'traits' | 'providers' | 'availability' | 'affinity' | 'random'>

/** What a plan of so many attempts is made of, as things stand now. */
export function planParts(services: PlanServices, maxAttempts: number): PlanParts {
  const { options, catalog, prices, traits, providers, availability, affinity, random } = services
  const passesThrough = options.get(passThroughRequestEnabled)
  return {
    catalog: catalog.current(),
    prices,
    traits,
    providers,
    availability,
    random,
    affinity: options.get(relayConversationAffinity) ? affinity : noHomes,
    passesThrough,
    maxAttempts,
  }
}

/** Conversations go wherever each of their calls is drawn to. */
const noHomes: PlanParts['affinity'] = { of: () => undefined }
