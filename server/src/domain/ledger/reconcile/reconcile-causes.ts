// Do movements other than calls have their causes, and the causes their movements? Codes, check-ins, invitations and payments (I9 to I13).
import type { CheckName } from '@waystation/contract/money/books'
import { type Kysely, sql } from 'kysely'
import type { Tables } from '../../../db/tables/tables.ts'

/** Whose difference it is, for a way there. */
export interface About {
  readonly kind: 'user' | 'request' | 'code' | 'order'
  readonly id: string
}

/** Reports a difference where the two amounts are not the same. */
export type Report = (
  what: readonly [check: CheckName, invariant: string],
  subject: string,
  amounts: readonly [expected: number, found: number],
  about?: About,
) => void

/** Compares what the tables of the causes say with the entries. Returns how many causes of each kind there are. */
export async function compareCauses(
  db: Kysely<Tables>,
  report: Report,
): Promise<Record<'orders' | 'codes' | 'check_ins' | 'invitations', number>> {
  await compareRedemptions(db, report)
  const codes = await redeemed(db)
  await compareByRef(db, { what: ['codes', 'I10'], kind: 'redeem', about: codeOf }, codes, report)
  const checkIns = await checkedIn(db)
  await compareByRef(db, { what: ['check_ins', 'I11'], kind: 'check-in', about: userOf }, checkIns, report)
  let orders = 0
  for (const gateway of ['epay', 'stripe']) {
    const payments = await paid(db, gateway)
    orders += payments.size
    await compareByRef(db, { what: ['orders', 'I9'], kind: gateway, about: orderOf }, payments, report)
  }
  await compareTakenBack(db, report)
  await compareLocked(db, report)
  return { orders, codes: codes.size, check_ins: checkIns.size, invitations: await compareReferrals(db, report) }
}

/** Refs are `redeem:code:user`, `check-in:user:day` and `epay:order`. */
const partOf = (ref: string, at: number) => ref.split(':')[at] ?? ''
const codeOf = (ref: string): About => ({ kind: 'code', id: partOf(ref, 1) })
const userOf = (ref: string): About => ({ kind: 'user', id: partOf(ref, 1) })
const orderOf = (ref: string): About => ({ kind: 'order', id: partOf(ref, 1) })

/** Uses by their rows, never more than were allowed; a code that is no gift has one user. */
async function compareRedemptions(db: Kysely<Tables>, report: Report): Promise<void> {
  const rows = await db
    .selectFrom('redemption')
    .leftJoin('redemption_use', 'redemption_use.redemption_id', 'redemption.id')
    .select(['redemption.id', 'redemption.used_count', 'redemption.is_gift', 'redemption.max_uses'])
    .select((row) => row.fn.count('redemption_use.user_id').as('uses'))
    .groupBy(['redemption.id', 'redemption.used_count', 'redemption.is_gift', 'redemption.max_uses'])
    .having((row) => row.or([row('redemption.used_count', '>', 0), row(row.fn.count('redemption_use.user_id'), '>', 0)]))
    .execute()
  for (const { id, used_count, is_gift, max_uses, uses } of rows) {
    const about = { kind: 'code', id: String(id) } as const
    report(['codes', 'I10'], `uses of code ${id}`, [used_count, Number(uses)], about)
    const most = is_gift === 0 ? 1 : max_uses < 0 ? Number.POSITIVE_INFINITY : max_uses
    if (Number(uses) > most) report(['codes', 'I10'], `most uses of code ${id}`, [most, Number(uses)], about)
  }
}

/** Amounts by the ref of the entry that they caused. */
type Caused = ReadonlyMap<string, number>

async function redeemed(db: Kysely<Tables>): Promise<Caused> {
  const rows = await db.selectFrom('redemption_use').select(['redemption_id', 'user_id', 'quota']).execute()
  return new Map(rows.map((row) => [`redeem:${row.redemption_id}:${row.user_id}`, Number(row.quota)]))
}

async function checkedIn(db: Kysely<Tables>): Promise<Caused> {
  const rows = await db.selectFrom('check_in').select(['user_id', 'day', 'quota']).execute()
  return new Map(rows.map((row) => [`check-in:${row.user_id}:${row.day}`, Number(row.quota)]))
}

async function paid(db: Kysely<Tables>, gateway: string): Promise<Caused> {
  const rows = await db.selectFrom('top_up_order').select(['id', 'quota']).where('gateway', '=', gateway).where('paid_at', '>', 0).execute()
  return new Map(rows.map((row) => [`${gateway}:${row.id}`, Number(row.quota)]))
}

/** Each cause has one entry of its amount, and each entry of the kind has its cause. */
async function compareByRef(
  db: Kysely<Tables>,
  { what, kind, about }: { what: Parameters<Report>[0]; kind: string; about(ref: string): About },
  caused: Caused,
  report: Report,
): Promise<void> {
  const entries = await db.selectFrom('entry').select(['ref', 'amount']).where('kind', '=', kind).execute()
  const moved = new Map(entries.map((entry) => [entry.ref, Number(entry.amount)]))
  for (const ref of new Set([...caused.keys(), ...moved.keys()])) {
    report(what, ref, [caused.get(ref) ?? 0, moved.get(ref) ?? 0], about(ref))
  }
}

/** What was taken back of each order, and of the inviter's share of it, is what its row says, and never more than was credited (I14). */
async function compareTakenBack(db: Kysely<Tables>, report: Report): Promise<void> {
  const orders = await db.selectFrom('top_up_order').select(['id', 'gateway', 'quota', 'quota_back', 'rebate_back']).execute()
  const entries = await db.selectFrom('entry').select(['ref', 'amount']).where('kind', '=', 'refund').execute()
  const taken = new Map<string, number>()
  for (const { ref, amount } of entries) {
    const [of = ''] = /^refund:(rebate:)?\w+:\d+/.exec(ref) ?? []
    taken.set(of, (taken.get(of) ?? 0) + (ref.endsWith(':undo') ? -Number(amount) : Number(amount)))
  }
  for (const { id, gateway, quota, quota_back, rebate_back } of orders) {
    const about = { kind: 'order', id: String(id) } as const
    report(['orders', 'I14'], `taken back of order ${id}`, [taken.get(`refund:${gateway}:${id}`) ?? 0, Number(quota_back)], about)
    report(['orders', 'I14'], `rebate of order ${id}`, [taken.get(`refund:rebate:${gateway}:${id}`) ?? 0, Number(rebate_back)], about)
    if (Number(quota_back) > Number(quota)) report(['orders', 'I14'], `most of order ${id}`, [Number(quota), Number(quota_back)], about)
  }
}

/** What is locked of a user's credit is what their open disputes have locked. */
async function compareLocked(db: Kysely<Tables>, report: Report): Promise<void> {
  const rows = await db
    .selectFrom('top_up_dispute')
    .innerJoin('top_up_order', 'top_up_order.id', 'top_up_dispute.order_id')
    .select(['top_up_order.user_id', (row) => row.fn.sum('quota_locked').as('quota')])
    .groupBy('top_up_order.user_id')
    .execute()
  const wanted = new Map(rows.map(({ user_id, quota }) => [user_id, Number(quota)]))
  const accounts = await db.selectFrom('account').select(['owner_id', 'posted']).where('kind', '=', 'locked').execute()
  const found = new Map(accounts.map(({ owner_id, posted }) => [owner_id, Number(posted)]))
  for (const id of new Set([...wanted.keys(), ...found.keys()]))
    report(['orders', 'I14'], `locked:${id}`, [wanted.get(id) ?? 0, found.get(id) ?? 0], { kind: 'user', id: String(id) })
}

/**
 * What invitations earned in all: gifts and rebates. What lies on a referral account is never negative (I12). Returns how many such accounts
 * there are.
 */
async function compareReferrals(db: Kysely<Tables>, report: Report): Promise<number> {
  const { rows } = await sql<{ id: number; income: number; earned: number }>`
    select ${sql.ref('user.id')} as id, coalesce(${sql.ref('user.invite_income')}, 0) as income, coalesce(earned.amount, 0) as earned
    from ${sql.table('user')}
    left join (
      select account.owner_id as user_id, sum(entry.amount) as amount
      from entry join account on account.id = entry.credit_account
      where entry.kind = 'rebate' or (entry.kind = 'grant' and account.kind = 'referral')
      group by account.owner_id
    ) as earned on earned.user_id = ${sql.ref('user.id')}
    where coalesce(${sql.ref('user.invite_income')}, 0) <> coalesce(earned.amount, 0)
  `.execute(db)
  for (const { id, income, earned } of rows) {
    report(['invitations', 'I13'], `invitation income of user ${id}`, [Number(earned), Number(income)], { kind: 'user', id: String(id) })
  }
  const accounts = await db.selectFrom('account').select(['owner_id', 'posted']).where('kind', '=', 'referral').execute()
  for (const { owner_id, posted } of accounts) {
    if (Number(posted) >= 0) continue
    report(['invitations', 'I12'], `referral:${owner_id}`, [0, Number(posted)], { kind: 'user', id: String(owner_id) })
  }
  return accounts.length
}
