// The shape of a picture, for vendors that take a ratio and a class of size in place of pixels.

export interface Pixels {
  readonly width: number
  readonly height: number
}

/** `1024x1536`, also with `×` or `*`; undefined for words such as `auto` and `2K`. */
export function pixelsOf(size: string | undefined): Pixels | undefined {
  const [, width, height] = /^(\d{1,5})\s*[x×*]\s*(\d{1,5})$/i.exec(size ?? '') ?? []
  const pixels = { width: Number(width), height: Number(height) }
  return pixels.width > 0 && pixels.height > 0 ? pixels : undefined
}

/** What the sides of a picture may be, in pixels. */
export interface SideLimits {
  readonly least: number
  readonly most: number
  /** Each side is a multiple of it. */
  readonly step: number
  /** In the whole picture. */
  readonly mostPixels: number
  readonly leastPixels?: number
  /** How many times longer than the other a side may be. */
  readonly mostRatio?: number
}

/** A picture of the same shape, as far as the limits allow. */
export function nearestSides({ width, height }: Pixels, limits: SideLimits): Pixels {
  const { least, most, step, mostPixels, leastPixels = 0, mostRatio = Number.POSITIVE_INFINITY } = limits
  const long = Math.max(width, height)
  const short = Math.max(Math.min(width, height), long / mostRatio)
  const shrunk = Math.min(1, most / long, Math.sqrt(mostPixels / (long * short)))
  const factor = shrunk < 1 ? shrunk : Math.max(1, least / short, Math.sqrt(leastPixels / (long * short)))
  // What must have so many pixels is rounded up, all else down. The small number keeps what is whole as it is.
  const isGrown = factor > 1 && leastPixels > 0
  const rounded = (side: number) => (isGrown ? Math.ceil(side / step - 1e-9) : Math.floor(side / step + 1e-9)) * step
  const fitted = (side: number, limit: number) => Math.max(least, Math.min(rounded(side * factor), limit))
  const shorter = fitted(short, most)
  // What is very long and narrow keeps to the limit of the whole picture.
  const longer = fitted(long, Math.min(most, Math.floor(mostPixels / shorter)))
  return width < height ? { width: shorter, height: longer } : { width: longer, height: shorter }
}

/** The nearest in shape of these sizes. */
export function nearestOf({ width, height }: Pixels, sizes: readonly Pixels[]): Pixels | undefined {
  const distance = (size: Pixels) => Math.abs(Math.log(width / height) - Math.log(size.width / size.height))
  return sizes.toSorted((a, b) => distance(a) - distance(b))[0]
}

/** The nearest of these ratios, each as `16:9`. */
export function nearestRatio({ width, height }: Pixels, ratios: readonly string[]): string | undefined {
  const distance = (ratio: string) => {
    const [across = 1, down = 1] = ratio.split(':').map(Number)
    return Math.abs(Math.log(width / height) - Math.log(across / down))
  }
  return ratios.toSorted((a, b) => distance(a) - distance(b))[0]
}

/** The class of size that has as many pixels: `1K` is about a million. */
export function sizeClass({ width, height }: Pixels): '1K' | '2K' | '4K' {
  const megapixels = (width * height) / 1_000_000
  if (megapixels <= 1.6) return '1K'
  return megapixels <= 5 ? '2K' : '4K'
}

/** The class of a size that is named by it or by its pixels; undefined: neither. */
export function classOf(size: string | undefined): '1K' | '2K' | '4K' | undefined {
  const pixels = pixelsOf(size)
  if (pixels) return sizeClass(pixels)
  return (['1K', '2K', '4K'] as const).find((kind) => kind === size?.toUpperCase())
}
