import type { BudgetPeriod, BudgetUnit } from '@waystation/contract/money/budget'
import type { Database } from '../../db/database.ts'
import type { TokenRow } from '../../db/tables/tables.ts'
import { toRowId } from '../like-pattern.ts'

/** A token with its owner and both accounts, in one row. */
export type CallerRow = Omit<
  TokenRow,
  'id' | 'label' | 'deleted_at' | 'key_hash' | 'key_head' | 'key_tail' | 'key_enc' | 'row_uid' | 'created_at' | 'accessed_at'
> & {
  readonly id: number
  readonly username: string
  readonly role: number
  readonly user_status: number
  readonly user_group: string
  readonly language: string
  readonly setting: string
  readonly deleted_at: number | null
  readonly user_account_id: number
  readonly token_account_id: number
}

/** A budget as calls need it. */
export interface BudgetColumns {
  readonly id: number
  readonly owner: { readonly kind: 'user' | 'token'; readonly id: number }
  /** 0: it is not counted in the ledger. */
  readonly accountId: number
  readonly unit: BudgetUnit
  /** Quota units, tokens or calls per period. */
  readonly quota: number
  readonly period: BudgetPeriod
  readonly zone: string
  /** Unix seconds. */
  readonly renewsAt: number
}

/** The budgets of a user, and of a token where one is named. */
export async function findCallerBudgets(database: Database, userId: number, tokenId: number | undefined): Promise<BudgetColumns[]> {
  const rows = await database.read
    .selectFrom('budget')
    .selectAll()
    .where((one) => {
      const ofUser = one.and([one('owner_kind', '=', 'user'), one('owner_id', '=', userId)])
      if (tokenId === undefined) return ofUser
      return one.or([ofUser, one.and([one('owner_kind', '=', 'token'), one('owner_id', '=', tokenId)])])
    })
    .orderBy('id')
    .execute()
  return rows.map((row) => ({
    id: Number(row.id),
    owner: { kind: row.owner_kind, id: row.owner_id },
    accountId: Number(row.account_id),
    unit: row.unit,
    quota: Number(row.quota),
    period: row.period,
    zone: row.zone,
    renewsAt: Number(row.renews_at),
  }))
}

/** The live token of this hash, with its owner. */
export async function findCaller(database: Database, keyHash: string): Promise<CallerRow | undefined> {
  return callers(database).where('token.key_hash', '=', keyHash).executeTakeFirst()
}

/** The live token of this id, with its owner. */
export async function findCallerOfToken(database: Database, tokenId: number): Promise<CallerRow | undefined> {
  return callers(database).where('token.id', '=', toRowId(tokenId)).executeTakeFirst()
}

/** Live tokens with their owners. */
function callers(database: Database) {
  return database.read
    .selectFrom('token')
    .innerJoin('user', 'user.id', 'token.user_id')
    .innerJoin('account as user_account', (join) =>
      join.onRef('user_account.owner_id', '=', 'user.id').on('user_account.kind', '=', 'user'),
    )
    .innerJoin('account as token_account', (join) =>
      join.onRef('token_account.owner_id', '=', 'token.id').on('token_account.kind', '=', 'token'),
    )
    .select([
      'token.id as id',
      'token.user_id as user_id',
      'token.name as name',
      'token.status as status',
      'token.group_name as group_name',
      'token.is_unlimited as is_unlimited',
      'token.expires_at as expires_at',
      'token.rate_limit_enabled as rate_limit_enabled',
      'token.rate_limit_period as rate_limit_period',
      'token.rate_limit_count as rate_limit_count',
      'token.rate_limit_success as rate_limit_success',
      'token.model_limits_enabled as model_limits_enabled',
      'token.model_limits as model_limits',
      'token.model_aliases as model_aliases',
      'token.allow_ips as allow_ips',
      'user.username as username',
      'user.role as role',
      'user.status as user_status',
      'user.group_name as user_group',
      'user.language as language',
      'user.setting as setting',
      'user.deleted_at as deleted_at',
      'user_account.id as user_account_id',
      'token_account.id as token_account_id',
    ])
    .where('token.deleted_at', 'is', null)
}

/** A user with their account, for calls that no token pays for. */
export async function findPayer(database: Database, userId: number) {
  return database.read
    .selectFrom('user')
    .innerJoin('account', (join) => join.onRef('account.owner_id', '=', 'user.id').on('account.kind', '=', 'user'))
    .select(['user.username', 'user.role', 'user.status', 'user.group_name', 'user.language', 'user.setting', 'account.id as account_id'])
    .where('user.id', '=', userId)
    .where('user.deleted_at', 'is', null)
    .executeTakeFirst()
}

/** What is posted to an account and what was spent from it, in quota units; absent for a missing account. */
export async function findFigures(database: Database, accountId: number): Promise<{ left: number; used: number }> {
  const row = await database.read.selectFrom('account').select(['posted', 'used']).where('id', '=', accountId).executeTakeFirst()
  return { left: Number(row?.posted ?? 0), used: Number(row?.used ?? 0) }
}

/** The available balance of each of these accounts, after holds. */
export async function findAvailable(database: Database, accountIds: readonly number[]): Promise<number[]> {
  const rows = await database.read.selectFrom('account').select(['posted', 'held']).where('id', 'in', accountIds).execute()
  return rows.map((row) => Number(row.posted) - Number(row.held))
}
