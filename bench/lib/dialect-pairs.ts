// The wire layer of the checkout that is measured, without any server around it: how long its functions take.
import type { Dialect } from '@waystation/wire/chat/dialect'
import { type Measured, measured } from './measure.ts'

const WARM_ROUNDS = 2

export interface Pair {
  readonly from: Dialect
  readonly to: Dialect
  /** `anthropic-messages → openai-chat`: what is read and what is written. */
  readonly name: string
}

/** Every dialect of a checkout with every other: twelve pairs. */
export async function dialectPairs(root: string): Promise<Pair[]> {
  // The checkout that is measured need not be ours.
  const module = (await import(`file://${root}wire/src/chat/dialects.ts`)) as Partial<typeof import('@waystation/wire/chat/dialects')> & {
    /** What older commits call them. */
    readonly dialects?: Readonly<Record<string, Dialect>>
  }
  const all = Object.values<Dialect>(module.clientDialects ?? module.dialects ?? {})
  return all.flatMap((from) => all.filter((to) => to !== from).map((to) => ({ from, to, name: `${from.name} → ${to.name}` })))
}

/**
 * CPU microseconds of one run of each piece of work, in the order given. They take turns, round after round, so that whoever shares the machine
 * disturbs all alike. Two rounds come first and do not count: the engine compiles what it sees often.
 *
 * @param roundSeconds of one round of all of them
 */
export function cpuPerRun(works: readonly (() => void)[], { rounds, roundSeconds }: { rounds: number; roundSeconds: number }): Measured[] {
  const turnMs = (roundSeconds * 1000) / works.length
  const times = works.map(() => [] as number[])
  for (let round = -WARM_ROUNDS; round < rounds; round++) {
    for (const [index, work] of works.entries()) {
      const took = batch(work, turnMs)
      if (round >= 0) times[index]?.push(took)
    }
  }
  return times.map(measured)
}

function batch(work: () => void, forMs: number): number {
  const startedMs = performance.now()
  const before = process.cpuUsage()
  let runs = 0
  // The clock is asked now and then only: a look costs a part of what the smallest work does.
  while (performance.now() - startedMs < forMs) for (let count = 0; count < 20; count++, runs++) work()
  const { user, system } = process.cpuUsage(before)
  return (user + system) / runs
}
