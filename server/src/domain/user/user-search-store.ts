// Users as admins look for them: by who they are, what they have and when they were last here.
import type { Ranked } from '@waystation/contract/people/rank'
import type { UserSort, UserState } from '@waystation/contract/people/user'
import { isRoot, userStatus } from '@waystation/contract/site/status-table'
import { type ExpressionBuilder, sql } from 'kysely'
import type { Database } from '../../db/database.ts'
import type { Tables } from '../../db/tables/tables.ts'
import { isRowId, toRowId } from '../like-pattern.ts'
import { contains } from '../text-search-store.ts'
import { type UserRecord, withAccounts } from './user-store.ts'

export interface UserFilter {
  readonly id?: number | undefined
  /** Part of a name or an address, or an id. */
  readonly keyword?: string | undefined
  /** A whole group. */
  readonly group?: string | undefined
  readonly role?: number | undefined
  readonly state?: UserState | undefined
  /** Their balance is lower, in quota units. */
  readonly balanceBelow?: number | undefined
  /** They logged in last before this moment, in unix seconds, or never. */
  readonly seenBefore?: number | undefined
  /** Whose search it is: mail addresses that they may not read do not match. */
  readonly viewer?: Ranked | undefined
}

interface UserPage {
  readonly offset: number
  readonly limit: number
  /** Newest first where nothing is said. */
  readonly sort?: UserSort | undefined
}

/** Databases disagree about where nothing stands among numbers. */
const orZero = (column: string) => sql<number>`coalesce(${sql.ref(column)}, 0)`

const sortColumns = {
  balance: orZero('account.posted'),
  used: orZero('account.used'),
  calls: orZero('account.calls'),
  last_login: orZero('user.last_login_at'),
} as const

/** Users, also deleted ones. */
export async function findUsers(database: Database, filter: UserFilter, { offset, limit, sort }: UserPage): Promise<UserRecord[]> {
  const column = sort && sortColumns[sort.replace(/^-/, '') as keyof typeof sortColumns]
  return withAccounts(database)
    .where((expression) => conditions(expression, filter))
    .$if(column !== undefined, (query) => query.orderBy(column ?? orZero('user.id'), sort?.startsWith('-') ? 'desc' : 'asc'))
    .orderBy('user.id', 'desc')
    .limit(limit)
    .offset(offset)
    .execute()
}

export async function countUsers(database: Database, filter: UserFilter): Promise<number> {
  const { count } = await database.read
    .selectFrom('user')
    .leftJoin('account', (join) => join.onRef('account.owner_id', '=', 'user.id').on('account.kind', '=', 'user'))
    .select((expression) => expression.fn.countAll().as('count'))
    .where((expression) => conditions(expression, filter))
    .executeTakeFirstOrThrow()
  return Number(count)
}

type Columns = ExpressionBuilder<Pick<Tables, 'user' | 'account'>, 'user' | 'account'>

function conditions(expression: Columns, { id, keyword, group, role, state, balanceBelow, seenBefore, viewer }: UserFilter) {
  return expression.and([
    ...(id === undefined ? [] : [expression('user.id', '=', toRowId(id))]),
    ...(keyword ? [matching(expression, keyword, viewer)] : []),
    ...(group ? [expression('user.group_name', '=', group)] : []),
    ...(role === undefined ? [] : [expression('user.role', '=', role)]),
    ...(state === undefined ? [] : [standsAs(expression, state)]),
    ...(balanceBelow === undefined ? [] : [expression(orZero('account.posted'), '<', balanceBelow)]),
    ...(seenBefore === undefined ? [] : [expression(orZero('user.last_login_at'), '<', seenBefore)]),
  ])
}

function standsAs(expression: Columns, state: UserState) {
  if (state === 'closed') return expression('user.deleted_at', 'is not', null)
  return expression.and([
    expression('user.deleted_at', 'is', null),
    expression('user.status', state === 'active' ? '=' : '!=', userStatus.active),
  ])
}

/** May this viewer read the record of the row's user? The rule of `mayReadRecord`, in SQL. */
export const isReadableBy = (viewer: Ranked) =>
  isRoot(viewer.role)
    ? sql<boolean>`1 = 1`
    : sql<boolean>`(${sql.ref('user.role')} < ${viewer.role} or ${sql.ref('user.id')} = ${viewer.id})`

function matching(expression: Columns, keyword: string, viewer: Ranked | undefined) {
  const isId = /^\d{1,10}$/.test(keyword) && isRowId(Number(keyword))
  return expression.or([
    ...(isId ? [expression('user.id', '=', Number(keyword))] : []),
    contains('user.username', keyword),
    contains('user.display_name', keyword),
    expression.and([contains('user.email', keyword), ...(viewer === undefined ? [] : [isReadableBy(viewer)])]),
  ])
}
