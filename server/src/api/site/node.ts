import { listNodes } from '@waystation/contract/api/node'
import type { ServerNode } from '@waystation/contract/site/node'
import type { KnownNode, NodeList } from '../../domain/node/node-list.ts'
import { type Route, route } from '../http/route.ts'

export interface NodeRouteParts {
  readonly nodes: Pick<NodeList, 'list'>
}

export const nodeRoutes = ({ nodes }: NodeRouteParts): Route[] => [route(listNodes, async () => (await nodes.list()).map(shown))]

function shown({ epoch, name, state, isThis, startedAt, seenAt, facts }: KnownNode): ServerNode {
  return {
    ...{ id: epoch, name, state, is_this: isThis, started_at: startedAt, seen_at: seenAt },
    version: facts.version ?? '',
    live_calls: facts.liveCalls ?? 0,
    drains: facts.drains ?? 0,
    memory_bytes: facts.memoryBytes ?? 0,
    delay_ms: facts.delayMs ?? 0,
    is_connected: facts.isConnected ?? true,
  }
}
