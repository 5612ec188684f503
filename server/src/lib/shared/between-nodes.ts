// What the nodes of an installation share beside the database: at Redis, or in memory where this process is alone.
import type { Clock } from '../clock.ts'
import { type Bus, redisBus, silentBus } from './bus.ts'
import { type RateWindow, rateWindow } from './rate-window.ts'
import { openRedis, type SharedRedis } from './redis.ts'
import { SharedWindows } from './shared-windows.ts'

export interface BetweenNodes {
  readonly bus: Bus
  readonly rates: RateWindow
  /** Undefined: this process is alone. */
  readonly redis: SharedRedis | undefined
  close(): Promise<void>
}

export interface BetweenNodesParts {
  readonly redisUrl: string | undefined
  readonly redisTimeoutMs: number
  /** Tells installations that share a Redis apart. */
  readonly site: string
  /** This process, by a name that no other has. */
  readonly node: string
  /** Nodes that work on the database, this one among them. */
  readonly nodes: () => number
  readonly clock: Clock
  readonly onTrouble: (error: unknown, facts: Record<string, unknown>) => void
}

export async function openBetweenNodes({
  redisUrl,
  redisTimeoutMs,
  site,
  node,
  nodes,
  clock,
  onTrouble,
}: BetweenNodesParts): Promise<BetweenNodes> {
  const own = rateWindow(clock.now)
  if (!redisUrl) return { bus: silentBus(node), rates: own, redis: undefined, close: async () => {} }
  const redis = await openRedis({ url: redisUrl, site, answerWithinMs: redisTimeoutMs, clock, onTrouble })
  const rates = new SharedWindows({ redis, own, node, nodes, clock })
  const bus = redisBus({ redis, node, clock, onEmptied: () => rates.doubtAll() })
  return {
    bus,
    rates,
    redis,
    async close() {
      bus.close()
      rates.close()
      await redis.close()
    },
  }
}
