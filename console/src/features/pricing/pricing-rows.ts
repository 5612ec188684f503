// Prices as a caller pays them: at the ratio of a group, in dollars. Exact, however small.
import { type ReadTraits, traitsOf } from '@waystation/contract/models/traits'
import { decimalText, product, type Rational, rational } from '@waystation/contract/money/rational'
import type { PricingEntry } from '@waystation/contract/prices/pricing'
import { billingType, type Tone } from '@waystation/contract/site/status-table'

export type PricingUnit = 'dollars' | 'ratio'

/** A column of prices. */
export type PriceName = 'input' | 'output' | 'cacheRead' | 'cacheWrite' | 'audioInput' | 'audioOutput' | 'imageInput' | 'cacheStorage'

/** What calls with longer prompts cost, as a second line. */
export interface TierLine extends Readonly<Partial<Record<PriceName, string>>> {
  /** Tokens of input above which it is charged. */
  readonly above: number
}

/** The ratios of calls with longer prompts, where a model has such. */
export interface LengthTier
  extends Pick<
    PricingEntry,
    | 'model_ratio'
    | 'cache_ratio'
    | 'cache_creation_ratio'
    | 'audio_ratio'
    | 'audio_completion_ratio'
    | 'image_ratio'
    | 'cache_storage_ratio'
  > {
  readonly above: number
  readonly completion_ratio?: number | undefined
}
export type TieredEntry = PricingEntry & { readonly length_tiers?: readonly LengthTier[] | undefined }

/** A model as the table shows it. Prices are decimal texts: dollars, or ratios as they are set. Absent: none is known. */
export interface PricingRow extends Readonly<Partial<Record<PriceName, string>>> {
  readonly model: string
  readonly vendor: string
  readonly isPerCall: boolean
  /** What a price per call is for; undefined: the call. */
  readonly unit: PricingEntry['price_unit']
  /** Dollars of a call, at the ratio of the group. */
  readonly call?: string
  /** The resolution of films that `call` is for, and what others cost; absent: all cost the same. */
  readonly film?: { readonly resolution: string; readonly others: readonly { readonly resolution: string; readonly dollars: string }[] }
  /** The ratio of input, for its colour. */
  readonly ratio: number
  readonly source: PricingEntry['price_source']
  readonly groups: readonly string[]
  readonly tiers: readonly TierLine[]
  readonly context?: number | undefined
  readonly longestAnswer?: number | undefined
  /** What it is called for; undefined: its name does not say. */
  readonly work: ReturnType<ReadTraits>['work']
  /** Dollars for one use of a tool, at the ratio of the group. */
  readonly tools?: readonly { readonly tool: string; readonly dollars: string }[]
  /** Factors of service tiers. */
  readonly services?: readonly { readonly tier: string; readonly factor: number }[]
  /** The last day at its maker, and what that names in its place; absent: no end is known. */
  readonly end?: { readonly on: string; readonly successor?: string | undefined }
}

/** A ratio of 1 is so many dollars per million tokens. */
const DOLLARS_PER_RATIO = rational('2')
const MAX_PLACES = 9
const MIN_PLACES: Readonly<Record<PriceName | 'call', number>> = {
  input: 2,
  output: 2,
  cacheRead: 2,
  cacheWrite: 2,
  audioInput: 2,
  audioOutput: 2,
  imageInput: 2,
  cacheStorage: 2,
  call: 2,
}

/**
 * The row of an entry for callers of a group whose ratio this is.
 * @param traits what models are; absent: by their names
 */
export function rowOf(entry: TieredEntry, groupRatio: number, unit: PricingUnit, traits: ReadTraits = traitsOf): PricingRow {
  const isPerCall = entry.quota_type === billingType.perCall
  const group = rational(groupRatio)
  const { maker, work } = traits(entry.model_name)
  const shared = {
    ...{ model: entry.model_name, vendor: maker, work, context: entry.context_tokens, longestAnswer: entry.max_output_tokens },
    isPerCall,
    unit: entry.price_unit,
    ratio: entry.model_ratio,
    source: entry.price_source,
    groups: entry.enable_groups,
    ...(entry.ends_on === undefined ? {} : { end: { on: entry.ends_on, successor: entry.successor } }),
  }
  // The high default is charged for it, and is the price of no model.
  if (entry.price_source === 'unset') return { ...shared, tiers: [] }
  if (isPerCall) {
    const call = product(group, rational(entry.model_price))
    return { ...shared, tiers: [], call: dollarText(call, 'call'), ...filmOf(entry, call) }
  }
  const tiers = (entry.length_tiers ?? []).map((tier) => ({ above: tier.above, ...pricesOf(tier, group, unit) }))
  return { ...shared, ...pricesOf(entry, group, unit), tiers, ...termsOf(entry, group) }
}

function termsOf({ tool_prices: tools, tier_ratios: tiers }: TieredEntry, group: Rational): Pick<PricingRow, 'tools' | 'services'> {
  const priced = Object.entries(tools ?? {}).map(([tool, price]) => ({
    tool,
    dollars: dollarText(product(group, rational(price)), 'call'),
  }))
  const services = Object.entries(tiers ?? {}).map(([tier, factor]) => ({ tier, factor }))
  return { ...(priced.length > 0 ? { tools: priced } : {}), ...(services.length > 0 ? { services } : {}) }
}

/** Models with a price first, each part in the order it came in. */
export function pricedFirst(rows: readonly PricingRow[]): readonly PricingRow[] {
  return rows.toSorted((a, b) => Number(a.source === 'unset') - Number(b.source === 'unset'))
}

function filmOf({ film_price: film }: TieredEntry, call: Rational): Pick<PricingRow, 'film'> {
  if (!film) return {}
  const others = Object.entries(film.factors).map(([resolution, factor]) => ({
    resolution,
    dollars: dollarText(product(call, rational(factor)), 'call'),
  }))
  return { film: { resolution: film.resolution, others } }
}

/** What stands in an entry, and in a tier of it. */
type Ratios = Omit<LengthTier, 'above'>

function pricesOf(ratios: Ratios, group: Rational, unit: PricingUnit): Readonly<Partial<Record<PriceName, string>>> {
  const prices = Object.entries(unit === 'ratio' ? ratiosOf(ratios) : weightsOf(ratios)).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, value] as const],
  )
  if (unit === 'ratio') return Object.fromEntries(prices.map(([name, value]) => [name, decimalText(value, MAX_PLACES)]))
  const base = product(group, DOLLARS_PER_RATIO, rational(ratios.model_ratio))
  return Object.fromEntries(prices.map(([name, weight]) => [name, dollarText(product(base, weight), placesOf(name))]))
}

/** What a token of each column weighs against one of input. */
function weightsOf(entry: Ratios): Readonly<Partial<Record<PriceName, Rational | undefined>>> {
  const { audio_ratio: audio, audio_completion_ratio: audioOutput } = entry
  return {
    ...ratiosOf(entry),
    input: rational(1),
    audioOutput: audio === undefined || audioOutput === undefined ? undefined : product(rational(audio), rational(audioOutput)),
  }
}

/** The ratios as they are set. */
function ratiosOf(entry: Ratios): Readonly<Partial<Record<PriceName, Rational | undefined>>> {
  const of = (value: number | undefined) => (value === undefined ? undefined : rational(value))
  // Where a vendor has no cache, or charges nothing extra for writing to it, the lists state the price of input: that is no price of a cache.
  const ofCache = (value: number | undefined) => (value === 1 ? undefined : of(value))
  return {
    input: of(entry.model_ratio),
    output: of(entry.completion_ratio),
    cacheRead: ofCache(entry.cache_ratio),
    cacheWrite: ofCache(entry.cache_creation_ratio),
    audioInput: of(entry.audio_ratio),
    audioOutput: of(entry.audio_completion_ratio),
    imageInput: of(entry.image_ratio),
    cacheStorage: of(entry.cache_storage_ratio),
  }
}

function placesOf(name: string): PriceName | 'call' {
  return name === 'cacheRead' ? 'cacheRead' : 'input'
}

/** `$0.30`; a price below a billionth keeps its first digits. */
function dollarText(dollars: Rational, name: PriceName | 'call'): string {
  const size = Number(dollars.numerator) / Number(dollars.denominator)
  const places = size > 0 ? Math.max(MAX_PLACES, 2 - Math.floor(Math.log10(size))) : MAX_PLACES
  return `$${decimalText(dollars, places, MIN_PLACES[name])}`
}

/** The colour of a ratio. Source: specification §9. */
export function ratioTone(ratio: number): Tone {
  if (ratio > 5) return 'red'
  if (ratio > 3) return 'orange'
  return ratio > 1 ? 'blue' : 'green'
}
