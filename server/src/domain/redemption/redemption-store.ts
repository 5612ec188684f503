// Redemption codes. Whether a code counts is decided under its row's lock, in the transaction that credits it (I10).
import { AppError, type ErrorCode } from '@waystation/contract/errors'
import type { RedemptionState } from '@waystation/contract/money/redemption'
import { redemptionStatus } from '@waystation/contract/site/status-table'
import { type ExpressionBuilder, type Selectable, sql } from 'kysely'
import type { Database } from '../../db/database.ts'
import { locked } from '../../db/locked.ts'
import type { RedemptionRow, Tables } from '../../db/tables/tables.ts'
import { isUniqueViolation } from '../../db/unique-violation.ts'
import { type WriteTx, writeTask } from '../../db/write-task.ts'
import { isRowId, prefixPattern, toRowId } from '../like-pattern.ts'
import { creditPayment } from '../reward/rebate.ts'

export type RedemptionRecord = Selectable<RedemptionRow>

/** What admins may set of a code, before its first use. */
export type RedemptionColumns = Pick<RedemptionRow, 'name' | 'quota' | 'is_gift' | 'max_uses' | 'valid_from' | 'valid_until'>
type StoredCode = Pick<RedemptionRow, 'code_hash' | 'code_enc' | 'row_uid'>

export interface NewRedemptions {
  readonly userId: number
  readonly columns: RedemptionColumns
  readonly codes: readonly StoredCode[]
}

/** Makes all codes or none. @throws AppError redemption_key_taken, also by a code that was deleted */
export const createRedemptions = writeTask<NewRedemptions, null>('redemption.create', async (tx, { userId, columns, codes }) => {
  const created_at = Math.floor((await tx.sets.nowMs()) / 1000)
  const fixed = { ...columns, user_id: userId, status: redemptionStatus.unused, created_at, deleted_at: null }
  const insert = tx.db.insertInto('redemption').values(codes.map((code) => ({ ...fixed, ...code })))
  await insert.execute().catch((error) => {
    throw isUniqueViolation(error, 'code_hash')
      ? new AppError('redemption_key_taken', {}, { fields: { key: 'redemption_key_taken' } })
      : error
  })
  return null
})

export interface RedemptionEdit {
  readonly id: number
  readonly columns: Partial<RedemptionColumns>
}

interface Edited {
  readonly before: RedemptionRecord
  readonly after: RedemptionRecord
}

/** Changes a code that nobody used yet. @throws AppError not_found, redemption_frozen, valid_until_before_from */
export const editRedemption = writeTask<RedemptionEdit, Edited>('redemption.edit', async (tx, { id, columns }) => {
  const before = await lockRedemption(tx, id)
  if (before.used_count > 0 || before.status === redemptionStatus.used) throw new AppError('redemption_frozen')
  const after = { ...before, ...columns }
  const [from, until] = [Number(after.valid_from), Number(after.valid_until)]
  if (from !== 0 && until !== 0 && from >= until) {
    throw new AppError('valid_until_before_from', {}, { fields: { valid_until: 'valid_until_before_from' } })
  }
  if (Object.keys(columns).length > 0) await tx.db.updateTable('redemption').set(columns).where('id', '=', id).execute()
  return { before, after }
})

/** Enables or disables a code; one that is used up stays so. @throws AppError not_found, redemption_status_final */
export const setRedemptionStatus = writeTask<{ id: number; status: 1 | 2 }, Edited>('redemption.status', async (tx, { id, status }) => {
  const before = await lockRedemption(tx, id)
  if (before.status === redemptionStatus.used) throw new AppError('redemption_status_final')
  await tx.db.updateTable('redemption').set({ status }).where('id', '=', id).execute()
  return { before, after: { ...before, status } }
})

/** Which codes to take out of use. */
export type RedemptionsNamed = { readonly ids: readonly number[] } | { readonly name: string } | { readonly disabled: true }

/** Disables those of the codes that can be used, and returns how many. */
export const disableRedemptions = writeTask<{ ids: readonly number[] }, number>('redemption.disable', async (tx, { ids }) => {
  const known = ids.filter(isRowId)
  if (known.length === 0) return 0
  const update = tx.db
    .updateTable('redemption')
    .set({ status: redemptionStatus.disabled })
    .where('id', 'in', known)
    .where('status', '=', redemptionStatus.unused)
    .where('deleted_at', 'is', null)
  return Number((await update.executeTakeFirst()).numUpdatedRows)
})

/** Deletes codes, and returns how many. Their rows stay: a code is never given out twice. */
export const deleteRedemptions = writeTask<RedemptionsNamed, number>('redemption.delete', async (tx, named) => {
  const deleted_at = Math.floor((await tx.sets.nowMs()) / 1000)
  const all = tx.db.updateTable('redemption').set({ deleted_at }).where('deleted_at', 'is', null)
  const ids = 'ids' in named ? named.ids.filter(isRowId) : []
  if ('ids' in named && ids.length === 0) return 0
  const update =
    'ids' in named
      ? all.where('id', 'in', ids)
      : 'name' in named
        ? all.where('name', '=', named.name)
        : all.where('status', '=', redemptionStatus.disabled)
  return Number((await update.executeTakeFirst()).numUpdatedRows)
})

export interface Redeeming {
  /** Hashes of the spellings that the typed text may stand for; the first one that exists counts. */
  readonly codeHashes: readonly string[]
  readonly userId: number
  readonly username: string
  readonly rebatePercent: number
  readonly requestId: string
  readonly rebateRequestId: string
}

/** Redeems a code for a user. @throws AppError redemption_invalid and the other reasons why a code does not count */
export const redeemQuotaCode = writeTask<Redeeming, { id: number; quota: number; isGift: boolean }>(
  'redemption.redeem',
  async (tx, given) => {
    const { userId, username, rebatePercent, requestId, rebateRequestId } = given
    const code = await lockByHash(tx, given.codeHashes)
    const now = Math.floor((await tx.sets.nowMs()) / 1000)
    const fault = await faultOf(tx, code, { userId, now })
    if (!code || fault) throw new AppError(fault ?? 'redemption_invalid', {}, { fields: { key: fault ?? 'redemption_invalid' } })
    const { quota, is_gift, max_uses } = code
    const id = Number(code.id)
    const used_count = Number(code.used_count) + 1
    const isUsedUp = is_gift === 0 || (max_uses >= 0 && used_count >= max_uses)
    await tx.db
      .updateTable('redemption')
      .set({
        used_count,
        redeemed_at: now,
        ...(isUsedUp ? { status: redemptionStatus.used } : {}),
        ...(is_gift === 0 ? { used_user_id: userId } : {}),
      })
      .where('id', '=', id)
      .execute()
    const amount = Number(quota)
    await tx.db.insertInto('redemption_use').values({ redemption_id: id, user_id: userId, quota: amount, used_at: now }).execute()
    await creditPayment(tx, {
      ...{ userId, username, amount, rebatePercent, requestId, rebateRequestId },
      source: 'redeem',
      isFree: is_gift !== 0,
      ref: `redeem:${id}:${userId}`,
      words: { key: 'redeemed', facts: { amount, id } },
    })
    return { id, quota: amount, isGift: is_gift !== 0 }
  },
)

/** Why this code does not count for this user now; undefined: it does. */
async function faultOf(
  tx: WriteTx,
  code: RedemptionRecord | undefined,
  { userId, now }: { userId: number; now: number },
): Promise<ErrorCode | undefined> {
  if (!code) return 'redemption_invalid'
  const until = Number(code.valid_until)
  if (code.status === redemptionStatus.disabled) return 'redemption_disabled'
  if (now < Number(code.valid_from)) return 'redemption_not_yet'
  if (until !== 0 && now >= until) return 'redemption_expired'
  const use = await tx.db
    .selectFrom('redemption_use')
    .select('used_at')
    .where('redemption_id', '=', Number(code.id))
    .where('user_id', '=', userId)
    .executeTakeFirst()
  if (use) return 'redemption_used_by_you'
  const isExhausted = code.is_gift !== 0 && code.max_uses >= 0 && code.used_count >= code.max_uses
  if (code.status === redemptionStatus.used || isExhausted) return code.is_gift === 0 ? 'redemption_used' : 'redemption_exhausted'
  return undefined
}

async function lockByHash(tx: WriteTx, hashes: readonly string[]): Promise<RedemptionRecord | undefined> {
  for (const hash of hashes) {
    const query = tx.db.selectFrom('redemption').selectAll().where('code_hash', '=', hash).where('deleted_at', 'is', null)
    const found = await locked(tx, query).executeTakeFirst()
    if (found) return found
  }
  return undefined
}

async function lockRedemption(tx: WriteTx, id: number): Promise<RedemptionRecord> {
  const query = tx.db.selectFrom('redemption').selectAll().where('id', '=', toRowId(id)).where('deleted_at', 'is', null)
  const found = await locked(tx, query).executeTakeFirst()
  if (!found) throw new AppError('not_found', { what: 'redemption' })
  return found
}

/** With the names of its creator and of who redeemed it. */
export type NamedRedemption = RedemptionRecord & { readonly username: string | null; readonly used_username: string | null }

export interface RedemptionFilter {
  /** The beginning of a name, or an id; empty: all. */
  readonly keyword: string
  /** What the codes can still do at the moment `now`, unix seconds. */
  readonly state?: RedemptionState | undefined
  readonly now: number
}

/** A page of codes, newest first. */
export async function findRedemptions(
  database: Database,
  { keyword, state, now }: RedemptionFilter,
  page: { offset: number; limit: number },
): Promise<{ rows: NamedRedemption[]; total: number }> {
  const typed = keyword.trim()
  const isId = /^\d{1,10}$/.test(typed) && isRowId(Number(typed))
  const matching = database.read
    .selectFrom('redemption')
    .where('redemption.deleted_at', 'is', null)
    .$if(state !== undefined, (query) => query.where((where) => inState(where, state ?? 'available', now)))
    .$if(typed !== '', (query) =>
      query.where((where) =>
        where.or([
          sql<boolean>`lower(${sql.ref('redemption.name')}) like ${prefixPattern(typed)} escape '!'`,
          ...(isId ? [where('redemption.id', '=', Number(typed))] : []),
        ]),
      ),
    )
  const [rows, count] = await Promise.all([
    matching
      .leftJoin('user as creator', 'creator.id', 'redemption.user_id')
      .leftJoin('user as redeemer', 'redeemer.id', 'redemption.used_user_id')
      .selectAll('redemption')
      .select(['creator.username as username', 'redeemer.username as used_username'])
      .orderBy('redemption.id', 'desc')
      .limit(page.limit)
      .offset(page.offset)
      .execute(),
    matching.select((row) => row.fn.countAll().as('count')).executeTakeFirstOrThrow(),
  ])
  return { rows, total: Number(count.count) }
}

/** As the console tells the state of a code: used before disabled, disabled before what its times say. */
function inState(where: ExpressionBuilder<Tables, 'redemption'>, state: RedemptionState, now: number) {
  const has = (status: number) => where('redemption.status', '=', status)
  if (state === 'used') return has(redemptionStatus.used)
  if (state === 'disabled') return has(redemptionStatus.disabled)
  const open = has(redemptionStatus.unused)
  if (state === 'expired') return where.and([open, where('redemption.valid_until', '!=', 0), where('redemption.valid_until', '<=', now)])
  const isNotOver = where.or([where('redemption.valid_until', '=', 0), where('redemption.valid_until', '>', now)])
  return where.and([open, isNotOver, where('redemption.valid_from', state === 'not_yet' ? '>' : '<=', now)])
}

export async function findRedemption(database: Database, id: number): Promise<NamedRedemption | undefined> {
  return database.read
    .selectFrom('redemption')
    .leftJoin('user as creator', 'creator.id', 'redemption.user_id')
    .leftJoin('user as redeemer', 'redeemer.id', 'redemption.used_user_id')
    .selectAll('redemption')
    .select(['creator.username as username', 'redeemer.username as used_username'])
    .where('redemption.id', '=', toRowId(id))
    .where('redemption.deleted_at', 'is', null)
    .executeTakeFirst()
}

/** All codes in numbers. What a code gave is its quota times its uses, since it cannot be changed after the first. @param now unix seconds */
export async function summarizeRedemptions(
  database: Database,
  now: number,
): Promise<{ total: number; available: number; redeemed: number }> {
  const codes = database.read.selectFrom('redemption').where('deleted_at', 'is', null)
  const [all, open] = await Promise.all([
    codes
      .select((row) => [row.fn.countAll().as('total'), sql<number | string | null>`sum(quota * used_count)`.as('redeemed')])
      .executeTakeFirstOrThrow(),
    codes
      .where('status', '=', redemptionStatus.unused)
      .where('valid_from', '<=', now)
      .where((where) => where.or([where('valid_until', '=', 0), where('valid_until', '>', now)]))
      .select((row) => row.fn.countAll().as('count'))
      .executeTakeFirstOrThrow(),
  ])
  return { total: Number(all.total), available: Number(open.count), redeemed: Number(all.redeemed ?? 0) }
}

/** How many codes have exactly this name. */
export async function countRedemptionsNamed(database: Database, name: string): Promise<number> {
  const found = await database.read
    .selectFrom('redemption')
    .select((row) => row.fn.countAll().as('count'))
    .where('name', '=', name)
    .where('deleted_at', 'is', null)
    .executeTakeFirstOrThrow()
  return Number(found.count)
}
