// One model's entry in the built-in prices, out of what a price list says about it.
import type { ModelInfo, ModelPrice } from '@pydantic/genai-prices'
import type { LengthTier } from '@waystation/contract/prices/length-tiers'
import { baseOf, dearest, decimal, divide, type Fraction, fractionOf } from './price-fractions.ts'
import { lengthTiersOf } from './price-length-tiers.ts'
import { maxOutputOf, tiersOf, usesOf } from './price-terms.ts'

export interface SeedEntry {
  readonly ratio: string
  readonly completion: string
  readonly cache: string
  readonly cacheWrite: string
  readonly cacheWriteLong: string
  readonly audioInput?: string
  readonly audioOutput?: string
  readonly imageInput?: string
  readonly audioCache?: string
  readonly imageCache?: string
  readonly cacheStorage?: string
  readonly maxOutput?: number
  readonly context?: number
  readonly uses?: Readonly<Record<string, string>>
  readonly tiers?: Readonly<Record<string, string>>
  readonly lengthTiers?: readonly LengthTier[]
  readonly source?: string
  readonly note?: string
}

export type LongestAnswers = Readonly<Record<string, number>>

/** The day whose prices are taken; a fixed one, so that the file can be made again. */
export const DAY = '2026-11-21'

/** Sound out costs twice what sound in costs at these models. Source: server-behaviour 4.1. */
const SOUND_OUT_OVER_IN = 2n

/**
 * Dollars per million tokens of sound in, where the lists say nothing, or name the newest model's price for an older one. Source:
 * server-behaviour 4.1 and its test vector 5 (40, 20, 16 and 66.67 times the price of text in), which are the vendor's prices of
 * 1 October and 17 December 2024.
 */
const soundInputDollars: Readonly<Record<string, bigint>> = {
  'gpt-4o-audio-preview': 100n,
  'gpt-4o-audio-preview-2024-10-01': 100n,
  'gpt-4o-audio-preview-2024-12-17': 40n,
  'gpt-4o-audio-preview-2025-06-03': 40n,
  'gpt-4o-mini-audio-preview': 10n,
  'gpt-4o-mini-audio-preview-2024-12-17': 10n,
  'gpt-4o-realtime-preview-2024-10-01': 100n,
}

/** Of Google's models, whose one price of input is that of text, pictures and sound. Source: https://ai.google.dev/gemini-api/docs/pricing, 2026 */
const HEARS_AT_PRICE_OF_TEXT = /^gemini-\d(?!.*(image|tts|embedding))/

/** The gateway counts a minute of sound as a thousand tokens. Source: server-behaviour 4.5. */
const TOKENS_PER_HOUR = 60_000n
const MILLION = 1_000_000n

/** The entry with the prices of sound that the lists do not know. */
export function withSound(source: string, name: string, entry: SeedEntry, prices: ModelPrice): SeedEntry {
  if (source === 'google' && entry.audioInput === undefined && HEARS_AT_PRICE_OF_TEXT.test(name)) return { ...entry, audioInput: '1' }
  const dollars = soundInputDollars[name]
  const input = fractionOf(baseOf(prices.input_mtok))
  if (dollars === undefined || !input) return entry
  const weight = (above: bigint): string => decimal(divide({ above, below: 1n }, input))
  return { ...entry, audioInput: weight(dollars), audioOutput: weight(dollars * SOUND_OUT_OVER_IN) }
}

/** The prices that hold on DAY, for most of its hours. Later entries stand above earlier ones, as in the package. */
export function pricesOf({ prices }: ModelInfo): ModelPrice {
  if (!Array.isArray(prices)) return prices
  const hours = new Map<ModelPrice, number>()
  for (let hour = 0; hour < 24; hour++) {
    const time = `${String(hour).padStart(2, '0')}:45:00Z`
    const holds = prices.findLast(({ constraint }) => {
      if (constraint === undefined) return true
      if (constraint.type === 'start_date') return constraint.start_date <= DAY
      return constraint.start_time <= time && time < constraint.end_time
    })
    if (holds) hours.set(holds.prices, (hours.get(holds.prices) ?? 0) + 1)
  }
  const longest = [...hours].toSorted(([, a], [, b]) => b - a)[0]
  return longest?.[0] ?? {}
}

/** The entry of a model; undefined for one that is priced neither by tokens nor by hours of sound, or is free. */
export function entryOf(prices: ModelPrice): SeedEntry | undefined {
  const dollars = (key: string): Fraction | undefined => fractionOf(baseOf(prices[key]))
  const input = dollars('input_mtok')
  const hour = dollars('input_audio_hours')
  if (!input && hour && hour.above > 0n)
    return { ...flatEntry({ above: hour.above * MILLION, below: hour.below * TOKENS_PER_HOUR }), audioInput: '1' }
  if (!input || input.above === 0n) return undefined
  const weight = (price: Fraction | undefined): string | undefined => price && decimal(divide(price, input))

  const output = dearest([dollars('output_mtok'), dollars('output_image_mtok')])
  const cacheWrite = weight(dollars('cache_write_mtok')) ?? '1'
  const audioInput = weight(dollars('input_audio_mtok'))
  const audioOutput = weight(dollars('output_audio_mtok'))
  const audioCache = weight(dollars('cache_audio_read_mtok'))
  const imageInput = isImageMaker(prices) ? weight(dollars('input_image_mtok')) : undefined
  const imageCache = weight(dollars('cache_image_read_mtok'))
  const note = noteOf(prices)
  return {
    ratio: decimal(divide(input, { above: 2n, below: 1n })),
    completion: weight(output) ?? '1',
    cache: weight(dollars('cache_read_mtok')) ?? '1',
    cacheWrite,
    cacheWriteLong: weight(dollars('cache_write_1h_mtok')) ?? cacheWrite,
    ...(audioInput !== undefined && { audioInput }),
    ...(audioOutput !== undefined && { audioOutput }),
    ...(audioCache !== undefined && { audioCache }),
    ...(imageInput !== undefined && { imageInput }),
    ...(imageCache !== undefined && { imageCache }),
    ...(note !== '' && { note }),
  }
}

/** The entry of a model whose input is all that is paid for, by its dollars per million. */
export function flatEntry(dollars: Fraction): SeedEntry {
  const ratio = decimal(divide(dollars, { above: 2n, below: 1n }))
  return { ratio, completion: '1', cache: '1', cacheWrite: '1', cacheWriteLong: '1' }
}

interface Terms {
  readonly source: string
  readonly name: string
  readonly prices: ModelPrice
  readonly longest: LongestAnswers
}

/** The entry with what the vendor has beside prices of tokens: fees of tools, tiers, and the length of an answer. */
export function withTerms({ note, ...entry }: SeedEntry, { source, name, prices, longest }: Terms): SeedEntry {
  const uses = usesOf(source, name, prices)
  const tiers = tiersOf(source, name)
  const lengthTiers = lengthTiersOf(source, name, prices)
  // Claude answers with as much at AWS as at Anthropic.
  const maxOutput = maxOutputOf(name.replace(/^[a-z-]+\.anthropic\.(.*?)(?:-v\d+(?::\d+)?)?$/, '$1'), longest)
  const storage = storageDollars(source, name)
  const ofInput = fractionOf(Number(entry.ratio) * 2)
  const cacheStorage = storage && ofInput && decimal(divide(storage, ofInput))
  return {
    ...entry,
    ...(cacheStorage && { cacheStorage }),
    ...(maxOutput !== undefined && { maxOutput }),
    ...(Object.keys(uses).length > 0 && { uses }),
    ...(Object.keys(tiers).length > 0 && { tiers }),
    ...(lengthTiers.length > 0 && { lengthTiers }),
    source,
    ...(note !== undefined && { note }),
  }
}

/**
 * Dollars for a million tokens that are kept for an hour. Source: Google, https://ai.google.dev/gemini-api/docs/pricing "Context caching", read
 * on 2026-11-22: 4.50 at models named pro, 1.00 at the others.
 */
function storageDollars(source: string, name: string): Fraction | undefined {
  if (source !== 'google' || !/^gemini-/.test(name)) return undefined
  return fractionOf(/-pro\b/.test(name) ? 4.5 : 1)
}

/** Sold by tokens, with cached images at a price of their own: OpenAI's models that make images, and no others. */
function isImageMaker(prices: ModelPrice): boolean {
  return prices.cache_image_read_mtok !== undefined
}

function noteOf(prices: ModelPrice): string {
  return prices.output_image_mtok === undefined ? '' : 'output at the price of pictures'
}
