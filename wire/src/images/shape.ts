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
