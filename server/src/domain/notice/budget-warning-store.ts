import type { Database } from '../../db/database.ts'
import { locked } from '../../db/locked.ts'
import { writeTask } from '../../db/write-task.ts'
import { isRowId } from '../like-pattern.ts'
import { enqueue, type SealedDelivery } from '../outbox/outbox-store.ts'

/** A budget whose soft limit was reached, and whose it is. */
export interface ReachedBudget {
  readonly budgetId: number
  readonly userId: number
  readonly username: string
  readonly email: string
  readonly language: string
  /** JSON of `UserSetting`. */
  readonly setting: string
  /** Null for the budget of the user. */
  readonly tokenName: string | null
  readonly tokenId: number | null
  /** Quota units. */
  readonly spent: number
  readonly quota: number
  readonly zone: string
  /** Unix seconds. */
  readonly startedAt: number
  readonly renewsAt: number
}

/** The budgets of these users and of their tokens that reached their soft limit in a period in which nobody was told yet. */
export async function findReachedBudgets(database: Database, userIds: readonly number[], nowSeconds: number): Promise<ReachedBudget[]> {
  const rows = await database.read
    .selectFrom('budget')
    .innerJoin('account', 'account.id', 'budget.account_id')
    .leftJoin('token', (join) => join.onRef('token.id', '=', 'budget.owner_id').on('budget.owner_kind', '=', 'token'))
    .innerJoin('user', (join) =>
      join.on((one) =>
        one.or([
          one.and([one('budget.owner_kind', '=', 'user'), one('user.id', '=', one.ref('budget.owner_id'))]),
          one('user.id', '=', one.ref('token.user_id')),
        ]),
      ),
    )
    .select(['budget.id', 'budget.quota', 'budget.zone', 'budget.started_at', 'budget.renews_at', 'budget.used_before', 'account.used'])
    .select([
      'user.id as user_id',
      'user.username',
      'user.email',
      'user.language',
      'user.setting',
      'token.name as token_name',
      'token.id as token_id',
    ])
    .where('user.id', 'in', userIds.filter(isRowId))
    .where('user.deleted_at', 'is', null)
    .where('budget.soft_quota', '>', 0)
    .where('budget.renews_at', '>', nowSeconds)
    .whereRef('budget.warned_for', '<', 'budget.started_at')
    .where((one) => one(one('account.used', '-', one.ref('budget.used_before')), '>=', one.ref('budget.soft_quota')))
    .execute()
  return rows.map((row) => ({
    ...{ budgetId: Number(row.id), userId: Number(row.user_id), username: row.username, email: row.email },
    ...{
      language: row.language,
      setting: row.setting,
      tokenName: row.token_name,
      tokenId: row.token_id === null ? null : Number(row.token_id),
      zone: row.zone,
    },
    ...{ spent: Number(row.used) - Number(row.used_before), quota: Number(row.quota) },
    ...{ startedAt: Number(row.started_at), renewsAt: Number(row.renews_at) },
  }))
}

/** Notes that a period's soft limit was told of, and hands the deliveries to the outbox. False: it was told before. */
export const warnOfBudget = writeTask<{ budgetId: number; startedAt: number; deliveries: readonly SealedDelivery[] }, boolean>(
  'notice.warn-of-budget',
  async (tx, { budgetId, startedAt, deliveries }) => {
    const query = tx.db.selectFrom('budget').select(['started_at', 'warned_for']).where('id', '=', budgetId)
    const row = await locked(tx, query).executeTakeFirst()
    if (!row || Number(row.started_at) !== startedAt || Number(row.warned_for) >= startedAt) return false
    await tx.db.updateTable('budget').set({ warned_for: startedAt }).where('id', '=', budgetId).execute()
    await enqueue(tx, deliveries)
    return true
  },
)
