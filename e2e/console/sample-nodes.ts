// The middle of an upgrade, for pictures: nodes of a server with an embedded database are always one.
import type { ServerNode } from '../../contract/src/site/node.ts'

const MB = 1024 * 1024

/** @param nowSeconds unix seconds */
export function sampleNodes(nowSeconds: number): readonly ServerNode[] {
  const node = (name: string, startedAgo: number, seenAgo: number, more: Partial<ServerNode>): ServerNode => ({
    ...{ id: name, name, state: 'running', is_this: false, version: '1.8.0', is_connected: true },
    ...{ started_at: nowSeconds - startedAgo, seen_at: nowSeconds - seenAgo },
    ...{ live_calls: 0, drains: 0, memory_bytes: 214 * MB, delay_ms: 1 },
    ...more,
  })
  return [
    node('relay-a/2', 95, 2, { version: '1.8.1', is_this: true, live_calls: 41 }),
    node('relay-a/1', 180_000, 4, { state: 'ending', live_calls: 6, drains: 2, delay_ms: 3 }),
    node('gateway-7d9c4b6f58-x2kq7.relay.internal', 190_000, 3, { live_calls: 1208, drains: 12, memory_bytes: 1700 * MB, delay_ms: 14 }),
    node('relay-c/1', 200_000, 12, { live_calls: 97, delay_ms: 212, is_connected: false }),
    node('relay-d/1', 300_000, 7400, { state: 'lost', live_calls: 12 }),
    node('relay-c/1', 600_000, 200_000, { id: 'earlier', state: 'ended', version: '1.7.4' }),
  ]
}
