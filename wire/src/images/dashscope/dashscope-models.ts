// What DashScope's models of pictures make. Source: https://help.aliyun.com/zh/model-studio, "Wan text to image V2", "Wan2.5 image editing", "Wan image
// generation and editing" (2.6, 2.7), "Qwen-Image" and "Qwen-Image-Edit", October 2026.
import { nearestOf, nearestSides, type Pixels, type SideLimits } from '../shape.ts'

/** How a model is told what to make. */
export interface DashScopeModel {
  /** How many pictures it makes at a time, and how many it takes to change. */
  readonly mostMade: number
  readonly mostTaken: number
  /** Its limits of sizes, or the sizes that it has; neither: any. */
  readonly limits?: SideLimits
  readonly sizes?: readonly Pixels[]
  /** Set where classes of sizes are taken, such as `2K`. */
  readonly takesClasses?: true
}

/** From so many pixels to so many, given as sides of a square. */
const between = (least: number, most: number, mostRatio: number): SideLimits => ({
  ...{ least: 1, most: Math.floor(most * Math.sqrt(mostRatio)), step: 1, mostPixels: most ** 2, leastPixels: least ** 2, mostRatio },
})

const fixed = {
  mostMade: 1,
  mostTaken: 0,
  sizes: [
    [1664, 928],
    [1472, 1104],
    [1328, 1328],
    [1104, 1472],
    [928, 1664],
  ].map(pixels),
}
const qwen: DashScopeModel = { mostMade: 6, mostTaken: 3, limits: { least: 512, most: 4096, step: 1, mostPixels: 2048 ** 2 } }
const wan = { mostMade: 4, mostTaken: 0 }

/** By the beginning of a model's name, the longest that fits. */
const known: Readonly<Record<string, DashScopeModel>> = {
  'wanx2.': { ...wan, limits: { least: 512, most: 1440, step: 1, mostPixels: 1440 ** 2 } },
  'wan2.1-t2i': { ...wan, limits: { least: 512, most: 1440, step: 1, mostPixels: 1440 ** 2 } },
  'wan2.2-t2i': { ...wan, limits: { least: 512, most: 1440, step: 1, mostPixels: 1440 ** 2 } },
  'wan2.5-t2i': { ...wan, limits: between(1280, 1440, 4) },
  'wan2.5-i2i': { ...wan, mostTaken: 3, limits: between(768, 1280, 4) },
  'wan2.6-t2i': { ...wan, limits: between(1280, 1440, 4) },
  'wan2.6-image': { ...wan, mostTaken: 4, limits: between(768, 1280, 4) },
  // Pro makes up to 4096 pixels by 4096, where it changes nothing; this is what both make of all.
  'wan2.7-image': { ...wan, mostTaken: 9, limits: between(768, 2048, 8), takesClasses: true },
  'qwen-image': { ...fixed },
  'qwen-image-2.': qwen,
  'qwen-image-3.': qwen,
  'qwen-image-edit': { ...qwen, mostMade: 1 },
  'qwen-image-edit-plus': qwen,
  'qwen-image-edit-max': qwen,
}

/** Models that are not in the list: what most have. */
const unknown: DashScopeModel = { mostMade: 6, mostTaken: 3 }

/** What the model makes, by its name at the vendor. */
export function modelOfDashScope(model: string): DashScopeModel {
  const starts = Object.keys(known).filter((start) => model.startsWith(start))
  const longest = starts.toSorted((a, b) => b.length - a.length)[0]
  return (longest === undefined ? undefined : known[longest]) ?? unknown
}

/** The size that the model has and that is the nearest. */
export function sizeWithin(wanted: Pixels, { limits, sizes }: DashScopeModel): Pixels {
  if (limits) return nearestSides(wanted, limits)
  return (sizes && nearestOf(wanted, sizes)) ?? wanted
}

function pixels([width = 0, height = 0]: readonly number[]): Pixels {
  return { width, height }
}
