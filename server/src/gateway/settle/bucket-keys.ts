// What the buckets of tokens write into a log row, under this family's own keys. Source: server-behaviour 8.2.
import type { LogOther } from '@waystation/contract/calls/log'
import { noUsage, promptTokensOf, type Usage } from '@waystation/contract/calls/usage'
import { type Medium, priceBuckets, type TokensKey } from '@waystation/contract/prices/price-buckets'
import { type CompiledPrice, type LongTokenPrices, tokenPricesFor } from '../../domain/pricing/price-call.ts'

/** Buckets that write a key of their own into every row that has tokens of them. */
const reportedSeparately = priceBuckets.filter(({ tokensKey, part }) => tokensKey !== undefined || part !== undefined)
const nonTextBuckets = priceBuckets.filter(({ medium }) => medium !== 'text')

/**
 * The price of a call, for tools that read these keys. -1 says that a price goes by tokens.
 * @param usage what was used: the ratios of other media than text stand only in the rows of calls that used them
 */
export function priceKeys(compiled: CompiledPrice, usage: Usage = noUsage): LogOther {
  const { price } = compiled
  const groupRatio = Number(price.groupRatio)
  const shared = {
    group_ratio: groupRatio,
    ...(price.isUserGroupRatio ? { user_group_ratio: groupRatio } : {}),
    price_version: price.version,
  }
  if (price.kind === 'per-call') return { model_price: Number(price.dollars), ...shared }
  const prices: { readonly ratios: CompiledPrice['ratios']; readonly ratio?: LongTokenPrices['ratio'] } =
    compiled.longer === undefined ? compiled : tokenPricesFor(compiled, promptTokensOf(usage))
  const { ratios, ratio = Number(price.ratio) } = prices
  const keys = { model_price: -1, model_ratio: ratio, ...shared, ...ratios.get('text') }
  return isTextAlone(usage) ? keys : Object.assign(keys, ...usedMedia(usage).map((medium) => ratios.get(medium)))
}

/** The tokens of a call, bucket by bucket, and medium by medium where there was another than text. */
export function usageKeys(usage: Usage): LogOther {
  const tokens: Partial<Record<TokensKey, number>> = {}
  for (const { name, tokensKey, part } of reportedSeparately) {
    if (tokensKey !== undefined && usage[name] > 0) tokens[tokensKey] = (tokens[tokensKey] ?? 0) + usage[name]
    if (part !== undefined && usage[part.name] > 0) tokens[part.tokensKey] = usage[part.name]
  }
  return isTextAlone(usage) ? tokens : { ...tokens, ...mediumKeys(usage) }
}

/** True for most calls, so the check allocates nothing. */
function isTextAlone(usage: Usage): boolean {
  for (const { name } of nonTextBuckets) if (usage[name] > 0) return false
  return true
}

/** The media other than text that were used; may contain duplicates. */
function usedMedia(usage: Usage): readonly Medium[] {
  return nonTextBuckets.filter(({ name }) => usage[name] > 0).map(({ medium }) => medium)
}

function mediumKeys(usage: Usage): LogOther {
  const media = usedMedia(usage)
  const keys: Record<string, number | true> = Object.fromEntries(media.map((medium) => [medium, true]))
  for (const { name, medium, partOf } of priceBuckets) {
    if (medium === 'storage' || partOf === 'storage' || (medium !== 'text' && !media.includes(medium))) continue
    const key: TokensKey = `${medium}_${partOf}`
    keys[key] = Number(keys[key] ?? 0) + usage[name]
  }
  return keys
}
