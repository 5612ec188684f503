// Lines of a timeline with the names of what they refer to, which are looked up at once.
import { moneyText, orderStatuses } from '@waystation/contract/money/top-up'
import type { TimelineLine } from '@waystation/contract/people/timeline'
import type { z } from 'zod'
import type { Database } from '../../db/database.ts'
import { nameTargets } from '../audit/audit-targets.ts'
import { causeOf, lineOf, namedIds, orderIdOf } from '../statement/statement-lines.ts'
import { findNames } from '../statement/statement-store.ts'
import type { FoundLine } from './timeline-store.ts'

type WireLine = z.input<typeof TimelineLine>
type Of<Source extends FoundLine['source']> = Extract<FoundLine, { source: Source }>

export const isTokenAction = (action: string): boolean => action.startsWith('token.') || action.startsWith('access-token.')
export const isLoginAction = (action: string): boolean =>
  action === 'login' || action === 'logout' || action === 'login.failed' || action === 'login.first-step' || action.startsWith('session.')

/** @param userId whose timeline it is */
export async function timelineLines(database: Database, userId: number, found: readonly FoundLine[]): Promise<WireLine[]> {
  const entries = found.flatMap((line) => (line.source === 'money' ? [line.entry] : []))
  const rows = found.flatMap((line) => (line.source === 'audit' ? [{ ...line.row, detail: JSON.parse(line.row.detail) as unknown }] : []))
  const [names, targets] = await Promise.all([findNames(database, namedIds(entries)), nameTargets(database, rows)])
  const audits = new Map(rows.map((row, at) => [Number(row.id), { row, aimed: targets[at] ?? { targets: [], target_count: 0 } }]))
  return found.flatMap((line): WireLine[] => {
    if (line.source === 'order') return [orderLine(line)]
    if (line.source === 'message') return [messageLine(line)]
    if (line.source === 'money') {
      const { entry } = line
      const shown = lineOf(entry, names)
      return [
        {
          ...{ ...shown, source: 'money', line_id: `money ${entry.ref}`, cause: causeOf(entry.kind), order_id: orderIdOf(entry) ?? 0 },
          actor_id: shown.actor === '' ? 0 : entry.actorId,
        },
      ]
    }
    const known = audits.get(Number(line.row.id))
    if (!known) return []
    const { prev_hash, hash, ...row } = known.row
    const numbers = { id: Number(row.id), created_at: Number(row.created_at), actor_id: Number(row.actor_id) }
    return [
      {
        ...row,
        ...numbers,
        ...known.aimed,
        ...{ source: 'audit', line_id: `audit ${row.id}`, at: numbers.created_at },
        kind: kindOf(row.action, numbers.actor_id === userId),
      },
    ]
  })
}

function kindOf(action: string, isOwn: boolean) {
  if (isLoginAction(action)) return 'login'
  if (!isOwn) return 'handled'
  return isTokenAction(action) ? 'token' : 'account'
}

function orderLine({ order }: Of<'order'>): WireLine {
  const { id, trade_no, method, currency, completed_because } = order
  return {
    ...{
      source: 'order',
      line_id: `order ${id}`,
      at: Number(order.created_at),
      id: Number(id),
      trade_no,
      method,
      currency,
      completed_because,
    },
    status: orderStatuses.find((status) => status === order.status) ?? 'pending',
    money: moneyText(Number(order.money)),
    quota: Number(order.quota),
  }
}

function messageLine({ message, atMs }: Of<'message'>): WireLine {
  const { id, title, readAt } = message
  return { source: 'message', line_id: `message ${id}`, at: Math.floor(atMs / 1000), id, title, read_at: readAt }
}
