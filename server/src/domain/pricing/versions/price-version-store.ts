import type { PriceVersion, PriceVersionCause } from '@waystation/contract/prices/price-version'
import type { Database } from '../../../db/database.ts'
import { insertedId, type WriteTx, writeTask } from '../../../db/write-task.ts'

/** The stored texts of the price settings, by key; of price maps the edits only. */
export type PriceSettings = Readonly<Record<string, string>>

/** A version as it is made. */
export interface NewPriceVersion {
  readonly cause: PriceVersionCause
  readonly userId: number
  readonly returnedTo: number
  readonly note: string
  readonly settings: PriceSettings
  /** A hash of the built-in prices. */
  readonly builtIn: string
  /** Settings that differ from the version before. */
  readonly changedSettings: readonly string[]
  readonly changes: number
}

/** A version as it was stored. */
export interface StoredPriceVersion extends PriceVersion {
  readonly settings: PriceSettings
  readonly builtIn: string
}

/** Stores a version; its number. Used in the transaction that stores the settings themselves. */
export async function insertPriceVersion(tx: WriteTx, version: NewPriceVersion): Promise<number> {
  const { cause, userId, returnedTo, note, settings, builtIn, changedSettings, changes } = version
  const row = {
    created_at: Math.floor((await tx.sets.nowMs()) / 1000),
    ...{ cause, user_id: userId, returned_to: returnedTo, note, built_in: builtIn, changes },
    ...{ settings: JSON.stringify(settings), changed_settings: JSON.stringify(changedSettings) },
  }
  return insertedId(tx, tx.db.insertInto('price_version').values(row))
}

/** Stores a version that no change of a setting belongs to. */
export const savePriceVersion = writeTask<NewPriceVersion, number>('price-version.save', insertPriceVersion)

/** The number of the newest version; 0 where there is none. */
export async function newestPriceVersion(database: Database): Promise<number> {
  const row = await database.read
    .selectFrom('price_version')
    .select((of) => of.fn.max('id').as('id'))
    .executeTakeFirst()
  return Number(row?.id ?? 0)
}

/** A version; undefined where there is none of this number. */
export async function findPriceVersion(database: Database, id: number): Promise<StoredPriceVersion | undefined> {
  const row = await versions(database).select(['settings', 'built_in']).where('price_version.id', '=', id).executeTakeFirst()
  return row && { ...asVersion(row), settings: textsOf(row.settings), builtIn: row.built_in }
}

/** The price settings as they were before a version; undefined where it is the first. */
export async function settingsBefore(database: Database, id: number): Promise<PriceSettings | undefined> {
  const row = await database.read
    .selectFrom('price_version')
    .select('settings')
    .where('id', '<', id)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row && textsOf(row.settings)
}

/** Newest first. */
export async function listPriceVersions(
  database: Database,
  { offset, limit }: { offset: number; limit: number },
): Promise<{ items: PriceVersion[]; total: number }> {
  const [rows, count] = await Promise.all([
    versions(database).orderBy('price_version.id', 'desc').offset(offset).limit(limit).execute(),
    database.read
      .selectFrom('price_version')
      .select((of) => of.fn.countAll().as('total'))
      .executeTakeFirstOrThrow(),
  ])
  return { items: rows.map(asVersion), total: Number(count.total) }
}

function versions(database: Database) {
  return database.read
    .selectFrom('price_version')
    .leftJoin('user', 'user.id', 'price_version.user_id')
    .select([
      'price_version.id',
      'price_version.created_at',
      'cause',
      'user_id',
      'username',
      'returned_to',
      'note',
      'changed_settings',
      'changes',
    ])
}

type VersionRow = Awaited<ReturnType<ReturnType<typeof versions>['executeTakeFirstOrThrow']>>

function asVersion(row: VersionRow): PriceVersion {
  return {
    id: Number(row.id),
    created_at: Number(row.created_at),
    cause: row.cause,
    user_id: row.user_id,
    username: row.username ?? '',
    returned_to: row.returned_to,
    note: row.note,
    changed_settings: JSON.parse(row.changed_settings) as string[], // only insertPriceVersion writes it
    changes: row.changes,
  }
}

const textsOf = (text: string): PriceSettings => JSON.parse(text) as PriceSettings // only insertPriceVersion writes it
