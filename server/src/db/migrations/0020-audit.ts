import { ensureIndex, type MigrationStep } from './columns.ts'

/** The audit log is searched by each of these, newest rows first. */
const searched = { time: 'created_at', actor: 'actor_id', name: 'actor_name', action: 'action', target: 'target', ip: 'client_ip' }

// The audit log as admins search it.
export const up: MigrationStep = async (db) => {
  for (const [name, column] of Object.entries(searched))
    await ensureIndex(db, { name: `audit_${name}`, on: 'audit', columns: [column, 'id'] })
}
