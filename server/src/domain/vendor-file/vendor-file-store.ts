import type { Selectable } from 'kysely'
import type { Database } from '../../db/database.ts'
import type { VendorFileRow } from '../../db/tables/tables.ts'
import { type WriteTx, writeTask } from '../../db/write-task.ts'

/** A row under its names in code; `object` is sealed. */
export interface StoredFile {
  /** User and id: the ids of one user mean nothing to another. */
  readonly key: string
  readonly userId: number
  /** By which token it was sent. */
  readonly tokenId: number
  readonly group: string
  /** In whose shape it is told and asked for. */
  readonly api: string
  /** The vendor's id. */
  readonly id: string
  readonly channelId: number
  readonly keyId: number
  readonly bytes: number
  readonly purpose: string
  /** Unix milliseconds. */
  readonly createdAt: number
  /** Unix seconds. */
  readonly expiresAt: number
  readonly object: string
}

/** Stores a file. An existing one under the same key is replaced. */
export const saveFile = writeTask<StoredFile, null>('vendor_file.save', async (tx, file) => {
  await putFile(tx, file)
  return null
})

/** The same, in the transaction of something else. */
export async function putFile(tx: WriteTx, file: StoredFile): Promise<void> {
  await tx.db.deleteFrom('vendor_file').where('file_key', '=', file.key).execute()
  await tx.db
    .insertInto('vendor_file')
    .values({
      file_key: file.key,
      user_id: file.userId,
      token_id: file.tokenId,
      group_name: file.group,
      api: file.api,
      file_id: file.id,
      channel_id: file.channelId,
      key_id: file.keyId,
      bytes: file.bytes,
      purpose: file.purpose,
      created_at: file.createdAt,
      expires_at: file.expiresAt,
      object: file.object,
    })
    .execute()
}

/** Replaces what is known of a file, where it is still there. */
export const updateFile = writeTask<Pick<StoredFile, 'key' | 'object' | 'bytes' | 'expiresAt'>, null>(
  'vendor_file.update',
  async (tx, { key, object, bytes, expiresAt }) => {
    await tx.db.updateTable('vendor_file').set({ object, bytes, expires_at: expiresAt }).where('file_key', '=', key).execute()
    return null
  },
)

export const deleteFile = writeTask<{ key: string }, null>('vendor_file.delete', async (tx, { key }) => {
  await tx.db.deleteFrom('vendor_file').where('file_key', '=', key).execute()
  return null
})

/** Deletes what has expired, and returns how many that were. */
export const purgeFiles = writeTask<{ before: number }, number>('vendor_file.purge', async (tx, { before }) => {
  const result = await tx.db.deleteFrom('vendor_file').where('expires_at', '<', before).executeTakeFirst()
  return Number(result.numDeletedRows)
})

/** Those of these keys that are there. @param now unix seconds */
export async function findFiles(database: Database, keys: readonly string[], now: number): Promise<StoredFile[]> {
  const rows = await database.read
    .selectFrom('vendor_file')
    .selectAll()
    .where('file_key', 'in', keys)
    .where('expires_at', '>=', now)
    .execute()
  return rows.map(fileOf)
}

/** Which part of a user's files is listed. */
export interface FilePage {
  readonly userId: number
  readonly api: string
  /** Only what this token sent, and what was sent in its group; absent: all. */
  readonly visibleTo?: Pick<StoredFile, 'tokenId' | 'group'> | undefined
  readonly purpose?: string | undefined
  readonly isOldestFirst: boolean
  /** Those behind this one in that order. */
  readonly after?: Pick<StoredFile, 'createdAt' | 'key'> | undefined
  readonly limit: number
}

/** A part of a user's files. @param now unix seconds */
export async function listFiles(database: Database, page: FilePage, now: number): Promise<StoredFile[]> {
  const { after, purpose, isOldestFirst, visibleTo } = page
  const order = isOldestFirst ? 'asc' : 'desc'
  const beyond = isOldestFirst ? '>' : '<'
  let query = database.read
    .selectFrom('vendor_file')
    .selectAll()
    .where('user_id', '=', page.userId)
    .where('api', '=', page.api)
    .where('expires_at', '>=', now)
  if (visibleTo) query = query.where((eb) => eb.or([eb('token_id', '=', visibleTo.tokenId), eb('group_name', '=', visibleTo.group)]))
  if (purpose !== undefined) query = query.where('purpose', '=', purpose)
  if (after) {
    query = query.where((eb) =>
      eb.or([
        eb('created_at', beyond, after.createdAt),
        eb.and([eb('created_at', '=', after.createdAt), eb('file_key', beyond, after.key)]),
      ]),
    )
  }
  const rows = await query.orderBy('created_at', order).orderBy('file_key', order).limit(page.limit).execute()
  return rows.map(fileOf)
}

/** How many files a user has, and their bytes. @param now unix seconds */
export async function sumFiles(database: Database, userId: number, now: number): Promise<{ count: number; bytes: number }> {
  const row = await database.read
    .selectFrom('vendor_file')
    .select((eb) => [eb.fn.countAll<number | string>().as('count'), eb.fn.sum<number | string | null>('bytes').as('bytes')])
    .where('user_id', '=', userId)
    .where('expires_at', '>=', now)
    .executeTakeFirst()
  return { count: Number(row?.count ?? 0), bytes: Number(row?.bytes ?? 0) }
}

/** Has another user the same file of the vendor? Some vendors give equal files one id. */
export async function isSharedFile(database: Database, { key, channelId, id }: StoredFile): Promise<boolean> {
  const row = await database.read
    .selectFrom('vendor_file')
    .select('file_key')
    .where('channel_id', '=', channelId)
    .where('file_id', '=', id)
    .where('file_key', '!=', key)
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

function fileOf(row: Selectable<VendorFileRow>): StoredFile {
  return {
    key: row.file_key,
    userId: Number(row.user_id),
    tokenId: Number(row.token_id),
    group: row.group_name,
    api: row.api,
    id: row.file_id,
    channelId: Number(row.channel_id),
    keyId: Number(row.key_id),
    bytes: Number(row.bytes),
    purpose: row.purpose,
    createdAt: Number(row.created_at),
    expiresAt: Number(row.expires_at),
    object: row.object,
  }
}
