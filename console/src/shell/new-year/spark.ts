/** A light that rises, sways a little and goes out. Lengths in px, times in milliseconds. */
export interface Spark {
  readonly x: number
  readonly foot: number
  /** How high it gets. */
  readonly rise: number
  readonly sway: number
  readonly radius: number
  readonly delay: number
  readonly life: number
  /** Which of the colours, from 0 up to 1. */
  readonly colour: number
}

export interface SparkField {
  readonly width: number
  readonly height: number
  readonly count: number
  /** A fraction from 0 up to 1. */
  readonly random: () => number
}

/** The sparks of one celebration; the last is out before five seconds are over. */
export function startSparks({ width, height, count, random }: SparkField): readonly Spark[] {
  return Array.from({ length: count }, () => ({
    x: random() * width,
    foot: height,
    rise: height * (0.35 + random() * 0.55),
    sway: 8 + random() * 24,
    radius: 1.5 + random() * 2.5,
    delay: random() * 1500,
    life: 2000 + random() * 1400,
    colour: random(),
  }))
}

/** Where a spark is so many milliseconds after the start; undefined before it is lit and after it is out. */
export function sparkAt(spark: Spark, ms: number): { readonly x: number; readonly y: number; readonly opacity: number } | undefined {
  const share = (ms - spark.delay) / spark.life
  if (share < 0 || share >= 1) return undefined
  const eased = 1 - (1 - share) ** 2
  return {
    x: spark.x + Math.sin(share * Math.PI * 2) * spark.sway,
    y: spark.foot - eased * spark.rise,
    opacity: Math.min(1, share * 8) * (1 - share),
  }
}
