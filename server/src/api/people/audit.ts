import { exportAudit, listAudit, verifyAudit } from '@waystation/contract/api/people/audit'
import type { AuditReader } from '../../domain/audit/audit-reader.ts'
import type { AuditFilter } from '../../domain/audit/audit-search-store.ts'
import { paged } from '../http/paged.ts'
import { asFile, type Route, route } from '../http/route.ts'

export const auditRoutes = ({ auditLog }: { auditLog: AuditReader }): Route[] => [
  route(listAudit, ({ caller, query }) => paged(query, (page) => auditLog.list(caller, filterOf(query), page))),
  route(exportAudit, ({ caller, query, language, audit }) => {
    audit({ after: query })
    const name = `audit-${new Date().toISOString().slice(0, 10)}.csv`
    return asFile({ name, type: 'text/csv', parts: auditLog.csv(caller, filterOf(query), language) })
  }),
  route(verifyAudit, async ({ query }) => {
    const { rows, broken, breaks, checkedAt } = await auditLog.verify(query.max_age_seconds ?? 0)
    return { rows, checked_at: checkedAt, broken, broken_at: breaks[0]?.id ?? null, breaks: [...breaks] }
  }),
]

interface AuditQuery extends Pick<AuditFilter, 'actor' | 'action' | 'target' | 'ip'> {
  readonly start_timestamp?: number | undefined
  readonly end_timestamp?: number | undefined
}

function filterOf({ actor, action, target, ip, start_timestamp, end_timestamp }: AuditQuery): AuditFilter {
  return { actor, action, target, ip, from: start_timestamp, to: end_timestamp }
}
