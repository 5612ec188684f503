// What a row of the log says of a call: how much was used, and by which names its price is looked up.
import type { ChargeFact, LogOther } from '@waystation/contract/calls/log'
import { noUsage, soldUnits, type Usage } from '@waystation/contract/calls/usage'
import { bucketOf } from '@waystation/contract/prices/price-buckets'
import type { CompiledPrice } from '../price-call.ts'
import type { BareName, PriceQuery } from '../price-table.ts'
import type { ChargedCall, PricingChannel } from './charged-call-store.ts'

/** The fee per call: it is counted by calls, not by uses. */
const REQUEST = 'request'
/** The type of a channel that is gone is not known; no list of types has this number. */
const NO_TYPE = 0

export interface RecordedUse {
  readonly usage: Usage
  readonly query: Pick<PriceQuery, 'requested' | 'upstream' | 'channelType' | 'group'>
  readonly charge: ChargeFact
  /** Rows from before tokens were noted at fixed prices. */
  readonly hasTokens: boolean
  /** Tools and tiers that were used, in rows from before it was noted how often. */
  readonly uncounted: readonly string[]
}

export interface RecordParts {
  readonly channels: ReadonlyMap<number, PricingChannel>
  readonly bareName: BareName
}

/** Reads a row; undefined where it says too little to charge the call again. */
export function recordedUse(call: ChargedCall, parts: RecordParts): RecordedUse | undefined {
  const other = readOther(call.other)
  const charge = other?.charge
  if (!other || !Array.isArray(charge?.lines)) return undefined
  const usage = usageOf(charge)
  const query = queryOf(call, { ...other, charge }, parts)
  if (!usage || !query) return undefined
  const hasTokens = charge.kind === 'per-token' || charge.unbilled !== undefined
  return { usage, query, charge, hasTokens, uncounted: charge.unbilled === undefined ? (charge.unpriced ?? []) : [] }
}

/** Does the row say all that this price asks for? */
export function isEnoughFor({ hasTokens, uncounted }: RecordedUse, { price, perUse, perTier }: CompiledPrice): boolean {
  if (price.kind === 'per-call') return true
  return hasTokens && uncounted.every((name) => !perUse?.has(name) && !perTier?.has(name))
}

function readOther(text: string): LogOther | undefined {
  try {
    // Written by this program; a row that somebody else wrote has no charge and counts as one that says too little.
    return (JSON.parse(text || '{}') ?? {}) as LogOther
  } catch {
    return undefined
  }
}

function usageOf({ kind, lines, uses = [], tiers = [], unbilled = {} }: ChargeFact): Usage | undefined {
  const tokens = Object.entries(unbilled.tokens ?? {}).concat(kind === 'per-token' ? lines.map((line) => [line.bucket, line.tokens]) : [])
  const counts = [...uses.map((use) => [use.kind, use.count] as const), ...Object.entries(unbilled.uses ?? {})]
  const usedTiers = [...tiers.map(({ name }) => name), ...(unbilled.tiers ?? [])]
  if (!tokens.every(([bucket, count]) => bucketOf(bucket) && isCount(count)) || !counts.every(([, count]) => isCount(count)))
    return undefined
  const tools = counts.filter(([name]) => name !== REQUEST)
  // Nothing was used, and so no call counted, where a charge by tokens has no line.
  const sold = kind === 'per-call' ? lines[0] : undefined
  const unit = soldUnits.find((name) => name === sold?.bucket)
  const calls = kind === 'per-call' ? (sold?.tokens ?? 0) : lines.length + counts.length > 0 ? 1 : (unbilled.calls ?? 0)
  return {
    ...noUsage,
    ...summed(tokens),
    ...(unit && sold ? { calls: 1, [unit]: sold.tokens, ...(sold.weight === '1' ? {} : { unitFactor: sold.weight }) } : { calls }),
    ...(tools.length > 0 ? { uses: Object.fromEntries(tools) } : {}),
    ...(usedTiers.length > 0 ? { tiers: usedTiers } : {}),
  }
}

/** A batch may have several lines of one bucket: longer prompts have a price of their own. */
function summed(tokens: readonly (readonly [bucket: string, count: number])[]): Readonly<Record<string, number>> {
  const sums: Record<string, number> = {}
  for (const [bucket, count] of tokens) sums[bucket] = (sums[bucket] ?? 0) + count
  return sums
}

const isCount = (count: unknown) => Number.isSafeInteger(count) && Number(count) >= 0

/**
 * The names as they were when the call was made. The row has no prefix of its own, so a channel whose prefix or type has changed since is
 * noticed by this: the name that was priced is none of these.
 */
function queryOf(
  call: ChargedCall,
  other: LogOther & { charge: ChargeFact },
  { channels, bareName }: RecordParts,
): RecordedUse['query'] | undefined {
  const channel = channels.get(call.channelId)
  const requested =
    channel && channel.prefix !== '' && call.model.startsWith(channel.prefix) ? call.model.slice(channel.prefix.length) : call.model
  const upstream = other.upstream_model_name ?? requested
  const channelType = channel?.type ?? NO_TYPE
  const names = [requested, upstream, bareName(requested, channelType), bareName(upstream, channelType)]
  return names.includes(other.charge.priced_model) ? { requested, upstream, channelType, group: call.group } : undefined
}
