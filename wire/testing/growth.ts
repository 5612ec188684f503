// How work grows with what it is done on, counted in the processor time of this thread: what else the machine does is not in it.

/** The size that is compared with is so many times as large, and is worked on so many times less often. */
const FACTOR = 8
/** What grows in line with its size costs about the same either way, what grows with the square of it eight times as much. */
export const MOST_IN_LINE = 4
/** Collected garbage falls on some tries and not on others, and a busy machine leaves a large heap no room in its caches, so the least counts. */
const TRIES = 15
/** The clock of the processor goes in steps of some milliseconds. */
const LONG_ENOUGH_US = 25_000
const MOST_REPEATS = 10_000

/** Prepares work on so many things. Only what is returned is measured, which is done many times over. */
export type Work = (size: number) => () => unknown

/**
 * How many times as much it costs to work on the same number of things in one large heap as in eight small ones.
 * @param most tries, of which the least counts: fewer do where it is known to grow, and all would be taken
 */
export function growthOf(make: Work, size: number, most = TRIES): number {
  let repeats = 1
  let small = costOf(make, size, FACTOR)
  // What is run in the search for a good number is compiled by the time it counts.
  while (repeats < MOST_REPEATS && small < LONG_ENOUGH_US) {
    repeats *= 2
    small = costOf(make, size, FACTOR * repeats)
  }
  let large = Number.POSITIVE_INFINITY
  for (let tries = 0; tries < most; tries++) {
    large = Math.min(large, costOf(make, FACTOR * size, repeats))
    if (large / small < MOST_IN_LINE) break
    small = Math.min(small, costOf(make, size, FACTOR * repeats))
  }
  return large / small
}

/** Microseconds. */
function costOf(make: Work, size: number, repeats: number): number {
  const work = make(size)
  const before = process.threadCpuUsage()
  for (let times = 0; times < repeats; times++) work()
  const { user, system } = process.threadCpuUsage(before)
  return user + system
}
