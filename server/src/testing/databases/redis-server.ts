// The Redis that tests may use: named by WAYSTATION_TEST_REDIS, else at its usual local port. Each test has a site of its own there.
import { describe, test } from 'vitest'
import { systemClock } from '../../lib/clock.ts'
import { randomText } from '../../lib/secret.ts'
import { openRedis, type RedisParts, type SharedRedis } from '../../lib/shared/redis.ts'
import { openTcpFaultProxy, type TcpFaultProxy } from '../network/tcp-fault-proxy.ts'

export const REDIS = process.env.WAYSTATION_TEST_REDIS ?? 'redis://127.0.0.1:6379'

/** What is not about a slow Redis does not depend on how busy this machine is. */
export const PATIENT_MS = 10_000

export const hasRedis = await answers()

/** A group of tests that need Redis; skipped in words where there is none. */
export function withRedis(name: string, body: () => void): void {
  if (hasRedis) describe(name, body)
  else test.skip(`${name}: no Redis at ${REDIS}`, () => {})
}

/** A name that no other test uses. */
export const testSite = (): string => `test-${randomText(12)}`

export function openTestRedis(site: string, parts: Partial<RedisParts> = {}): Promise<SharedRedis> {
  return openRedis({ url: REDIS, site, answerWithinMs: PATIENT_MS, clock: systemClock, onTrouble: () => {}, ...parts })
}

/** A way to it that fails on command; close it in the test's end. */
export async function openRedisProxy(): Promise<{ readonly link: TcpFaultProxy; readonly url: string }> {
  const { hostname, port } = new URL(REDIS)
  const link = await openTcpFaultProxy({ host: hostname, port: Number(port || 6379) })
  return { link, url: `redis://127.0.0.1:${link.port}` }
}

async function answers(): Promise<boolean> {
  const redis = await openTestRedis('test')
  const isNear = redis.isNear
  await redis.close()
  return isNear
}
