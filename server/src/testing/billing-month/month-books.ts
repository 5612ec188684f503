// What the entries of the ledger come to: the one side of every comparison. Nothing is read from sums that the program keeps.
import { sql } from 'kysely'
import type { Database } from '../../db/database.ts'

export const DAY = 86_400

/** What calls of one kind cost one user on one day, by the entries of their holds. */
export interface Charge {
  readonly userId: number
  readonly tokenId: number
  readonly model: string
  readonly channelId: number
  /** Start of the hour, unix seconds. */
  readonly hour: number
  readonly quota: number
}

export interface Moved {
  readonly kind: string
  readonly accountKind: string
  readonly ownerId: number
  /** Credits less debits. */
  readonly amount: number
}

export interface Books {
  readonly charges: readonly Charge[]
  readonly moved: readonly Moved[]
}

export async function readBooks({ read }: Database): Promise<Books> {
  // The hold of a call names its token; its row of the log, by the same id, model, channel and hour. The amounts are those of the entries.
  const charges = await sql<{ user_id: number; token_id: number; model: string; channel: number; hour: number; quota: number }>`
    select charged.user_id as user_id, coalesce(log.token_id, 0) as token_id, coalesce(log.model_name, '?') as model,
      coalesce(log.channel_id, 0) as channel, coalesce(log.created_at - (log.created_at % 3600), 0) as hour, sum(charged.amount) as quota
    from (
      select entry.hold_id as hold_id, coalesce(debit.owner_id, credit.owner_id) as user_id,
        sum(case when debit.id is not null then entry.amount else -entry.amount end) as amount
      from entry
      left join account as debit on debit.id = entry.debit_account and debit.kind = 'user'
      left join account as credit on credit.id = entry.credit_account and credit.kind = 'user'
      where entry.kind in ('settle', 'recover', 'correct') and (debit.id is not null or credit.id is not null)
      group by entry.hold_id, coalesce(debit.owner_id, credit.owner_id)
    ) as charged
    left join log on log.request_id = charged.hold_id and log.type = 2
    group by charged.user_id, coalesce(log.token_id, 0), coalesce(log.model_name, '?'), coalesce(log.channel_id, 0),
      coalesce(log.created_at - (log.created_at % 3600), 0)
  `.execute(read)
  const moved = await sql<{ kind: string; account_kind: string; owner_id: number; amount: number }>`
    select side.kind as kind, account.kind as account_kind, account.owner_id as owner_id, sum(side.amount) as amount
    from (
      select kind, credit_account as account_id, amount from entry
      union all select kind, debit_account, -amount from entry
    ) as side
    join account on account.id = side.account_id
    group by side.kind, account.kind, account.owner_id
  `.execute(read)
  return {
    charges: charges.rows.map((row) => ({
      ...{ userId: Number(row.user_id), tokenId: Number(row.token_id), model: row.model, channelId: Number(row.channel) },
      ...{ hour: Number(row.hour), quota: Number(row.quota) },
    })),
    moved: moved.rows.map((row) => ({
      ...{ kind: row.kind, accountKind: row.account_kind, ownerId: Number(row.owner_id), amount: Number(row.amount) },
    })),
  }
}

export interface ChargeFilter extends Partial<Omit<Charge, 'hour' | 'quota'>> {
  /** Start of the day, unix seconds. */
  readonly day?: number
}

export function chargedIn({ charges }: Books, { day, ...same }: ChargeFilter = {}): number {
  const wanted = Object.entries(same)
  return charges
    .filter(({ hour }) => day === undefined || (hour >= day && hour < day + DAY))
    .filter((charge) => wanted.every(([name, value]) => charge[name as keyof Charge] === value))
    .reduce((sum, { quota }) => sum + quota, 0)
}

/** What movements of these kinds came to for accounts of a kind; without an owner for all of them together. */
export const movedIn = ({ moved }: Books, kinds: readonly string[] | 'all', accountKind: string, ownerId?: number): number =>
  moved
    .filter((one) => (kinds === 'all' || kinds.includes(one.kind)) && one.accountKind === accountKind)
    .filter((one) => ownerId === undefined || one.ownerId === ownerId)
    .reduce((sum, { amount }) => sum + amount, 0)
