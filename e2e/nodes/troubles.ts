// What goes wrong while several nodes work: each trouble strikes, lasts a while, and ends.
import { execFileSync } from 'node:child_process'
import { setTimeout as sleep } from 'node:timers/promises'
import type { DatabaseAddress } from '../../server/src/db/kind.ts'
import { disconnectAll } from '../crash/database-place.ts'
import type { NodeHost } from './hosts.ts'

export interface TroubleParts {
  readonly nodes: readonly NodeHost[]
  readonly address: DatabaseAddress
  /** Forgets everything at Redis that is of this installation. */
  readonly emptyRedis: () => Promise<void>
  /** 0 ≤ x < 1, reproducible. */
  readonly random: () => number
  /** Only troubles whose names have this in them. */
  readonly only: string
  /** Those that last longer than a lease are left out. */
  readonly isWithinLease: boolean
}

const drawn = <Item>(items: readonly Item[], random: () => number): Item => items[Math.floor(random() * items.length)] as Item

/** By name: how much more often than the others it comes, and what it does until it is over. */
export const troubles = {
  'a node is killed': [
    4,
    async ({ server }: NodeHost) => {
      await server.kill()
      await startAgain(server)
    },
  ],
  'a node is paused': [
    3,
    async ({ server }: NodeHost) => {
      server.pause()
      await sleep(3000)
      server.resume()
    },
  ],
  'a node is cut off from everything': [
    2,
    async ({ link }: NodeHost) => {
      link?.cut()
      await sleep(link ? 5000 : 0)
      link?.join()
    },
  ],
  'a node is cut off from the database, past its lease': [
    1,
    async ({ toDatabase }: NodeHost) => {
      toDatabase.stall()
      await sleep(25_000)
      toDatabase.resetAll()
      toDatabase.resume()
    },
  ],
  'the database refuses a node': [
    2,
    async ({ toDatabase }: NodeHost) => {
      await toDatabase.refuse()
      await sleep(3000)
      await toDatabase.accept()
    },
  ],
  'Redis is out of reach for a node': [
    2,
    async ({ toRedis }: NodeHost) => {
      toRedis.stall()
      await sleep(4000)
      toRedis.resume()
    },
  ],
  'Redis is slow for a node': [
    1,
    async ({ toRedis }: NodeHost) => {
      toRedis.setLatency(1000)
      await sleep(4000)
      toRedis.setLatency(0)
    },
  ],
  'all connections to the database are ended': [2, (_node: NodeHost, { address }: TroubleParts) => disconnectAll(address)],
  'Redis forgets everything': [2, (_node: NodeHost, { emptyRedis }: TroubleParts) => emptyRedis()],
} as const satisfies Readonly<Record<string, readonly [weight: number, strike: (node: NodeHost, parts: TroubleParts) => Promise<void>]>>

export type Trouble = keyof typeof troubles

/** A supervisor's patience. */
const MOST_STARTS = 5

/** As a supervisor does: a node whose connections to the database are ended while it starts ends itself, and is started again. */
async function startAgain(server: NodeHost['server']): Promise<void> {
  for (let starts = 1; ; starts++) {
    try {
      await server.start()
      return
    } catch (error) {
      if (starts === MOST_STARTS) throw error
      await server.kill()
    }
  }
}

/** Strikes again and again until it is over, two nodes at once at most; answers how often each came. */
export async function strike(
  parts: TroubleParts,
  isOver: () => boolean,
  onTrouble: (words: string) => void,
): Promise<ReadonlyMap<Trouble, number>> {
  const { nodes, random, only, isWithinLease } = parts
  const counts = new Map<Trouble, number>()
  const lots = (Object.keys(troubles) as Trouble[])
    .filter((name) => name.includes(only) && !(isWithinLease && name.endsWith('past its lease')))
    .flatMap((name) => Array.from({ length: troubles[name][0] }, () => name))
  const busy = new Set<NodeHost>()
  const underWay = new Set<Promise<void>>()
  while (!isOver()) {
    await sleep(500 + random() * 2500)
    const free = nodes.filter((node) => !busy.has(node))
    // One node is always left alone, so that calls go on.
    if (free.length < 2) continue
    const [name, node] = [drawn(lots, random), drawn(free, random)]
    counts.set(name, (counts.get(name) ?? 0) + 1)
    onTrouble(`${node.name}: ${name}`)
    busy.add(node)
    const one = troubles[name][1](node, parts).finally(() => busy.delete(node))
    underWay.add(one)
    void one.finally(() => underWay.delete(one)).catch(() => {})
  }
  await Promise.all(underWay)
  return counts
}

/** Restarts the database server, as its operator would. False: this machine has no command for that. */
export function restartDatabase({ kind }: DatabaseAddress): boolean {
  const commands: Partial<Record<string, readonly string[]>> = {
    postgres: ['sh', '-c', 'pg_ctlcluster --skip-systemctl-redirect -m fast "$(ls /etc/postgresql)" main restart'],
  }
  const [program, ...words] = commands[kind] ?? []
  if (!program) return false
  try {
    execFileSync(program, words, { stdio: 'pipe', timeout: 60_000 })
    return true
  } catch {
    return false
  }
}
