// The Redis that tests may use: named by WAYSTATION_TEST_REDIS, else at its usual local port. Each test has a site of its own there.
import { describe, test } from 'vitest'
import { systemClock } from '../../lib/clock.ts'
import { randomText } from '../../lib/secret.ts'
import { openRedis, type RedisParts, type SharedRedis } from '../../lib/shared/redis.ts'

export const REDIS = process.env.WAYSTATION_TEST_REDIS ?? 'redis://127.0.0.1:6379'

export const hasRedis = await answers()

/** A group of tests that need Redis; skipped in words where there is none. */
export function withRedis(name: string, body: () => void): void {
  if (hasRedis) describe(name, body)
  else test.skip(`${name}: no Redis at ${REDIS}`, () => {})
}

/** A name that no other test uses. */
export const testSite = (): string => `test-${randomText(12)}`

export function openTestRedis(site: string, parts: Partial<RedisParts> = {}): Promise<SharedRedis> {
  return openRedis({ url: REDIS, site, clock: systemClock, onTrouble: () => {}, ...parts })
}

async function answers(): Promise<boolean> {
  const redis = await openTestRedis('test')
  const isNear = redis.isNear
  await redis.close()
  return isNear
}
