import { AppError } from '@waystation/contract/errors'
import { ANNOUNCEMENTS_MAX, type AnnouncementDraft } from '@waystation/contract/site/announcement'
import type { Selectable } from 'kysely'
import type { Database } from '../../db/database.ts'
import { locked } from '../../db/locked.ts'
import type { AnnouncementRow } from '../../db/tables/tables.ts'
import { insertedId, type WriteTx, writeTask } from '../../db/write-task.ts'

export type AnnouncementRecord = Selectable<AnnouncementRow>

export interface AnnouncementChange {
  readonly before: AnnouncementRecord
  readonly after: AnnouncementRecord
}

const nowSeconds = async (tx: WriteTx) => Math.floor((await tx.sets.nowMs()) / 1000)

const columnsOf = ({ title, text, kind, audience, from, until }: AnnouncementDraft) => ({
  ...{ title, content: text, kind, audience, starts_at: from, ends_at: until },
})

/** @throws AppError announcement_too_many */
export const createAnnouncement = writeTask<{ draft: AnnouncementDraft; authorId: number }, AnnouncementRecord>(
  'announcement.create',
  async (tx, { draft, authorId }) => {
    const { count } = await tx.db
      .selectFrom('announcement')
      .select((row) => row.fn.countAll().as('count'))
      .executeTakeFirstOrThrow()
    if (Number(count) >= ANNOUNCEMENTS_MAX) throw new AppError('announcement_too_many', { max: ANNOUNCEMENTS_MAX })
    const values = { ...columnsOf(draft), revision: 1, author_id: authorId, created_at: await nowSeconds(tx) }
    return { ...values, id: await insertedId(tx, tx.db.insertInto('announcement').values(values)) }
  },
)

/** Changes all that it says. @throws AppError not_found */
export const editAnnouncement = writeTask<{ id: number; draft: AnnouncementDraft }, AnnouncementChange>(
  'announcement.edit',
  async (tx, { id, draft }) => {
    const before = await rowToChange(tx, id)
    const columns = columnsOf(draft)
    const isRead = (['title', 'content', 'kind'] as const).some((name) => before[name] !== columns[name])
    return change(tx, before, { ...columns, revision: before.revision + (isRead ? 1 : 0) })
  },
)

/** Ends it now, or before it begins. One that has ended stays as it is. @throws AppError not_found */
export const endAnnouncement = writeTask<{ id: number }, AnnouncementChange>('announcement.end', async (tx, { id }) => {
  const before = await rowToChange(tx, id)
  const ends_at = Math.max(await nowSeconds(tx), Number(before.starts_at))
  if (before.ends_at !== null && Number(before.ends_at) <= ends_at) return { before, after: before }
  return change(tx, before, { ends_at })
})

/** @throws AppError not_found */
export const deleteAnnouncement = writeTask<{ id: number }, AnnouncementRecord>('announcement.delete', async (tx, { id }) => {
  const before = await rowToChange(tx, id)
  await tx.db.deleteFrom('announcement').where('id', '=', id).execute()
  return before
})

async function rowToChange(tx: WriteTx, id: number): Promise<AnnouncementRecord> {
  const row = await locked(tx, tx.db.selectFrom('announcement').selectAll().where('id', '=', id)).executeTakeFirst()
  if (!row) throw new AppError('not_found', { what: 'announcement' })
  return row
}

async function change(tx: WriteTx, before: AnnouncementRecord, columns: Partial<AnnouncementRecord>): Promise<AnnouncementChange> {
  await tx.db.updateTable('announcement').set(columns).where('id', '=', before.id).execute()
  return { before, after: { ...before, ...columns } }
}

/** Newest first. */
export function findAnnouncements(
  database: Database,
  { id, page }: { readonly id?: number; readonly page: { readonly offset: number; readonly limit: number } },
): Promise<AnnouncementRecord[]> {
  const all = database.read.selectFrom('announcement').selectAll().orderBy('starts_at', 'desc').orderBy('id', 'desc')
  return (id === undefined ? all : all.where('id', '=', id)).limit(page.limit).offset(page.offset).execute()
}

export async function countAnnouncements(database: Database): Promise<number> {
  const row = await database.read
    .selectFrom('announcement')
    .select((all) => all.fn.countAll().as('count'))
    .executeTakeFirstOrThrow()
  return Number(row.count)
}

/** Those that have not ended, newest first. @param now unix seconds */
export function findUnended(database: Database, now: number): Promise<AnnouncementRecord[]> {
  return database.read
    .selectFrom('announcement')
    .selectAll()
    .where((row) => row.or([row('ends_at', 'is', null), row('ends_at', '>', now)]))
    .orderBy('starts_at', 'desc')
    .orderBy('id', 'desc')
    .execute()
}
