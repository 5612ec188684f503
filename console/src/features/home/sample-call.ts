// The call shown on the home page: invented, but its sum is a real one, made with the built-in price of the model.

/** Model, and dollars per million tokens as whole micro-dollars: nothing here is a fraction, so nothing is rounded. */
export const sampleModel = 'gpt-5.4'

export interface SampleLine {
  readonly bucket: 'input' | 'cached' | 'output'
  readonly tokens: number
  /** Hundredths of a dollar per million tokens. */
  readonly centsPerMillion: number
}

export const sampleLines: readonly SampleLine[] = [
  { bucket: 'input', tokens: 1204, centsPerMillion: 250 },
  { bucket: 'cached', tokens: 18_400, centsPerMillion: 25 },
  { bucket: 'output', tokens: 642, centsPerMillion: 1500 },
]

export interface SampleAttempt {
  readonly channel: string
  readonly status: number
  /** Hundredths of a second. */
  readonly centiseconds: number
  readonly firstTokenCentiseconds?: number
}

export const sampleAttempts: readonly SampleAttempt[] = [
  { channel: 'openai-main', status: 503, centiseconds: 64 },
  { channel: 'openai-backup', status: 200, centiseconds: 431, firstTokenCentiseconds: 121 },
]

/** What a line costs, in 1e-8 dollars: tokens × cents per million. */
export function costOf({ tokens, centsPerMillion }: SampleLine): number {
  return tokens * centsPerMillion
}

/** 1e-8 dollars with six places, `$0.003010`. @throws RangeError when six places would not be the whole amount */
export function dollarText(hundredMillionths: number): string {
  if (hundredMillionths % 100 !== 0) throw new RangeError(`${hundredMillionths} needs more than six places`)
  const micros = hundredMillionths / 100
  return `$${Math.floor(micros / 1e6)}.${String(micros % 1e6).padStart(6, '0')}`
}

/** Hundredths with two places: 250 is `2.50`. */
export function hundredths(value: number): string {
  return `${Math.floor(value / 100)}.${String(value % 100).padStart(2, '0')}`
}
