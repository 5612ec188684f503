import { COUNT_LIMIT } from '@waystation/contract/values/page'

/** How many there are, and whether there are more than that. */
export interface Counted {
  readonly total: number
  readonly has_more: boolean
}

/**
 * Counts up to a limit and tells whether there are more.
 * @param count counts at most so many rows
 */
export async function countUpTo(count: (most: number) => Promise<number>, limit = COUNT_LIMIT): Promise<Counted> {
  const found = await count(limit + 1)
  return { total: Math.min(found, limit), has_more: found > limit }
}
