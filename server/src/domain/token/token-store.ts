import { AppError } from '@waystation/contract/errors'
import { tokenStatus } from '@waystation/contract/site/status-table'
import { type ExpressionBuilder, type Selectable, type SelectQueryBuilder, sql } from 'kysely'
import type { Database } from '../../db/database.ts'
import { locked } from '../../db/locked.ts'
import type { AccountRow, Tables, TokenRow } from '../../db/tables/tables.ts'
import { insertedId, type WriteTx, writeTask } from '../../db/write-task.ts'
import { ensureAccount } from '../ledger/ledger-tasks.ts'
import { post, postDifference } from '../ledger/post.ts'
import { isRowId } from '../like-pattern.ts'
import { contains } from '../text-search-store.ts'
import { KEY_END_LENGTH, type KeyFragment } from './key-search.ts'
import { assertListSizes } from './token-size.ts'

/** The columns that an owner may set. */
export type TokenColumns = Pick<
  TokenRow,
  | 'name'
  | 'group_name'
  | 'is_unlimited'
  | 'expires_at'
  | 'rate_limit_enabled'
  | 'rate_limit_period'
  | 'rate_limit_count'
  | 'rate_limit_success'
  | 'model_limits_enabled'
  | 'model_limits'
  | 'model_aliases'
  | 'allow_ips'
> & { readonly label?: string }

export interface NewToken {
  readonly userId: number
  readonly columns: TokenColumns
  readonly key: Pick<TokenRow, 'key_hash' | 'key_tail' | 'key_enc' | 'row_uid'> & { readonly key_head: string }
  /** The token's limit in quota units. */
  readonly quota: number
  /** Tokens that this user may have; absent: any number. */
  readonly mostTokens?: number
  /** A ULID that names the movement of the limit. */
  readonly ref: string
}

/**
 * Makes a token with its account, whose balance is what the token may still spend.
 * @throws AppError too_many_tokens
 */
export const createToken = writeTask<NewToken, TokenRecord>(
  'token.create',
  async (tx, { userId, columns, key, quota, mostTokens, ref }) => {
    if (mostTokens !== undefined) await assertRoom(tx, userId, mostTokens)
    const created_at = Math.floor((await tx.sets.nowMs()) / 1000)
    const fresh = { label: '', user_id: userId, status: tokenStatus.enabled, created_at, accessed_at: 0, deleted_at: null }
    const values = { ...fresh, ...columns, ...key }
    const id = await insertedId(tx, tx.db.insertInto('token').values(values))
    const accountId = await ensureAccount(tx, 'token', id)
    const limit = await ensureAccount(tx, 'limit', 0)
    await post(tx, [{ ref: `token-limit:${ref}`, from: limit, to: accountId, amount: quota, kind: 'token-limit', actorId: userId }])
    return { ...values, id, posted: quota, used: 0 }
  },
)

async function assertRoom(tx: WriteTx, userId: number, most: number): Promise<void> {
  const { count } = await tx.db
    .selectFrom('token')
    .select((expression) => expression.fn.countAll().as('count'))
    .where('user_id', '=', userId)
    .where('deleted_at', 'is', null)
    .executeTakeFirstOrThrow()
  if (Number(count) >= most) throw new AppError('too_many_tokens', { limit: most })
}

export interface TokenChange {
  readonly userId: number
  readonly id: number
  readonly columns: Partial<TokenColumns>
  /** Columns whose new value is not allowed: they may be sent as they are stored, for an expired token may be renamed. */
  readonly mustStay?: readonly ('group_name' | 'expires_at')[]
  readonly status?: number
  readonly quota?: number | undefined
  /** The limit that the record showed from which `quota` comes: only the difference is booked. */
  readonly quotaSeen?: number | undefined
  readonly ref: string
}

/** A token before and after a change. */
export interface ChangedToken {
  readonly before: TokenRecord
  readonly after: TokenRecord
}

/**
 * Changes only the given fields of a token of this user. Statuses that were derived (expired, exhausted) are not stored, so they
 * go when their cause does.
 * @throws AppError not_found, token_list_too_long, token_group_unusable, token_expiry_past, token_still_expired or token_still_exhausted
 */
export const changeToken = writeTask<TokenChange, ChangedToken>(
  'token.change',
  async (tx, { userId, id, columns, mustStay = [], status, quota, quotaSeen, ref }) => {
    const row = await lockToken(tx, userId, id)
    assertListSizes(columns, row)
    if (mustStay.includes('group_name') && columns.group_name !== row.group_name) throw groupUnusable(columns.group_name ?? '')
    if (mustStay.includes('expires_at') && columns.expires_at !== expiryOf(row)) throw expiryPast()
    const accountId = await ensureAccount(tx, 'token', id)
    const account = await tx.db.selectFrom('account').select(['posted', 'used']).where('id', '=', accountId).executeTakeFirstOrThrow()
    const before = { ...row, ...account }
    const wanted = { ...before, ...columns }
    if (quota !== undefined && quota !== quotaSeen) {
      const against = await ensureAccount(tx, 'limit', 0)
      const balance = (posted: number) => (quotaSeen === undefined ? quota : Math.max(0, Math.max(0, posted) + quota - quotaSeen))
      const limit = { accountId, balance, against, ref: `token-limit:${ref}`, kind: 'token-limit', actorId: userId }
      wanted.posted = (await postDifference(tx, limit)).balance
    }
    if (status === tokenStatus.enabled) assertServes(wanted, Math.floor((await tx.sets.nowMs()) / 1000))
    const after = { ...wanted, status: status ?? (row.status === tokenStatus.disabled ? tokenStatus.disabled : tokenStatus.enabled) }
    await tx.db
      .updateTable('token')
      .set({ ...columns, status: after.status })
      .where('id', '=', id)
      .execute()
    return { before, after }
  },
)

/** @throws AppError token_still_expired or token_still_exhausted */
function assertServes(token: Pick<TokenRecord, 'expires_at' | 'is_unlimited' | 'posted'>, nowSeconds: number): void {
  const expiry = expiryOf(token)
  if (expiry !== null && expiry <= nowSeconds) throw new AppError('token_still_expired')
  if (token.is_unlimited !== 1 && Number(token.posted) <= 0) throw new AppError('token_still_exhausted')
}

export const groupUnusable = (group: string) =>
  new AppError('token_group_unusable', { group }, { fields: { group: 'token_group_unusable' } })

export const expiryPast = () => new AppError('token_expiry_past', {}, { fields: { expired_time: 'token_expiry_past' } })

/** Unix seconds, as a number on every database; null for never. */
const expiryOf = ({ expires_at }: Pick<TokenRecord, 'expires_at'>) => (expires_at === null ? null : Number(expires_at))

/**
 * Takes a token out of use. Its row stays for the log.
 * @throws AppError not_found
 */
export const deleteToken = writeTask<{ userId: number; id: number }, null>('token.delete', async (tx, { userId, id }) => {
  await lockToken(tx, userId, id)
  const deleted_at = Math.floor((await tx.sets.nowMs()) / 1000)
  await tx.db.updateTable('token').set({ deleted_at }).where('id', '=', id).execute()
  return null
})

async function lockToken(tx: WriteTx, userId: number, id: number) {
  const query = tx.db.selectFrom('token').selectAll().where('id', '=', id).where('user_id', '=', userId).where('deleted_at', 'is', null)
  const row = isRowId(id) ? await locked(tx, query).executeTakeFirst() : undefined
  if (!row) throw new AppError('not_found', { what: 'token' })
  return row
}

export interface TokenFilter {
  readonly userId: number
  /** Unix seconds: what has expired by then is shown as expired. */
  readonly now: number
  readonly id?: number | undefined
  /** A part of the name; capitals do not matter. */
  readonly name?: string | undefined
  /** The whole label. */
  readonly label?: string | undefined
  /** The hash of a whole key, or its known ends; wider than the search, for rows whose head is not known. */
  readonly key?: { readonly hash: string; readonly fragment: KeyFragment } | undefined
  /** As it is shown: see `shownStatus`. */
  readonly status?: number | undefined
}

const sortColumns = {
  id: 'token.id',
  name: 'token.name',
  created_time: 'token.created_at',
  accessed_time: 'token.accessed_at',
  expired_time: 'token.expires_at',
  remain_quota: 'account.posted',
  used_quota: 'account.used',
} as const

const isSortable = (field: string): field is keyof typeof sortColumns => Object.hasOwn(sortColumns, field)

/** A stored token with the state of its account. */
export type TokenRecord = Selectable<TokenRow> & Selectable<Pick<AccountRow, 'posted' | 'used'>>

/** The same in a list: of its own lists only how long they are. */
export type ListedRecord = Omit<TokenRecord, 'model_limits' | 'model_aliases' | 'allow_ips'> & {
  readonly models: number
  readonly addresses: number
}

interface TokenPage {
  readonly offset: number
  readonly limit: number
  /** A field's name, with a minus in front for descending; newest first by default. */
  readonly sort?: string | undefined
}

const listedColumns = [
  ...(['token.id', 'token.user_id', 'token.name', 'token.key_hash', 'token.key_head', 'token.key_tail', 'token.key_enc'] as const),
  ...(['token.row_uid', 'token.status', 'token.group_name', 'token.is_unlimited', 'token.expires_at', 'token.created_at'] as const),
  ...(['token.accessed_at', 'token.deleted_at', 'token.label', 'token.model_limits_enabled', 'token.rate_limit_enabled'] as const),
  ...(['token.rate_limit_period', 'token.rate_limit_count', 'token.rate_limit_success', 'account.posted', 'account.used'] as const),
] as const

/** Tokens of one user with the state of their accounts. */
export async function listTokens(database: Database, filter: TokenFilter, page: TokenPage): Promise<ListedRecord[]> {
  const query = filtered(tokensOf(database), filter)
    .select(listedColumns)
    .select([itemsIn('token.model_limits', ',').as('models'), itemsIn('token.allow_ips', '\n').as('addresses')])
  return sorted(query, page).limit(page.limit).offset(page.offset).execute()
}

/** How many items a stored list has. */
function itemsIn(column: 'token.model_limits' | 'token.allow_ips', separator: string) {
  const text = sql.ref(column)
  return sql<number>`case when ${text} = '' then 0 else length(${text}) - length(replace(${text}, ${separator}, '')) + 1 end`
}

/** One token of one user, whole. */
export async function findToken(database: Database, filter: TokenFilter): Promise<TokenRecord | undefined> {
  return filtered(tokensOf(database), filter).selectAll('token').select(['account.posted', 'account.used']).executeTakeFirst()
}

function sorted<Output>(query: SelectQueryBuilder<Joined, 'token' | 'account', Output>, page: TokenPage) {
  const isDown = page.sort?.startsWith('-') ?? false
  const field = page.sort?.replace(/^-/, '') ?? ''
  const column = isSortable(field) ? sortColumns[field] : undefined
  return (column ? query.orderBy(column, isDown ? 'desc' : 'asc') : query).orderBy('token.id', 'desc')
}

/** How many tokens of each status there are, by its number, as they are shown; the filter's own status does not count. */
export async function countTokensByStatus(database: Database, filter: TokenFilter): Promise<Record<number, number>> {
  const rows = await filtered(tokensOf(database), { ...filter, status: undefined })
    .select((expression) => [shownStatusOf(expression, filter.now).as('shown_status'), expression.fn.countAll().as('count')])
    .groupBy('shown_status')
    .execute()
  const counted = new Map(rows.map((row) => [Number(row.shown_status), Number(row.count)]))
  return Object.fromEntries(Object.values(tokenStatus).map((status) => [status, counted.get(status) ?? 0]))
}

function tokensOf(database: Database) {
  return database.read
    .selectFrom('token')
    .innerJoin('account', (join) => join.onRef('account.owner_id', '=', 'token.id').on('account.kind', '=', 'token'))
}

type Joined = Pick<Tables, 'token' | 'account'>
type JoinedExpression = ExpressionBuilder<Joined, 'token' | 'account'>

/** Deleted tokens and those of other users are never found. */
function filtered<Output>(query: SelectQueryBuilder<Joined, 'token' | 'account', Output>, filter: TokenFilter) {
  let narrowed = query.where('token.user_id', '=', filter.userId).where('token.deleted_at', 'is', null)
  if (filter.id !== undefined) narrowed = narrowed.where('token.id', '=', filter.id)
  if (filter.name !== undefined && filter.name !== '') {
    narrowed = narrowed.where(contains('token.name', filter.name))
  }
  if (filter.label !== undefined && filter.label !== '') narrowed = narrowed.where('token.label', '=', filter.label)
  const { key } = filter
  if (key) narrowed = narrowed.where((expression) => hasKey(expression, key))
  const { status } = filter
  return status === undefined ? narrowed : narrowed.where((expression) => hasStatus(expression, status, filter.now))
}

/** Texts of one length are compared, so nothing in them can be a wildcard. */
function hasKey(expression: JoinedExpression, { hash, fragment }: NonNullable<TokenFilter['key']>) {
  const start = fragment.start.slice(0, KEY_END_LENGTH)
  const end = fragment.end.slice(-KEY_END_LENGTH)
  const head = sql<boolean>`substr(${sql.ref('token.key_head')}, 1, ${sql.lit(start.length)}) = ${start}`
  const tail = sql<boolean>`substr(${sql.ref('token.key_tail')}, ${sql.lit(KEY_END_LENGTH + 1 - end.length)}, ${sql.lit(end.length)}) = ${end}`
  // A masked key names one end at least; where it names both, the one that every row has narrows enough.
  const ends = fragment.isMasked ? [end === '' ? head : tail] : [head, tail]
  const isHeadUnknown = expression.and([expression('token.key_head', '=', ''), expression('token.key_enc', '<>', '')])
  return expression.or([expression('token.key_hash', '=', hash), isHeadUnknown, ...ends])
}

/** The same as `shownStatus`, in SQL. */
function shownStatusOf(expression: JoinedExpression, now: number) {
  const isDisabled = expression('token.status', '=', tokenStatus.disabled)
  const isExpired = expression.and([expression('token.expires_at', 'is not', null), expression('token.expires_at', '<=', now)])
  const isExhausted = expression.and([expression('token.is_unlimited', '=', 0), expression('account.posted', '<=', 0)])
  return expression
    .case()
    .when(isDisabled)
    .then(sql.lit(tokenStatus.disabled))
    .when(isExpired)
    .then(sql.lit(tokenStatus.expired))
    .when(isExhausted)
    .then(sql.lit(tokenStatus.exhausted))
    .else(sql.lit(tokenStatus.enabled))
    .end()
}

/** Is a token shown with this status? A number that is not a status matches nothing. */
function hasStatus(expression: JoinedExpression, status: number, now: number) {
  const known = Object.values(tokenStatus).find((one) => one === status) ?? 0
  return sql<boolean>`${shownStatusOf(expression, now)} = ${sql.lit(known)}`
}
