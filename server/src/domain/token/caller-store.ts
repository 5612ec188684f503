import type { BudgetPeriod } from '@waystation/contract/money/budget'
import type { Database } from '../../db/database.ts'
import type { TokenRow } from '../../db/tables/tables.ts'

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
} & BudgetRow<'user'> &
  BudgetRow<'token'>

type BudgetOwner = 'user' | 'token'

/** The columns of the budget of a user or of a token, if there is one. */
type BudgetRow<Owner extends BudgetOwner> = {
  readonly [Column in keyof BudgetFigures as `${Owner}_budget_${Column}`]: BudgetFigures[Column] | null
}

interface BudgetFigures {
  readonly id: number
  readonly account: number
  readonly quota: number
  readonly period: BudgetPeriod
  readonly zone: string
  readonly renews: number
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

/** The budget of the row's user or token; undefined where there is none. */
export function budgetOf<Owner extends BudgetOwner>(
  ofOwner: Owner,
  row: BudgetRow<Owner> & Partial<BudgetRow<BudgetOwner>>,
): BudgetColumns | undefined {
  const owner: BudgetOwner = ofOwner
  const period = row[`${owner}_budget_period`]
  const zone = row[`${owner}_budget_zone`]
  if (!period || !zone) return undefined
  return {
    id: Number(row[`${owner}_budget_id`]),
    accountId: Number(row[`${owner}_budget_account`]),
    quota: Number(row[`${owner}_budget_quota`]),
    period,
    zone,
    renewsAt: Number(row[`${owner}_budget_renews`]),
  }
}

/** What a query selects of a budget that it joined under the name of its owner. */
const budgetSelection = <Owner extends BudgetOwner>(owner: Owner) =>
  [
    `${owner}_budget.id as ${owner}_budget_id`,
    `${owner}_budget.account_id as ${owner}_budget_account`,
    `${owner}_budget.quota as ${owner}_budget_quota`,
    `${owner}_budget.period as ${owner}_budget_period`,
    `${owner}_budget.zone as ${owner}_budget_zone`,
    `${owner}_budget.renews_at as ${owner}_budget_renews`,
  ] as const

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
    ])
    .select(budgetSelection('user'))
    .select(budgetSelection('token'))
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
    .select(budgetSelection('user'))
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
