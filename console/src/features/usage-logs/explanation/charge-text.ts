// The rows and notes that explain a charge, as texts: what a reader needs to arrive at it with a pocket calculator. Nothing here draws, so that
// a test can read the texts back and add them up.

import type { ChargeFact, LogEntry, LogOther } from '@waystation/contract/calls/log'
import { decimalPlaces, decimalText, type Rational } from '@waystation/contract/money/rational'
import { lengthFactor } from '@waystation/contract/prices/length-tiers'
import { bucketOf, priceBuckets } from '@waystation/contract/prices/price-buckets'
import type { AddedUp } from './add-up.ts'

/** The words that these texts are made of. */
export type ChargeTextKey =
  | `log.bucket${'FreshInput' | 'CacheRead' | 'CacheWrite' | 'CacheWriteLong' | 'Output' | 'AudioInput' | 'AudioOutput' | 'AudioCacheRead' | 'ImageInput' | 'ImageCacheRead' | 'CacheStorage' | 'Calls' | 'Searches' | 'Pages' | 'Images' | 'FilmSeconds' | 'Films'}`
  | `log.use${'Request' | 'WebSearch' | 'GroundedPrompt' | 'FileSearch' | 'Other'}`
  | `log.${'reasoning' | 'perCall' | 'perSearch' | 'perPage' | 'perImage' | 'perFilmSecond' | 'perFilm' | 'perMillion' | 'perUse' | 'tier' | 'subtotal' | 'groupFactor' | 'specialFactor' | 'inUnits' | 'perDollar'}`
  | `log.${'rounding' | 'roundingText' | 'roundingUnits' | 'leastOne' | 'leastOneText' | 'houseLine' | 'charged'}`
  | `log.${'longPrompt' | 'emptyFree' | 'cutHere' | 'recoveredWhole' | 'recoveredSoFar'}`
  | `log.${'writeOff' | 'unpriced' | 'differs' | 'batchAnswers' | 'cappedAtHold'}`

/** What the texts depend on besides the charge. */
export interface ChargeWords {
  readonly t: (key: ChargeTextKey, facts?: Readonly<Record<string, string>>) => string
  readonly figure: (value: number) => string
  /** An amount of quota, to the unit. */
  readonly amount: (units: number) => string
  /** Are amounts of quota shown in dollars? */
  readonly inCurrency: boolean
  readonly quotaPerUnit: number
}

/** A number as it is shown; `exact`: all its digits, where some are left out. */
export interface ShownNumber {
  readonly text: string
  readonly exact?: string
}

/** A row of the table. `count` × `price` is `amount`; a factor is on the amount above. */
export interface ChargeRow {
  readonly kind: 'line' | 'tier' | 'use' | 'subtotal' | 'group' | 'units' | 'rounding' | 'house' | 'total'
  readonly key: string
  readonly label: string
  /** The part of a line that is only displayed, such as thinking. */
  readonly part?: string
  readonly count?: string
  readonly price?: ShownNumber
  readonly note?: string
  readonly amount: ShownNumber
}

/** Decimals of a dollar that are shown at most: a hundredth of a unit at the usual rate. */
const MAX_DECIMALS = 8
/** Decimals of an amount that are shown at least: a unit at the usual rate. */
const MIN_DECIMALS = 6

const useWords: Readonly<Record<string, ChargeTextKey>> = {
  request: 'log.useRequest',
  webSearch: 'log.useWebSearch',
  webSearchPreview: 'log.useWebSearch',
  groundedPrompt: 'log.useGroundedPrompt',
  fileSearch: 'log.useFileSearch',
}

/** Dollars. A ratio such as 3.92857142857 makes a tail of digits far below a unit: the nearest value is shown, marked as one. */
function dollars(value: Rational, least: number, words = (text: string) => text): ShownNumber {
  const shown = `$${decimalText(value, MAX_DECIMALS, least)}`
  return decimalPlaces(value) <= MAX_DECIMALS ? { text: words(shown) } : { text: words(`≈ ${shown}`), exact: `$${decimalText(value)}` }
}

/** As many decimals as the most exact amount has, within bounds, so that amounts stand below each other. */
function amountPlaces({ lines, tiers, uses, subtotal, afterGroup }: AddedUp): number {
  const amounts = [...lines, ...tiers, ...uses].map(({ amount }) => amount)
  const needed = [...amounts, subtotal, afterGroup].map((amount) => decimalText(amount, MAX_DECIMALS).split('.')[1]?.length ?? 0)
  return Math.max(MIN_DECIMALS, ...needed)
}

/** The table of a charge, from its tokens to the amount that was taken. */
export function chargeRows(row: LogEntry, other: LogOther, charge: ChargeFact, sum: AddedUp, words: ChargeWords): ChargeRow[] {
  const { t, figure } = words
  const places = amountPlaces(sum)
  const lines = sum.lines.map((line, at): ChargeRow => {
    const bucket = bucketOf(line.bucket)
    const partCount = bucket?.part && other[bucket.part.tokensKey]
    return {
      kind: 'line',
      key: `${at} ${line.bucket}`,
      label: t(bucket?.textKey ?? soldWords[line.bucket]?.label ?? 'log.bucketCalls'),
      ...(partCount && bucket.part ? { part: t(bucket.part.textKey, { count: figure(partCount) }) } : {}),
      count: figure(line.tokens),
      price: dollars(line.price, 2, (price) => t(priceWords(charge, line.bucket), { price })),
      amount: dollars(line.amount, places),
    }
  })
  const tiers = sum.tiers.map(
    (tier): ChargeRow => ({
      kind: 'tier',
      key: `tier:${tier.name}`,
      label: t('log.tier', { name: tier.name }),
      price: { text: `× ${decimalText(tier.factor)}` },
      amount: dollars(tier.amount, places),
    }),
  )
  const uses = sum.uses.map(
    (use): ChargeRow => ({
      kind: 'use',
      key: `use:${use.kind}`,
      label: t(useWords[use.kind] ?? 'log.useOther'),
      count: figure(use.count),
      price: dollars(use.price, 2, (price) => t('log.perUse', { price })),
      amount: dollars(use.amount, places),
    }),
  )
  const terms = [...lines, ...tiers, ...uses]
  return [
    ...terms,
    ...closing(row, charge, sum, words, {
      places,
      hasSubtotal: terms.length > 1,
      isSpecial: other.user_group_ratio !== undefined,
    }),
  ]
}

/** What is sold at a price per call, where that is not the call. */
const soldWords: Readonly<Record<string, { readonly label: ChargeTextKey; readonly price: ChargeTextKey }>> = {
  searches: { label: 'log.bucketSearches', price: 'log.perSearch' },
  pages: { label: 'log.bucketPages', price: 'log.perPage' },
  images: { label: 'log.bucketImages', price: 'log.perImage' },
  filmSeconds: { label: 'log.bucketFilmSeconds', price: 'log.perFilmSecond' },
  films: { label: 'log.bucketFilms', price: 'log.perFilm' },
}

/** What the price of a line is for. */
function priceWords({ kind }: ChargeFact, bucket: string): ChargeTextKey {
  return kind === 'per-token' ? 'log.perMillion' : (soldWords[bucket]?.price ?? 'log.perCall')
}

/** From the sum of the lines to the charge. */
function closing(
  row: LogEntry,
  charge: ChargeFact,
  sum: AddedUp,
  { t, figure, amount, inCurrency, quotaPerUnit }: ChargeWords,
  { places, hasSubtotal, isSpecial }: { places: number; hasSubtotal: boolean; isSpecial: boolean },
): ChargeRow[] {
  const units = figure(quotaPerUnit)
  const rows: ChargeRow[] = [
    {
      kind: 'group',
      key: 'group',
      label: t(isSpecial ? 'log.specialFactor' : 'log.groupFactor'),
      price: { text: `× ${decimalText(sum.groupRatio)}` },
      amount: dollars(sum.afterGroup, places),
    },
  ]
  if (hasSubtotal) rows.unshift({ kind: 'subtotal', key: 'subtotal', label: t('log.subtotal'), amount: dollars(sum.subtotal, places) })
  if (!inCurrency) {
    const shown = decimalText(sum.units, MAX_DECIMALS)
    const isCut = decimalPlaces(sum.units) > MAX_DECIMALS
    const price = { text: t('log.perDollar', { units }) }
    const all = isCut ? { text: `≈ ${shown}`, exact: decimalText(sum.units) } : { text: shown }
    rows.push({ kind: 'units', key: 'units', label: t('log.inUnits'), price, amount: all })
  }
  if (sum.isRounded)
    rows.push({
      kind: 'rounding',
      key: 'rounding',
      label: t(sum.isLeast ? 'log.leastOne' : 'log.rounding'),
      note: sum.isLeast ? t('log.leastOneText', { units }) : inCurrency ? t('log.roundingText', { units }) : t('log.roundingUnits'),
      amount: { text: amount(Number(sum.roundedUnits)) },
    })
  if (charge.write_off)
    rows.push({ kind: 'house', key: 'house', label: t('log.houseLine'), amount: { text: `−${amount(charge.write_off)}` } })
  rows.push({ kind: 'total', key: 'total', label: t('log.charged'), amount: { text: amount(row.quota) } })
  return rows
}

export interface ChargeNote {
  readonly text: string
  /** Something that is not as it should be. */
  readonly isWarning?: boolean
}

/** What the table alone does not say. */
export function chargeNotes(row: LogEntry, other: LogOther, charge: ChargeFact, sum: AddedUp, words: ChargeWords): ChargeNote[] {
  const { t, amount, figure } = words
  const notes: ChargeNote[] = []
  if (other.batch)
    notes.push({ text: t('log.batchAnswers', { requests: figure(other.batch.requests), answered: figure(other.batch.answered) }) })
  if (charge.length_tier)
    notes.push({
      text: t('log.longPrompt', {
        prompt: figure(row.prompt_tokens),
        above: figure(charge.length_tier.above),
        factors: factorsText(charge, words),
      }),
    })
  if (charge.lines.every(({ tokens }) => tokens === 0) && sum.uses.length === 0 && row.quota === 0) notes.push({ text: t('log.emptyFree') })
  if (other.end_reason === 'quota_cut') notes.push({ text: t('log.cutHere') })
  if (charge.write_off) notes.push({ text: t('log.writeOff', { amount: amount(charge.write_off) }) })
  if (charge.unpriced) notes.push({ text: t('log.unpriced', { names: charge.unpriced.join(', ') }), isWarning: true })
  const isOff = sum.roundedUnits !== BigInt(row.quota + (charge.write_off ?? 0))
  if (other.end_reason === 'recovered')
    notes.push({ text: isOff ? t('log.recoveredWhole', { amount: amount(row.quota) }) : t('log.recoveredSoFar') })
  // A task is never charged more than was held for it.
  else if (isOff && other.task_id !== undefined && row.quota === charge.held && sum.roundedUnits > BigInt(row.quota))
    notes.push({ text: t('log.cappedAtHold', { amount: amount(Number(sum.roundedUnits)) }) })
  else if (isOff) notes.push({ text: t('log.differs', { amount: amount(Number(sum.roundedUnits)) }), isWarning: true })
  return notes
}

/** `Input × 2 · Output × 1.5`: the buckets that the charge has. */
function factorsText({ length_tier: tier, lines }: ChargeFact, { t }: ChargeWords): string {
  const used = priceBuckets.filter(({ name }) => lines.some(({ bucket }) => bucket === name))
  return used.map(({ name, textKey }) => `${t(textKey)} × ${tier ? lengthFactor(tier, name) : 1}`).join(' · ')
}

/** The measure of a call's input, with all facts needed to recompute its tokens. */
export type MeasuredInput =
  | { readonly unit: 'seconds'; readonly seconds: number; readonly wholeSeconds: number; readonly tokens: number }
  | { readonly unit: 'characters'; readonly characters: number }
  | { readonly unit: 'pages'; readonly pages: number }

/** A minute of sound is a thousand tokens. Source: server-behaviour 4.5; the server's own arithmetic is wire/src/sound/transcription.ts. */
const TOKENS_PER_MINUTE = 1000

/** Undefined where the input was counted in tokens, or the price goes by the call. */
export function measuredInput({ audio_seconds: seconds, characters, pages, charge }: LogOther): MeasuredInput | undefined {
  if (charge?.kind !== 'per-token') return undefined
  if (characters !== undefined) return { unit: 'characters', characters }
  if (pages !== undefined) return { unit: 'pages', pages }
  if (seconds === undefined) return undefined
  const wholeSeconds = Math.ceil(seconds)
  const tokens = Math.round((wholeSeconds * TOKENS_PER_MINUTE) / 60)
  // Google's models count more of them for a minute.
  return charge.lines.some((line) => line.tokens === tokens) ? { unit: 'seconds', seconds, wholeSeconds, tokens } : undefined
}
