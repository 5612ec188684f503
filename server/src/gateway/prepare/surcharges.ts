// What is not priced is not sent (decision D44): fields, tools and betas by which a vendor charges more than its tokens go upstream only
// where the price table knows what they cost, or the channel is set to bear the cost.
import { vendorDialects } from '@waystation/wire/chat/dialects'
import type { LossLog } from '@waystation/wire/chat/losses/loss'
import type { Surcharge } from '@waystation/wire/chat/request/terms'
import type { JsonObject } from '@waystation/wire/encoding/json'
import { BATCH_TIER } from '../../domain/pricing/batch-price.ts'
import type { Attempt } from '../attempt.ts'

/** Some vendors charge a search by the prompt that it was for, or by the call. */
const SAME_FEE: Readonly<Record<string, readonly string[]>> = { webSearch: ['webSearch', 'groundedPrompt', 'request'] }

/** Does this attempt's price cover this? */
export function isPriced({ kind, name }: Pick<Surcharge, 'kind' | 'name'>, { price: { price } }: Pick<Attempt, 'price'>): boolean {
  if (price.kind === 'per-call' || kind === 'other') return false
  // The price of batches is for what is sent in one, not for who asks for it.
  if (kind === 'tier' && name === BATCH_TIER) return false
  if (kind === 'tier') return Object.hasOwn(price.tiers ?? {}, name)
  return (SAME_FEE[name] ?? [name]).some((fee) => Object.hasOwn(price.uses ?? {}, fee))
}

/** Does the operator bear the cost of unpriced features at this channel? */
function bearsAll({ channel }: Attempt): boolean {
  return channel.setting.unpriced === 'pass'
}

/**
 * The body without what has no price, each recorded as a loss; one that the answer depends on is marked as needed, which forbids the
 * attempt.
 * @param mayEdit false: nothing is taken off, and everything without a price forbids the attempt
 */
export function withoutUnpriced(body: JsonObject, attempt: Attempt, losses: LossLog, mayEdit = true): JsonObject {
  const { terms } = vendorDialects[attempt.dialect]
  const found = terms.surcharges(body)
  if (found.length === 0 || bearsAll(attempt)) return body
  const unpriced = found.filter((surcharge) => !isPriced(surcharge, attempt))
  for (const { path, isNeeded } of unpriced) losses.add(path, isNeeded || !mayEdit ? 'needed' : 'unpriced')
  return mayEdit ? terms.without(body, unpriced) : body
}

/** The caller's headers without betas that make the call dearer and have no price. */
export function pricedHeaders(
  headers: Readonly<Record<string, string>>,
  attempt: Attempt,
  losses: LossLog,
): Readonly<Record<string, string>> {
  const { surchargedBetas } = vendorDialects[attempt.dialect].terms
  if (!surchargedBetas || bearsAll(attempt)) return headers
  let result = headers
  for (const [header, tiers] of Object.entries(surchargedBetas)) {
    for (const [part, tier] of Object.entries(tiers)) {
      if (!result[header]?.includes(part) || isPriced({ kind: 'tier', name: tier }, attempt)) continue
      const { [header]: betas = '', ...rest } = result
      const kept = betas.split(',').filter((beta) => !beta.includes(part))
      result = kept.length === 0 ? rest : { ...rest, [header]: kept.join(',') }
      losses.add(`headers.${header}`, 'unpriced')
    }
  }
  return result
}
