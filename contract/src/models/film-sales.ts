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
  /** What each second of a film that is given costs, as a factor on the price; absent: nothing. */
  readonly givenSecond?: string
  /** At most, of a film that is made of one given by its address: the vendor decides by that film. Absent: the caller decides. */
  readonly edited?: { readonly seconds: number; readonly resolution: string }
  /** Tiers of a price by tokens, each named by what makes it apply: a resolution, `given` for a film that is given, or both. */
  readonly tiers?: readonly string[]
}

const usual: FilmSale = { unit: 'second', seconds: 5, resolution: '720p' }

/**
 * Sources: Volcano Ark, "Model prices", Seedance 2.0: 46 yuan a million tokens, 28 where a film is given, 51 and 31 at 1080p, and 37 and 22 of the fast
 * one; xAI, "Models": 0.05 and 0.07 dollars a second at 480p and 720p, 0.01 for a second of a film that is given, and 0.08, 0.14 and 0.25 of 1.5; xAI, "Video
 * Editing": films of up to 8.7 seconds, up to 720p; Google, "Pricing": 0.4 and, at 4k, 0.6 dollars a second of Veo 3.1, 0.1, 0.12 and 0.3 of the fast one, 0.05
 * and 0.08 of the light one, all with sound; Alibaba Cloud: 0.3, 0.6 and 1 yuan a second of Wan 2.5 at 480p, 720p and 1080p; MiniMax, "Pay as you go": 0.08 and, at 2K, 0.13 dollars a second of H3; lengths and resolutions: what the vendors' references
 * say of each model, 2026.
 */
const sales: readonly (readonly [RegExp, Partial<FilmSale>])[] = [
  [/seedance-2-0-(fast|mini)/, { tiers: ['given'] }],
  [/seedance-2-0/, { tiers: ['given', '1080p', 'given:1080p'] }],
  [/seedance-1-0-pro/, { resolution: '1080p' }],
  [/^grok-imagine-video-1\.5/, { seconds: 8, resolution: '480p', factors: { '720p': '1.75', '1080p': '3.125' } }],
  [
    /^grok-imagine-video/,
    {
      ...{ seconds: 8, resolution: '480p', factors: { '720p': '1.4' } },
      ...{ givenSecond: '0.2', edited: { seconds: 9, resolution: '720p' } },
    },
  ],
  [/^veo-3\.1-fast/, { seconds: 8, factors: { '1080p': '1.2', '4k': '3' } }],
  [/^veo-3\.1-lite/, { seconds: 8, factors: { '1080p': '1.6' } }],
  [/^veo-3\.1/, { seconds: 8, factors: { '4k': '1.5' } }],
  [/^veo-/, { seconds: 8 }],
  [/^wan2\.5-[ti]2v/, { factors: { '480p': '0.5', '1080p': '1.666666666667' } }],
  [/^sora-/, { seconds: 4 }],
  [/^minimax-h3/i, { resolution: '768p', factors: { '2k': '1.625' } }],
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
