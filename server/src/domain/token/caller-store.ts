import type { BudgetPeriod } from '@waystation/contract/budget'
import type { Database } from '../../db/database.ts'
import type { TokenRow } from '../../db/tables.ts'

/** A token with its owner and both accounts, in one row. */
export type CallerRow = Omit<
  TokenRow,
  'id' | 'deleted_at' | 'key_hash' | 'key_head' | 'key_tail' | 'key_enc' | 'row_uid' | 'created_at' | 'accessed_at'
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
} & UserBudgetRow &
  TokenBudgetRow

/** The columns of a user's budget, if there is one. */
interface UserBudgetRow {
  readonly user_budget_id: number | null
  readonly user_budget_account: number | null
  readonly user_budget_quota: number | null
  readonly user_budget_period: BudgetPeriod | null
  readonly user_budget_zone: string | null
  readonly user_budget_renews: number | null
}

/** The columns of a token's budget, if there is one. */
interface TokenBudgetRow {
  readonly token_budget_id: number | null
  readonly token_budget_account: number | null
  readonly token_budget_quota: number | null
  readonly token_budget_period: BudgetPeriod | null
  readonly token_budget_zone: string | null
  readonly token_budget_renews: number | null
}

/** A budget as a call needs it. */
export interface BudgetColumns {
  readonly id: number
  readonly accountId: number
  /** Quota units per period. */
  readonly quota: number
  readonly period: BudgetPeriod
  readonly zone: string
  /** Unix seconds. */
  readonly renewsAt: number
}

/** The user's budget; undefined where there is none. */
export function userBudgetOf(row: UserBudgetRow): BudgetColumns | undefined {
  const { user_budget_id, user_budget_account, user_budget_quota, user_budget_period, user_budget_zone, user_budget_renews } = row
  return budgetOf(user_budget_period, user_budget_zone, [user_budget_id, user_budget_account, user_budget_quota, user_budget_renews])
}

/** The token's budget; undefined where there is none. */
export function tokenBudgetOf(row: TokenBudgetRow): BudgetColumns | undefined {
  const { token_budget_id, token_budget_account, token_budget_quota, token_budget_period, token_budget_zone, token_budget_renews } = row
  return budgetOf(token_budget_period, token_budget_zone, [token_budget_id, token_budget_account, token_budget_quota, token_budget_renews])
}

function budgetOf(period: BudgetPeriod | null, zone: string | null, numbers: readonly (number | null)[]): BudgetColumns | undefined {
  if (period === null || zone === null) return undefined
  const [id = 0, accountId = 0, quota = 0, renewsAt = 0] = numbers.map(Number)
  return { id, accountId, quota, period, zone, renewsAt }
}

/** The live token of this hash, with its owner. */
export async function findCaller(database: Database, keyHash: string): Promise<CallerRow | undefined> {
  return database.read
    .selectFrom('token')
    .innerJoin('user', 'user.id', 'token.user_id')
    .innerJoin('account as user_account', (join) =>
      join.onRef('user_account.owner_id', '=', 'user.id').on('user_account.kind', '=', 'user'),
    )
    .innerJoin('account as token_account', (join) =>
      join.onRef('token_account.owner_id', '=', 'token.id').on('token_account.kind', '=', 'token'),
    )
    .leftJoin('budget as user_budget', (join) =>
      join.onRef('user_budget.owner_id', '=', 'user.id').on('user_budget.owner_kind', '=', 'user'),
    )
    .leftJoin('budget as token_budget', (join) =>
      join.onRef('token_budget.owner_id', '=', 'token.id').on('token_budget.owner_kind', '=', 'token'),
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
      'user_budget.id as user_budget_id',
      'user_budget.account_id as user_budget_account',
      'user_budget.quota as user_budget_quota',
      'user_budget.period as user_budget_period',
      'user_budget.zone as user_budget_zone',
      'user_budget.renews_at as user_budget_renews',
      'token_budget.id as token_budget_id',
      'token_budget.account_id as token_budget_account',
      'token_budget.quota as token_budget_quota',
      'token_budget.period as token_budget_period',
      'token_budget.zone as token_budget_zone',
      'token_budget.renews_at as token_budget_renews',
    ])
    .where('token.key_hash', '=', keyHash)
    .where('token.deleted_at', 'is', null)
    .executeTakeFirst()
}

/** A user with their account, for calls that no token pays for. */
export async function findPayer(database: Database, userId: number) {
  return database.read
    .selectFrom('user')
    .innerJoin('account', (join) => join.onRef('account.owner_id', '=', 'user.id').on('account.kind', '=', 'user'))
    .leftJoin('budget as user_budget', (join) =>
      join.onRef('user_budget.owner_id', '=', 'user.id').on('user_budget.owner_kind', '=', 'user'),
    )
    .select(['user.username', 'user.role', 'user.status', 'user.group_name', 'user.language', 'user.setting', 'account.id as account_id'])
    .select([
      'user_budget.id as user_budget_id',
      'user_budget.account_id as user_budget_account',
      'user_budget.quota as user_budget_quota',
      'user_budget.period as user_budget_period',
      'user_budget.zone as user_budget_zone',
      'user_budget.renews_at as user_budget_renews',
    ])
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
