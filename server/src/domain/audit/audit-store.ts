import type { AuditAction } from '@waystation/contract/people/audit'
import type { Database } from '../../db/database.ts'
import { locked } from '../../db/locked.ts'
import { type WriteTx, writeTask } from '../../db/write-task.ts'
import { sha256 } from '../../lib/secret.ts'
import { storableText } from '../../lib/text/storable.ts'

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
    // The hash is over what the database gives back, not over what was typed.
    actor_name: storableText(entry.actorName, 64),
    client_ip: storableText(entry.clientIp, 64),
    action: storableText(entry.action, 64),
    target: storableText(entry.target, 128),
    detail: entry.detail,
    request_id: storableText(entry.requestId, 26),
    prev_hash,
  }
  const sealed = sealedRow(row)
  await tx.db.insertInto('audit').values(sealed).execute()
  await tx.db.updateTable('meta').set({ value: sealed.hash }).where('key', '=', HEAD_KEY).execute()
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

/** A row with the hash that seals it. */
export const sealedRow = <Row extends SealedRow>(row: Row): Row & { readonly hash: string } => ({ ...row, hash: hashOf(row) })

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

/** Breaks that are listed; further ones are counted. */
const BREAKS_LISTED = 1000

/**
 * Where the chain does not fit. `changed`: the row is not what was written. `gap`: the row before it is not the one that it was written
 * after. `end`: rows after it, the newest, were removed.
 */
export interface AuditBreak {
  readonly id: number
  readonly kind: 'changed' | 'gap' | 'end'
}

export interface AuditCheck {
  /** Rows that were read. */
  readonly rows: number
  readonly broken: number
  /** The oldest of them first, up to a thousand. */
  readonly breaks: readonly AuditBreak[]
}

/**
 * Walks the whole chain. It goes on behind a break by what stands in the row, so one row that does not fit hides no other.
 */
export async function verifyAudit(database: Database): Promise<AuditCheck> {
  const breaks: AuditBreak[] = []
  let broken = 0
  const note = (id: number, kind: AuditBreak['kind']) => {
    broken += 1
    if (breaks.length < BREAKS_LISTED) breaks.push({ id, kind })
  }
  let previous = ''
  let lastId = 0
  for (let rows = 0; ; ) {
    const batch = await database.read.selectFrom('audit').selectAll().where('id', '>', lastId).orderBy('id').limit(VERIFY_BATCH).execute()
    for (const row of batch) {
      lastId = Number(row.id)
      if (row.prev_hash !== previous) note(lastId, 'gap')
      if (row.hash !== hashOf({ ...row, created_at: Number(row.created_at), actor_id: Number(row.actor_id) })) note(lastId, 'changed')
      previous = row.hash
    }
    rows += batch.length
    if (batch.length === VERIFY_BATCH) continue
    const head = await database.read.selectFrom('meta').select('value').where('key', '=', HEAD_KEY).executeTakeFirst()
    const isWhole = (head?.value ?? '') === previous
    const appended = isWhole
      ? undefined
      : await database.read.selectFrom('audit').select('id').where('id', '>', lastId).limit(1).executeTakeFirst()
    if (appended) continue
    // No row was appended meanwhile: the newest ones were cut off, and the head remembers them.
    if (!isWhole) note(lastId, 'end')
    return { rows, broken, breaks }
  }
}
