// What the rows of the audit log were done to, by the names that people know.
import type { AuditTarget, AuditTargetKind } from '@waystation/contract/people/audit'
import { auditSentence } from '@waystation/contract/people/audit-sentences'
import { z } from 'zod'
import type { Database } from '../../db/database.ts'
import { toRowId } from '../like-pattern.ts'

/** Of each row so many targets are named; the rest are counted. */
const NAMED = 5

/** A row, as far as it says what it was done to. */
export interface AimedRow {
  readonly action: string
  readonly target: string
  /** JSON. */
  readonly detail: unknown
}

export interface AimedAt {
  readonly targets: AuditTarget[]
  readonly target_count: number
}

/** Names the targets of rows, in one query for each kind of thing. */
export async function nameTargets(database: Database, rows: readonly AimedRow[]): Promise<AimedAt[]> {
  const aimed = rows.map((row) => ({ row, all: targetsOf(row) }))
  const shown = aimed.flatMap(({ all }) => all.slice(0, NAMED))
  const names = new Map<string, string>()
  for (const kind of Object.keys(tables) as NamedKind[]) {
    const ids = shown.filter((target) => target.kind === kind).flatMap(({ id }) => toRowId(Number(id)) ?? [])
    if (ids.length > 0) for (const { id, name } of await tables[kind](database, ids)) names.set(`${kind} ${id}`, name)
  }
  return aimed.map(({ row, all }) => ({
    targets: all.slice(0, NAMED).map((target) => ({ ...target, name: names.get(`${target.kind} ${target.id}`) ?? nameThen(row, all) })),
    target_count: all.length,
  }))
}

/** Where the names of things are. */
const tables = {
  user: ({ read }, ids) => read.selectFrom('user').select(['id', 'username as name']).where('id', 'in', ids).execute(),
  channel: ({ read }, ids) => read.selectFrom('channel').select(['id', 'name']).where('id', 'in', ids).execute(),
  token: ({ read }, ids) => read.selectFrom('token').select(['id', 'name']).where('id', 'in', ids).execute(),
  code: ({ read }, ids) => read.selectFrom('redemption').select(['id', 'name']).where('id', 'in', ids).execute(),
  message: ({ read }, ids) => read.selectFrom('message').select(['id', 'title as name']).where('id', 'in', ids).execute(),
  announcement: ({ read }, ids) => read.selectFrom('announcement').select(['id', 'title as name']).where('id', 'in', ids).execute(),
} satisfies Record<string, (database: Database, ids: readonly number[]) => Promise<readonly { id: number; name: string }[]>>
type NamedKind = keyof typeof tables

type Unnamed = Omit<AuditTarget, 'name'>

function targetsOf({ action, target, detail }: AimedRow): readonly Unnamed[] {
  const kind = auditSentence(action, detail)?.of
  if (!kind) return []
  if (target === '') return idsIn(detail).map((id) => ({ kind, id }))
  if (kind === 'owner') {
    const [owner = '', id = ''] = target.split(' ')
    return [{ kind: owner === 'token' ? 'token' : 'user', id }]
  }
  if (kind === 'channel') return isIds(target) ? target.split(',').map((id) => ({ kind, id })) : [{ kind: 'tag', id: target }]
  return [{ kind, id: target }]
}

const isIds = (text: string): boolean => /^\d+(,\d+)*$/.test(text)

/** What was done to many things at once tells their ids. */
const Many = z.object({ after: z.object({ ids: z.array(z.number()) }) })
const idsIn = (detail: unknown): string[] => Many.safeParse(detail).data?.after.ids.map(String) ?? []

/** What a thing is called in its row: it may be gone since. */
const Named = z.object({ name: z.string().optional(), username: z.string().optional(), title: z.string().optional() })
const Then = z.object({ before: Named.nullish().catch(undefined), after: Named.nullish().catch(undefined) })

function nameThen({ detail }: AimedRow, all: readonly Unnamed[]): string {
  const then = all.length === 1 && isNamed(all[0]?.kind) ? Then.safeParse(detail).data : undefined
  const { username, name, title } = { ...then?.after, ...then?.before }
  return username ?? name ?? title ?? ''
}

const isNamed = (kind: AuditTargetKind | undefined): boolean => kind !== undefined && Object.hasOwn(tables, kind)
