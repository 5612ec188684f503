// Medians and noise. Absolute figures drift from run to run and with whoever shares the machine, so floor and subject take turns and
// the ratio of each turn is what counts.

export interface Measured {
  readonly median: number
  /** Half the distance between the outermost rounds; with five and more rounds the two outermost are left out. */
  readonly noise: number
}

export function measured(values: readonly number[]): Measured {
  const sorted = [...values].sort((a, b) => a - b)
  const kept = sorted.length >= 5 ? sorted.slice(1, -1) : sorted
  return { median: percentile(sorted, 0.5), noise: ((kept.at(-1) ?? 0) - (kept[0] ?? 0)) / 2 }
}

/** A single figure that was not repeated. */
export function once(value: number): Measured {
  return { median: value, noise: 0 }
}

/** The value below which a share of the sorted values lies. NaN when there is none. */
export function percentile(sorted: ArrayLike<number>, share: number): number {
  if (sorted.length === 0) return Number.NaN
  const at = (sorted.length - 1) * share
  const [low, high] = [sorted[Math.floor(at)] ?? Number.NaN, sorted[Math.ceil(at)] ?? Number.NaN]
  return low + (high - low) * (at - Math.floor(at))
}

export interface Comparison {
  readonly floor: Measured
  readonly subject: Measured
  readonly ratio: Measured
}

/** Measures floor and subject in turn: A-B-A-B. */
export async function inTurn(rounds: number, sides: { floor: () => Promise<number>; subject: () => Promise<number> }): Promise<Comparison> {
  const pairs: { floor: number; subject: number }[] = []
  for (let round = 0; round < rounds; round++) pairs.push({ floor: await sides.floor(), subject: await sides.subject() })
  return {
    floor: measured(pairs.map((pair) => pair.floor)),
    subject: measured(pairs.map((pair) => pair.subject)),
    ratio: measured(pairs.map((pair) => pair.subject / pair.floor)),
  }
}
