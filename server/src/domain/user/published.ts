import type { Invalidation } from '../../lib/shared/invalidation.ts'

/** A change of a user, published also when it failed: a commit whose end is not known may have happened. */
export async function published<Value>(invalidation: Invalidation, userId: number, change: Promise<Value>): Promise<Value> {
  try {
    return await change
  } finally {
    invalidation.publish('user', userId)
  }
}
