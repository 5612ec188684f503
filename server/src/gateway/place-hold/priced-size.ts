import type { ExpectedSize } from '../../domain/pricing/hold-policy.ts'
import type { Attempt } from '../attempt.ts'
import { givesBytes, makesImages } from '../operations/kinds.ts'
import type { Call } from '../types.ts'

/**
 * How large a call is for the price of this attempt. Sound and speech go by seconds, characters or tokens, as the model does whose price it is: an
 * alias may stand for one that is sold in another way. Rankings go by searches or tokens, and documents by pages or tokens.
 */
export function pricedSize({ endpoint: { operation }, facts, body }: Call, { price: { price } }: Pick<Attempt, 'price'>): ExpectedSize {
  if (operation.kind === 'translated' || operation.kind === 'forwarded' || operation.kind === 'task')
    return operation.sizeFor?.(price, facts.size, body) ?? facts.size
  if (!givesBytes(operation)) return facts.size
  return price.model !== facts.model || makesImages(operation) ? operation.sizeFor(price, facts.size, body) : facts.size
}

/** The call as it is metered for this attempt. */
export function pricedCall(call: Call, attempt: Pick<Attempt, 'price'>): Call {
  const size = pricedSize(call, attempt)
  return size === call.facts.size ? call : { ...call, facts: { ...call.facts, size } }
}
