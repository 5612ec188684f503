// How films are sold, by the names of models: what a second of each resolution costs against one of the usual resolution, and how long a film is whose
// caller does not say it.

export interface FilmSale {
  /** `film`: one costs the same however long it is. Prices by tokens go by the tokens that the vendor counts, whatever stands here. */
  readonly unit: 'second' | 'film'
  readonly seconds: number
  readonly resolution: string
  /** By resolution: the factor on the price, as decimal text; 1 where it is not named. */
  readonly factors?: Readonly<Record<string, string>>
  /** The factor where the caller wants no sound; absent: the same. */
  readonly silent?: string
  /** The factor where a film is given; absent: the same. */
  readonly given?: string
  /** Tiers of a price by tokens, each named by what makes it apply: a resolution, `given` for a film that is given, or both. */
  readonly tiers?: readonly string[]
}

const usual: FilmSale = { unit: 'second', seconds: 5, resolution: '720p' }

/**
 * Sources: Volcano Ark, "Model prices", Seedance 2.0: 46 yuan a million tokens, 28 where a film is given, 51 and 31 at 1080p, and 37 and 22 of the fast
 * one; xAI, "Models": 0.05 and 0.07 dollars a second at 480p and 720p, and 0.08, 0.14 and 0.25 of 1.5; lengths and resolutions: what the vendors' references
 * say of each model, 2026.
 */
const sales: readonly (readonly [RegExp, Partial<FilmSale>])[] = [
  [/seedance-2-0-(fast|mini)/, { tiers: ['given'] }],
  [/seedance-2-0/, { tiers: ['given', '1080p', 'given:1080p'] }],
  [/seedance-1-0-pro/, { resolution: '1080p' }],
  [/^grok-imagine-video-1\.5/, { seconds: 8, resolution: '480p', factors: { '720p': '1.75', '1080p': '3.125' } }],
  [/^grok-imagine-video/, { seconds: 8, resolution: '480p', factors: { '720p': '1.4' } }],
  [/^veo-/, { seconds: 8 }],
  [/^sora-/, { seconds: 4 }],
  [/^minimax-h\d/i, { resolution: '768p' }],
  [/hailuo/i, { seconds: 6, resolution: '768p' }],
  [/^[tis]2v-01/i, { seconds: 6 }],
  [/^cogvideox/, { unit: 'film', resolution: '1080p' }],
  [/^viduq1/, { resolution: '1080p' }],
  [/^vidu2/, { seconds: 4 }],
  [/^jimeng_(ti2v_v30_pro|.*_1080p?$)/, { resolution: '1080p' }],
  [/^Wan-AI\/|HunyuanVideo$/i, { unit: 'film' }],
]

/** How the films of this model are sold. */
export function filmSaleOf(model: string): FilmSale {
  return { ...usual, ...sales.find(([pattern]) => pattern.test(model))?.[1] }
}
