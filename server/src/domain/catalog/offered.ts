// What is offered can be called: nobody is shown a model whose every call would be refused.
import { channelType } from '@waystation/contract/channels/channel-type'
import { isCallable } from '@waystation/contract/models/callable'
import type { ReadTraits } from '@waystation/contract/models/traits'
import type { PriceQuery, PriceTable } from '../pricing/price-table.ts'
import { type RoutableChannel, upstreamModelOf } from './routable-channel.ts'

/** A model, without the channel's prefix, at a channel. */
interface Served {
  readonly channel: RoutableChannel
  readonly model: string
}

interface OfferParts {
  readonly prices: Pick<PriceTable, 'priceOf' | 'isSet'>
  readonly traits: ReadTraits
}

/** By which names a model is priced at a channel. */
export function priceNames({ channel, model }: Served): Pick<PriceQuery, 'requested' | 'upstream' | 'channelType'> {
  return { requested: model, upstream: upstreamModelOf(channel, model), channelType: channel.type }
}

/**
 * May this model at this channel stand in the lists of those who call? Whether the channel is busy, cooling or full plays no part.
 * @param acceptsUnset the caller accepts models without a price at the high default
 */
export function isOffered(served: Served, { prices, traits }: OfferParts, acceptsUnset: boolean): boolean {
  const { channel, model } = served
  if (!channelType(channel.type).isReady) return false
  // A mapped name is the operator's own, and so is one that they priced: they know what it is called for.
  const isNamed = Object.hasOwn(channel.modelMapping, model) || prices.isSet(model)
  if (!isNamed && !isCallable(channel.type, traits(model))) return false
  // No group has an empty name: whether there is a price does not depend on it.
  return prices.priceOf({ ...priceNames(served), group: '', acceptsUnset }) !== undefined
}
