// What happened to an account, for admins who may read its record: money, orders, messages, and what was done by its user and to them. What is
// hidden from an admin in the audit log is hidden here.
import { type AuditAction, auditActions } from '@waystation/contract/people/audit'
import type { Ranked } from '@waystation/contract/people/rank'
import type { Timeline, TimelineKind } from '@waystation/contract/people/timeline'
import type { z } from 'zod'
import type { Database } from '../../db/database.ts'
import { hiddenFrom } from '../audit/audit-search-store.ts'
import type { UserService } from '../user/user-service.ts'
import { isLoginAction, isTokenAction, timelineLines } from './timeline-lines.ts'
import { mergePage, positionText, readPosition } from './timeline-position.ts'
import {
  type AuditQuestion,
  type FoundLine,
  findAuditLines,
  findMessageLines,
  findMoneyLines,
  findOrderLines,
  type Reading,
} from './timeline-store.ts'

const LIMIT = { usual: 30, most: 100 } as const

const actions = Object.keys(auditActions) as AuditAction[]
const tokenActions = actions.filter(isTokenAction)
const loginActions = actions.filter(isLoginAction)
/** The ledger tells the same with the amount. */
const told: readonly AuditAction[] = ['wallet.redeem']
/** What is done to users; other things may have the same number. */
const handlings = actions.filter((action) => action.startsWith('user.') || action === 'factor.reset')

export interface TimelineQuestion {
  readonly kind?: TimelineKind | undefined
  readonly cursor: string
  readonly limit?: number | undefined
}

export interface TimelineService {
  /** @throws AppError not_found, no_permission */
  read(viewer: Ranked, userId: number, question: TimelineQuestion): Promise<z.input<typeof Timeline>>
}

interface Source {
  readonly name: string
  readonly read: (reading: Reading) => Promise<FoundLine[]>
}

export interface TimelineParts {
  readonly database: Database
  readonly users: Pick<UserService, 'lookUp'>
}

export function timelineService({ database, users }: TimelineParts): TimelineService {
  return {
    async read(viewer, userId, { kind, cursor, limit: asked }) {
      const { username } = await users.lookUp(viewer, userId)
      const limit = Math.min(Math.max(asked ?? LIMIT.usual, 1), LIMIT.most)
      const from = readPosition(cursor)
      const sources = sourcesOf(database, { id: userId, username, viewer }, kind)
      const read = await Promise.all(
        // One more than a page, which tells whether there is a next one.
        sources.map(async ({ name, read }) => ({ name, lines: await read({ behind: from?.sources[name], limit: limit + 1 }) })),
      )
      const { lines, next } = mergePage(read, limit, from)
      return { items: await timelineLines(database, userId, lines), next: next ? positionText(next) : '' }
    },
  }
}

interface Whose {
  readonly id: number
  readonly username: string
  readonly viewer: Ranked
}

/** The sources that a kind needs; all of them where none is named. */
function sourcesOf(database: Database, { id, username, viewer }: Whose, kind: TimelineKind | undefined): Source[] {
  const is = (...kinds: TimelineKind[]) => kind === undefined || kinds.includes(kind)
  const audit = (name: string, question: Omit<AuditQuestion, 'hiddenFrom'>): Source => ({
    name,
    read: (reading) => findAuditLines(database, { ...question, hiddenFrom: hiddenFrom(viewer) }, reading),
  })
  const ownActions: Record<string, Pick<AuditQuestion, 'only' | 'without'>> = {
    token: { only: tokenActions },
    login: { only: loginActions },
    account: { without: [...told, ...tokenActions, ...loginActions] },
  }
  return [
    ...(is('money') ? [{ name: 'money', read: (reading: Reading) => findMoneyLines(database, id, reading) }] : []),
    ...(is('order') ? [{ name: 'order', read: (reading: Reading) => findOrderLines(database, id, reading) }] : []),
    ...(is('message') ? [{ name: 'message', read: (reading: Reading) => findMessageLines(database, id, reading) }] : []),
    ...(is('token', 'login', 'account') ? [audit('own', { by: id, ...(ownActions[kind ?? ''] ?? { without: told }) })] : []),
    // Nobody is logged in who fails to log in.
    ...(is('login') ? [audit('attempt', { target: username, only: ['login.failed', 'login.first-step'], notBy: id })] : []),
    ...(is('handled')
      ? [
          audit('handled', { target: String(id), only: handlings, notBy: id }),
          audit('budget', { target: `user ${id}`, only: ['budget.set', 'budget.remove'], notBy: id }),
          audit('unlocked', { target: username, only: ['login.unlock'], notBy: id }),
        ]
      : []),
  ]
}
