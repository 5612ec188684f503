import type { Database } from '../../db/database.ts'
import { type AuditEntry, appendAudit } from './audit-store.ts'
import { maskSecrets } from './mask.ts'

export interface AuditService {
  /** Records an action; resolves when the row is durable. Secrets in `detail` are masked. */
  write(entry: Omit<AuditEntry, 'detail'> & { readonly detail: unknown }): Promise<void>
}

export function auditService(database: Database): AuditService {
  return {
    async write(entry) {
      await database.run(appendAudit, { ...entry, detail: JSON.stringify(maskSecrets(entry.detail) ?? null) })
    },
  }
}
