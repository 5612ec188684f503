// What films are sold by: a price for a second or a film, times factors for resolution, sound and a film that is given; or the tokens that their vendor
// counts when it is made.
import { noUsage, type Usage } from '@waystation/contract/calls/usage'
import { type FilmSale, filmSaleOf } from '@waystation/contract/models/film-sales'
import { decimalText, product, type Rational, rational, sum } from '@waystation/contract/money/rational'
import { type Measured, withMeasured } from './hold-policy.ts'
import type { Price } from './price.ts'

/** A film as it was asked for. */
export interface FilmOrder {
  readonly seconds: number
  /** Such as `720p`, in small letters. */
  readonly resolution: string
  readonly isSilent: boolean
  /** Does it go out from a film that is given? */
  readonly isGiven: boolean
  /** How long that one is; absent: as long as the one that is made. */
  readonly givenSeconds?: number
  /** Is only what is added to it made? What its vendor reports is then the length of both. */
  readonly isExtension?: true
}

/** A film as it was made, as far as its vendor says. */
export interface FilmMade {
  readonly seconds?: number
  readonly resolution?: string
  readonly tokens?: number
}

type SoldModel = Pick<Price, 'model' | 'kind'>

/** How a film is charged at this price, before its vendor has counted anything. */
export function measuredFilm(order: FilmOrder, { model, kind }: SoldModel): Measured {
  const sale = filmSaleOf(model)
  if (kind === 'per-token') {
    const tiers = tiersOf(order, sale.tiers ?? [])
    const asTokens = { bucket: 'output', count: tokensAtMost(order) } as const
    return { unit: 'films', amount: 1, most: 1, asTokens, ...(tiers.length > 0 ? { tiers } : {}) }
  }
  const factors = [sale.factors?.[order.resolution], order.isSilent ? sale.silent : undefined]
  const unitFactor = decimalText(sum(product(...factors.map((factor) => rational(factor ?? '1'))), givenFactor(order, sale)))
  const sold =
    sale.unit === 'film'
      ? ({ unit: 'films', amount: 1, most: 1 } as const)
      : ({ unit: 'filmSeconds', amount: order.seconds, most: order.seconds } as const)
  return { ...sold, unitFactor }
}

/** What a film that is given adds to the factor of each second that is made. */
function givenFactor({ isGiven, seconds, givenSeconds = seconds }: FilmOrder, { givenSecond }: FilmSale): Rational {
  if (!isGiven || givenSecond === undefined) return rational('0')
  return product(rational(givenSecond), rational(givenSeconds), { numerator: 1n, denominator: BigInt(seconds) })
}

/** What a film used: what its vendor reports of it, else what was asked for. */
export function filmUsage(order: FilmOrder, made: FilmMade, price: SoldModel): Usage {
  // A part of a second is charged as a whole one.
  const seconds = Math.ceil((order.isExtension ? undefined : made.seconds) ?? order.seconds)
  const measured = measuredFilm({ ...order, seconds, resolution: made.resolution ?? order.resolution }, price)
  const usage = withMeasured({ ...noUsage, calls: 1 }, { measured })
  return made.tokens === undefined ? usage : { ...usage, output: Math.ceil(made.tokens) }
}

/** Of each resolution at its largest ratio, in pixels a frame. */
const pixels: Readonly<Record<string, number>> = {
  ...{ '360p': 640 * 368, '480p': 960 * 416, '540p': 960 * 544, '720p': 1280 * 736, '768p': 1376 * 768 },
  ...{ '1080p': 1920 * 1120, '1k': 1920 * 1120, '2k': 2560 * 1472, '4k': 3840 * 2176, '8k': 7680 * 4320 },
}
const FRAMES_A_SECOND = 24
const PIXELS_A_TOKEN = 1024

/**
 * The tokens of a film, at most. Source: Volcano Ark, "Token usage of videos": pixels of a frame × frames / 1024; where a film is given, its frames count
 * too, and it is taken for as long as the one that is made.
 */
function tokensAtMost({ seconds, resolution, isGiven }: FilmOrder): number {
  const frames = FRAMES_A_SECOND * seconds * (isGiven ? 2 : 1) + 1
  return Math.ceil(((pixels[resolution] ?? pixels['4k'] ?? 0) * frames) / PIXELS_A_TOKEN)
}

/** The tier that applies, under the name that prices have for it: the one for both, else the one for either. */
function tiersOf({ resolution, isGiven }: FilmOrder, tiers: readonly string[]): string[] {
  const wanted = isGiven ? [`given:${resolution}`, 'given'] : [resolution]
  const found = wanted.find((name) => tiers.includes(name))
  return found === undefined ? [] : [`film:${found}`]
}
