// The audit log as admins read it. By the rank rules an admin sees what users of lower roles and they themselves did, and what was done
// without a user (failed logins, the command line); the super admin sees everything.

import type { Language } from '@waystation/contract/errors'
import { type AuditEntry, auditWords } from '@waystation/contract/people/audit'
import type { Ranked } from '@waystation/contract/people/rank'
import { csvLine } from '@waystation/contract/values/csv'
import type { Database } from '../../db/database.ts'
import { SingleFlight } from '../../lib/single-flight.ts'
import type { Counted } from '../count-up-to.ts'
import { newestFirst } from '../newest-first.ts'
import { findNamed } from '../user/registration/former-names-store.ts'
import { type AuditFilter, type AuditRecord, countAudit, findAudit, hiddenFrom } from './audit-search-store.ts'
import { type AuditCheck, verifyAudit } from './audit-store.ts'
import { type AimedAt, nameTargets } from './audit-targets.ts'

type Asked = Omit<AuditFilter, 'hiddenFrom' | 'actorIds'>

export interface AuditReader {
  list(viewer: Ranked, filter: Asked, page: { offset: number; limit: number }): Promise<{ items: AuditEntry[] } & Counted>
  /** All rows that match, as lines of CSV. Rows that are written meanwhile are left out. */
  csv(viewer: Ranked, filter: Asked, language: Language): AsyncIterable<string>
  /**
   * Follows the chain, unless this process did so within the last seconds given. @see verifyAudit
   */
  verify(maxAgeSeconds: number): Promise<Checked>
}

/** A check, and when it was made. */
export interface Checked extends AuditCheck {
  /** Unix seconds. */
  readonly checkedAt: number
}

const heads: Readonly<Record<Language, readonly string[]>> = {
  zh: ['编号', '时间', '用户 ID', '用户', '操作', '操作代码', '对象', 'IP', '请求 ID', '详情'],
  en: ['Entry ID', 'Time', 'User ID', 'User', 'Action', 'Action code', 'Target', 'IP', 'Request ID', 'Details'],
}

export function auditReader(database: Database): AuditReader {
  let last: Checked | undefined
  // It reads the whole log: calls that ask while one runs share its result.
  const checks = new SingleFlight<'verify', Checked>()
  const nowSeconds = () => Math.floor(Date.now() / 1000)
  return {
    async list(viewer, filter, page) {
      const seen = { ...(await byPerson(database, filter)), hiddenFrom: hiddenFrom(viewer) }
      const [rows, count] = await Promise.all([findAudit(database, seen, page), countAudit(database, seen)])
      const entries = rows.map(entryOf)
      const aimed = await nameTargets(database, entries)
      return { items: entries.map((entry, at) => ({ ...entry, ...(aimed[at] ?? NOTHING) })), ...count }
    },
    csv: (viewer, filter, language) => csvOf(database, { ...filter, hiddenFrom: hiddenFrom(viewer) }, language),
    async verify(maxAgeSeconds) {
      if (last && nowSeconds() - last.checkedAt < maxAgeSeconds) return last
      last = await checks.run('verify', async () => ({ ...(await verifyAudit(database)), checkedAt: nowSeconds() }))
      return last
    },
  }
}

/** A name stands for who has it and who had it. */
const byPerson = async (database: Database, filter: Asked): Promise<AuditFilter> =>
  filter.actor ? { ...filter, actorIds: await findNamed(database, filter.actor) } : filter

async function* csvOf(database: Database, asked: AuditFilter, language: Language): AsyncIterable<string> {
  const filter = await byPerson(database, asked)
  // The mark at the start tells Excel that it is UTF-8.
  yield `\uFEFF${csvLine(heads[language])}\r\n`
  for await (const rows of newestFirst((page) => findAudit(database, filter, page)))
    yield rows.map((row) => `${csvLine(cellsOf(row, language))}\r\n`).join('')
}

function cellsOf(row: AuditRecord, language: Language): (string | number)[] {
  const { id, actor_id, actor_name, action, target, client_ip, request_id, detail } = row
  const time = new Date(Number(row.created_at) * 1000).toISOString()
  const words = auditWords(action)?.[language] ?? action
  return [Number(id), time, actor_id, actor_name, words, action, target, client_ip, request_id, detail]
}

const NOTHING = { targets: [], target_count: 0 }

function entryOf({ hash, prev_hash, ...row }: AuditRecord): Omit<AuditEntry, keyof AimedAt> {
  return {
    ...row,
    seal: hash,
    seal_before: prev_hash,
    id: Number(row.id),
    created_at: Number(row.created_at),
    detail: JSON.parse(row.detail),
  }
}
