import type { AuditAction } from '@waystation/contract/audit'
import type { Database } from '../../db/database.ts'
import { locked } from '../../db/locked.ts'
import { type WriteTx, writeTask } from '../../db/write-task.ts'
import { sha256 } from '../../lib/secret.ts'

/** What was done, by whom. */
export interface AuditEntry {
  readonly actorId: number
  readonly actorName: string
  readonly clientIp: string
  readonly action: AuditAction
  readonly target: string
  /** JSON text, without secrets. */
  readonly detail: string
  readonly requestId: string
}

/** Holds the newest row's hash: this row is locked, so that two writers cannot both append to the same row. */
const HEAD_KEY = 'audit_head'

/** Appends a row that seals the row before it: taking one out or changing one breaks the chain (control 61). */
export const appendAudit = writeTask<AuditEntry, null>('audit.append', async (tx, entry) => {
  const created_at = Math.floor((await tx.sets.nowMs()) / 1000)
  const prev_hash = await lockHead(tx)
  const row = {
    created_at,
    actor_id: entry.actorId,
    actor_name: entry.actorName.slice(0, 64),
    client_ip: entry.clientIp.slice(0, 64),
    action: entry.action.slice(0, 64),
    target: entry.target.slice(0, 128),
    detail: entry.detail,
    request_id: entry.requestId,
    prev_hash,
  }
  const hash = hashOf(row)
  await tx.db
    .insertInto('audit')
    .values({ ...row, hash })
    .execute()
  await tx.db.updateTable('meta').set({ value: hash }).where('key', '=', HEAD_KEY).execute()
  return null
})

async function lockHead(tx: WriteTx): Promise<string> {
  const query = tx.db.selectFrom('meta').select('value').where('key', '=', HEAD_KEY)
  const head = await locked(tx, query).executeTakeFirst()
  if (head) return head.value
  const first = tx.db.insertInto('meta').values({ key: HEAD_KEY, value: '' })
  // On MySQL "insert ignore" takes a shared lock on the row, and concurrent writers deadlock; this takes an exclusive one.
  await (tx.kind === 'mysql'
    ? first.onDuplicateKeyUpdate({ key: HEAD_KEY })
    : first.onConflict((conflict) => conflict.doNothing())
  ).execute()
  return (await locked(tx, query).executeTakeFirstOrThrow()).value
}

type SealedRow = Readonly<
  Record<'actor_name' | 'client_ip' | 'action' | 'target' | 'detail' | 'request_id' | 'prev_hash', string> &
    Record<'created_at' | 'actor_id', number>
>

function hashOf(row: SealedRow): string {
  const { prev_hash, created_at, actor_id, actor_name, client_ip, action, target, detail, request_id } = row
  return sha256(JSON.stringify([prev_hash, created_at, actor_id, actor_name, client_ip, action, target, detail, request_id]))
}

/** How many rows are verified per query. */
const VERIFY_BATCH = 1000

/** Walks the chain. Gives the id of the first row that does not fit, and how many rows do. */
export async function verifyAudit(database: Database): Promise<{ rows: number; brokenAt: number | undefined }> {
  let previous = ''
  let lastId = 0
  for (let rows = 0; ; ) {
    const batch = await database.read.selectFrom('audit').selectAll().where('id', '>', lastId).orderBy('id').limit(VERIFY_BATCH).execute()
    for (const row of batch) {
      const sealed = { ...row, created_at: Number(row.created_at), actor_id: Number(row.actor_id) }
      if (row.prev_hash !== previous || row.hash !== hashOf(sealed)) return { rows, brokenAt: Number(row.id) }
      previous = row.hash
      lastId = Number(row.id)
      rows += 1
    }
    if (batch.length === VERIFY_BATCH) continue
    const head = await database.read.selectFrom('meta').select('value').where('key', '=', HEAD_KEY).executeTakeFirst()
    if ((head?.value ?? '') === previous) return { rows, brokenAt: undefined }
    const appended = await database.read.selectFrom('audit').select('id').where('id', '>', lastId).limit(1).executeTakeFirst()
    // No row was appended meanwhile: the newest ones were cut off, and the head remembers them.
    if (!appended) return { rows, brokenAt: lastId }
  }
}
