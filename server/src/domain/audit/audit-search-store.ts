import type { Ranked } from '@waystation/contract/people/rank'
import { isRoot } from '@waystation/contract/site/status-table'
import type { Database } from '../../db/database.ts'
import { type Counted, countUpTo } from '../count-up-to.ts'
import { toRowId } from '../like-pattern.ts'

export interface AuditFilter {
  /** Name or id of who did it. */
  readonly actor?: string | undefined
  /** Users whose rows match as well as those of this name. */
  readonly actorIds?: readonly number[]
  readonly action?: string | undefined
  readonly target?: string | undefined
  readonly ip?: string | undefined
  /** Unix seconds, both ends included. */
  readonly from?: number | undefined
  readonly to?: number | undefined
  /** Whose rows are left out: all of users of this role and above but the viewer. Undefined: nobody's. */
  readonly hiddenFrom?: Ranked | undefined
}

/** From whom rows are hidden: the super admin sees everybody's. */
export const hiddenFrom = ({ id, role }: Ranked): Ranked | undefined => (isRoot(role) ? undefined : { id, role })

/** Ids of those whose rows are hidden from this viewer. */
export const superiorsOf = ({ read }: Database, { id, role }: Ranked) =>
  read.selectFrom('user').select('id').where('role', '>=', role).where('id', '!=', id)

/** Rows from newest to oldest. @param page.before only rows with a lower id */
export function findAudit(database: Database, filter: AuditFilter, page: { limit: number; offset?: number; before?: number }) {
  let query = matching(database, filter).selectAll().orderBy('id', 'desc').limit(page.limit)
  if (page.offset !== undefined) query = query.offset(page.offset)
  if (page.before !== undefined) query = query.where('id', '<', page.before)
  return query.execute()
}

export type AuditRecord = Awaited<ReturnType<typeof findAudit>>[number]

/** How many rows match, counted up to a limit. */
export function countAudit(database: Database, filter: AuditFilter): Promise<Counted> {
  return countUpTo(async (limit) => {
    const rows = matching(database, filter).select('id').limit(limit).as('matching')
    const { count } = await database.read
      .selectFrom(rows)
      .select((expression) => expression.fn.countAll().as('count'))
      .executeTakeFirstOrThrow()
    return Number(count)
  })
}

function matching(database: Database, { actor, actorIds = [], action, target, ip, from, to, hiddenFrom }: AuditFilter) {
  let query = database.read.selectFrom('audit')
  if (actor) {
    const id = /^\d{1,10}$/.test(actor) ? toRowId(Number(actor)) : undefined
    const ids = [...actorIds, ...(id === undefined ? [] : [id])]
    query = query.where((expression) =>
      expression.or([expression('actor_name', '=', actor), ...(ids.length === 0 ? [] : [expression('actor_id', 'in', ids)])]),
    )
  }
  if (action) query = query.where('action', '=', action)
  if (target) query = query.where('target', '=', target)
  if (ip) query = query.where('client_ip', '=', ip)
  if (from) query = query.where('created_at', '>=', from)
  if (to) query = query.where('created_at', '<=', to)
  if (hiddenFrom) {
    query = query.where('actor_id', 'not in', superiorsOf(database, hiddenFrom))
  }
  return query
}
