// What the models of Black Forest Labs take. Source: https://api.bfl.ai/openapi.json and the pages of https://docs.bfl.ai, "API reference", November
// 2026.
import type { SideLimits } from '../shape.ts'

/** How a model is told what to make. */
export interface FluxInputs {
  /** Set where `width` and `height` are taken, in pixels; absent: `aspect_ratio` is. */
  readonly sides?: SideLimits
  /** Set where `resolution` is taken beside the ratio. */
  readonly takesResolution?: true
  /** How many pictures to change it takes; 0: none. */
  readonly mostTaken: number
  /** Set where these stand in one list, `images`; absent: one by one, as `input_image`, `input_image_2` and so on. */
  readonly takesList?: true
  /** Types of files that it makes; none: they cannot be chosen. */
  readonly outputFormats: readonly string[]
  /** Ratios of `aspect_ratio`. */
  readonly ratios: readonly string[]
  /** Tasks that are submitted for one call, at most. */
  readonly mostTasks: number
}

const RATIOS = ['21:9', '16:9', '3:2', '4:3', '5:4', '1:1', '4:5', '3:4', '2:3', '9:16', '9:21']
/** Those that FLUX.3 has, and no others. */
const RATIOS_OF_THREE = [...RATIOS, '2:1', '1:2', '7:5', '5:7']

const MOST_TASKS = 10
const common = { mostTaken: 0, outputFormats: ['jpeg', 'png', 'webp'], ratios: RATIOS, mostTasks: MOST_TASKS }
/** Four megapixels, which is 2048 × 2048 by the vendor's example. */
const two: FluxInputs = { ...common, mostTaken: 8, sides: { least: 64, most: 2048 ** 2 / 64, step: 1, mostPixels: 2048 ** 2 } }
const one: FluxInputs = { ...common, sides: { least: 256, most: 1440, step: 32, mostPixels: 1440 ** 2 } }
/** Documents one picture, and calls up to four an experiment. */
const kontext: FluxInputs = { ...common, mostTaken: 4 }

/** By the beginning of a model's name, the longest that fits. A model that is not in the list gets what those of FLUX.2 take. */
const known: Readonly<Record<string, FluxInputs>> = {
  'flux-3-': { ...common, mostTaken: 10, takesList: true, takesResolution: true, outputFormats: [], ratios: RATIOS_OF_THREE },
  'flux-2-': two,
  'flux-2-klein-': { ...two, mostTaken: 4 },
  'flux-kontext-': kontext,
  // The vendor runs six at a time of one account, and 24 of the others.
  'flux-kontext-max': { ...kontext, mostTasks: 6 },
  'flux-pro-1.1': one,
  'flux-pro-1.1-ultra': common,
  'flux-dev': one,
}

/** What the model takes, by its name at the vendor. */
export function inputsOfFlux(model: string): FluxInputs {
  const starts = Object.keys(known).filter((start) => model.startsWith(start))
  const longest = starts.toSorted((a, b) => b.length - a.length)[0]
  return (longest === undefined ? undefined : known[longest]) ?? two
}
