// Do movements other than calls have their causes, and the causes their movements? Codes, check-ins, invitations and payments (I9 to I13).
import { type Kysely, sql } from 'kysely'
import type { Tables } from '../../db/tables.ts'

/** Reports a difference where the two amounts are not the same. */
export type Report = (invariant: string, subject: string, expected: number, found: number) => void

/** Compares what the tables of the causes say with the entries. */
export async function compareCauses(db: Kysely<Tables>, report: Report): Promise<void> {
  await compareRedemptions(db, report)
  await compareByRef(db, 'I10', 'redeem', await redeemed(db), report)
  await compareByRef(db, 'I11', 'check-in', await checkedIn(db), report)
  await compareByRef(db, 'I9', 'epay', await paid(db, 'epay'), report)
  await compareByRef(db, 'I9', 'stripe', await paid(db, 'stripe'), report)
  await compareReferrals(db, report)
}

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
    report('I10', `uses of code ${id}`, used_count, Number(uses))
    const most = is_gift === 0 ? 1 : max_uses < 0 ? Number.POSITIVE_INFINITY : max_uses
    if (Number(uses) > most) report('I10', `most uses of code ${id}`, most, Number(uses))
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
  const rows = await db
    .selectFrom('top_up_order')
    .select(['id', 'quota'])
    .where('gateway', '=', gateway)
    .where('status', 'in', ['paid', 'refunded'])
    .execute()
  return new Map(rows.map((row) => [`${gateway}:${row.id}`, Number(row.quota)]))
}

/** Each cause has one entry of its amount, and each entry of the kind has its cause. */
async function compareByRef(db: Kysely<Tables>, invariant: string, kind: string, caused: Caused, report: Report): Promise<void> {
  const entries = await db.selectFrom('entry').select(['ref', 'amount']).where('kind', '=', kind).execute()
  const moved = new Map(entries.map((entry) => [entry.ref, Number(entry.amount)]))
  for (const ref of new Set([...caused.keys(), ...moved.keys()])) report(invariant, ref, caused.get(ref) ?? 0, moved.get(ref) ?? 0)
}

/** What invitations earned in all: gifts and rebates. What lies on a referral account is never negative (I12). */
async function compareReferrals(db: Kysely<Tables>, report: Report): Promise<void> {
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
  for (const { id, income, earned } of rows) report('I13', `invitation income of user ${id}`, Number(earned), Number(income))
  const below = await db
    .selectFrom('account')
    .select(['owner_id', 'posted'])
    .where('kind', '=', 'referral')
    .where('posted', '<', 0)
    .execute()
  for (const { owner_id, posted } of below) report('I12', `referral:${owner_id}`, 0, Number(posted))
}
