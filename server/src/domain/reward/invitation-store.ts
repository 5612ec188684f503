// Whom somebody invited, and what each of them brought.
import type { Database } from '../../db/database.ts'

export interface InvitedRecord {
  readonly id: number
  readonly username: string
  /** Unix seconds. */
  readonly joinedAt: number
  readonly isGone: boolean
  /** Quota units. */
  readonly gift: number
  /** The gift that waits for their first payment. */
  readonly due: number
  /** Shares of what they paid in, without what was taken back with a refund. */
  readonly rebates: number
}

/** A page of those whom somebody invited, the newest first. */
export async function findInvited(
  database: Database,
  inviterId: number,
  page: { offset: number; limit: number },
): Promise<{ rows: InvitedRecord[]; total: number }> {
  const own = database.read.selectFrom('user').where('inviter_id', '=', inviterId)
  const [people, count] = await Promise.all([
    own
      .select(['id', 'username', 'created_at', 'deleted_at', 'inviter_gift_due'])
      .orderBy('id', 'desc')
      .limit(page.limit)
      .offset(page.offset)
      .execute(),
    own.select((user) => user.fn.countAll().as('count')).executeTakeFirstOrThrow(),
  ])
  const ids = people.map(({ id }) => Number(id))
  const [gifts, rebates, takenBack] = await Promise.all([
    findGifts(database, ids),
    findRebates(database, inviterId, ids),
    findTakenBack(database, ids),
  ])
  const rows = people.map(({ id, username, created_at, deleted_at, inviter_gift_due }) => ({
    ...{ id: Number(id), username, joinedAt: Number(created_at), isGone: deleted_at !== null },
    gift: gifts.get(Number(id)) ?? 0,
    due: Number(inviter_gift_due),
    rebates: (rebates.get(Number(id)) ?? 0) - (takenBack.get(Number(id)) ?? 0),
  }))
  return { rows, total: Number(count.count) }
}

type Sums = ReadonlyMap<number, number>

/** Gifts by the person whom they were given for, whose id stands in the entry's ref. */
async function findGifts(database: Database, ids: readonly number[]): Promise<Sums> {
  if (ids.length === 0) return new Map()
  const refs = new Map(ids.map((id) => [`grant:inviter:${id}`, id]))
  const rows = await database.read
    .selectFrom('entry')
    .select(['ref', 'amount'])
    .where('ref', 'in', [...refs.keys()])
    .execute()
  return new Map(rows.map(({ ref, amount }) => [refs.get(ref) ?? 0, Number(amount)]))
}

/** Shares by the person who paid, out of the movements of the inviter's account. */
async function findRebates(database: Database, inviterId: number, ids: readonly number[]): Promise<Sums> {
  if (ids.length === 0) return new Map()
  const rows = await database.read
    .selectFrom('account')
    .innerJoin('account_entry', 'account_entry.account_id', 'account.id')
    .innerJoin('entry', 'entry.ref', 'account_entry.ref')
    .select((entry) => ['entry.actor_id', entry.fn.sum<number | string>('entry.amount').as('amount')])
    .where('account.kind', '=', 'user')
    .where('account.owner_id', '=', inviterId)
    .where('entry.kind', '=', 'rebate')
    .where('entry.actor_id', 'in', ids)
    .groupBy('entry.actor_id')
    .execute()
  return new Map(rows.map(({ actor_id, amount }) => [Number(actor_id), Number(amount)]))
}

/** What of these shares was taken back with orders that were refunded. */
async function findTakenBack(database: Database, ids: readonly number[]): Promise<Sums> {
  if (ids.length === 0) return new Map()
  const rows = await database.read
    .selectFrom('top_up_order')
    .select((order) => ['user_id', order.fn.sum<number | string>('rebate_back').as('amount')])
    .where('user_id', 'in', ids)
    .where('rebate_back', '>', 0)
    .groupBy('user_id')
    .execute()
  return new Map(rows.map(({ user_id, amount }) => [Number(user_id), Number(amount)]))
}
