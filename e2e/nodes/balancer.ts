// A load balancer as people run them: it asks each node whether it is ready, and sends calls to those that are. Nothing is sticky.
import { call } from '../../server/src/testing/client.ts'
import type { NodeHost } from './hosts.ts'

const LOOK_EVERY_MS = 250
const READY_WITHIN_MS = 500

export interface Balancer {
  /** Where the next call goes; undefined: no node is ready. */
  readonly next: () => string | undefined
  close(): void
}

/** Answers when it has asked each node once. */
export async function openBalancer(nodes: readonly NodeHost[], random: () => number): Promise<Balancer> {
  let ready: readonly string[] = []
  const answers = new Map<string, boolean>()
  const look = async ({ server: { url } }: NodeHost) => {
    const { status } = await call(`${url}/readyz`, { timeoutMs: READY_WITHIN_MS })
    answers.set(url, status === 200)
    ready = [...answers].flatMap(([known, isReady]) => (isReady ? [known] : []))
  }
  await Promise.all(nodes.map(look))
  const timer = setInterval(() => {
    for (const node of nodes) void look(node)
  }, LOOK_EVERY_MS)
  return {
    next: () => ready[Math.floor(random() * ready.length)],
    close: () => clearInterval(timer),
  }
}
