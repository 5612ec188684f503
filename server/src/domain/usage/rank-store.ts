// Who used most: channels, users and tokens.
import { MAX_RANKED_MODELS, type UsageOrder } from '@waystation/contract/calls/data'
import { sql } from 'kysely'
import type { Database } from '../../db/database.ts'
import { toRowId } from '../like-pattern.ts'
import { findChannelNames } from '../log/log-store.ts'
import { type PartsQuery, usageParts } from './usage-parts-store.ts'
import { tokensOf } from './usage-series.ts'
import { daysOf, type Span } from './usage-span.ts'
import { isUsed, read, type SumRow, sizes, sums, sumsWithin } from './usage-store.ts'

export interface RankQuery {
  readonly span: Span
  readonly order: UsageOrder
  readonly limit: number
}

/** What a user or a channel used. */
export interface RankedSum {
  readonly id: number
  /** The present name; empty: there is no user of this id any more. */
  readonly name: string
  readonly quota: number
  readonly calls: number
  readonly tokens: number
}

/** The channels through which most was used. */
export async function rankChannels(database: Database, query: RankQuery & Pick<PartsQuery, 'zone'>): Promise<RankedSum[]> {
  const rows = await (await usageParts(database, 'channel', {}, query))
    .select([...sums, 'name'])
    .groupBy('name')
    .orderBy(sizes[query.order], 'desc')
    .orderBy('name')
    .limit(query.limit)
    .execute()
  return ranked(
    rows.map(({ name, ...row }) => ({ ...row, id: Number(name) })),
    (ids) => findChannelNames(database, ids),
  )
}

/** The users with the most usage: whole days from the daily sums, the quarters before and after from those by the quarter. */
export async function rankUsers(database: Database, query: RankQuery): Promise<RankedSum[]> {
  const { days, edges } = daysOf(query.span)
  const quarters = (span: Span) => sumsWithin(database, {}, 'usage_quarter', span).select('user_id').groupBy('user_id')
  let parts = database.read
    .selectFrom('usage_user_day')
    .select([...sums, 'user_id'])
    .where('day', '>=', days.from)
    .where('day', '<', days.to)
    .groupBy('user_id')
  for (const edge of edges) parts = parts.unionAll(quarters(edge))
  const rows = await database.read
    .selectFrom(parts.as('part'))
    .select([...sums, 'user_id as id'])
    .groupBy('user_id')
    .orderBy(sizes[query.order], 'desc')
    .orderBy('user_id')
    .limit(query.limit)
    .execute()
  return ranked(rows, (ids) => findUserNames(database, ids))
}

/** A token with its owner. */
export interface RankedToken extends RankedSum {
  readonly userId: number
  /** Empty: there is no such user any more. */
  readonly username: string
}

/** The tokens that were used most, as users are ranked. @param userId whose; absent: everybody's */
export async function rankTokens(database: Database, query: RankQuery, userId?: number): Promise<RankedToken[]> {
  const { days, edges } = userId === undefined ? daysOf(query.span) : { days: undefined, edges: [query.span] }
  const columns = ['calls', 'prompt_tokens', 'completion_tokens', 'quota', 'token_id', 'user_id'] as const
  const quarters = ({ from, to }: Span) => {
    const within = database.read.selectFrom('usage_token_quarter').select(columns).where('quarter', '>=', from).where('quarter', '<', to)
    return userId === undefined ? within : within.where('user_id', '=', toRowId(userId))
  }
  const ofDays = ({ from, to }: Span) =>
    database.read.selectFrom('usage_token_day').select(columns).where('day', '>=', from).where('day', '<', to)
  const [first = quarters(query.span), ...others] = [...(days ? [ofDays(days)] : []), ...edges.map(quarters)]
  const rows = await database.read
    .selectFrom(others.reduce((all, part) => all.unionAll(part), first).as('part'))
    .select([...sums, 'token_id as id', 'user_id'])
    .groupBy(['token_id', 'user_id'])
    .orderBy(sizes[query.order], 'desc')
    .orderBy('token_id')
    .orderBy('user_id')
    .limit(query.limit)
    .execute()
  const [names, users] = await Promise.all([
    findTokenNames(
      database,
      rows.map(({ id }) => Number(id)),
    ),
    findUserNames(
      database,
      rows.map(({ user_id }) => Number(user_id)),
    ),
  ])
  return rows
    .map((row) => ({ id: Number(row.id), userId: Number(row.user_id), used: read(row) }))
    .filter(({ used }) => isUsed(used))
    .map(({ id, userId: owner, used }) => ({
      ...{ id, name: names.get(id) ?? '', userId: owner, username: users.get(owner) ?? '' },
      ...{ quota: used.quota, calls: used.calls, tokens: tokensOf(used) },
    }))
}

/** What the labels of a token's owner used, the most first; the empty one stands for what has none. @param userId whose */
export async function rankLabels(
  database: Database,
  query: Omit<RankQuery, 'limit'>,
  userId: number,
): Promise<{ label: string; quota: number; calls: number; tokens: number }[]> {
  const label = sql<string>`coalesce(token.label, '')`
  const rows = await database.read
    .selectFrom('usage_token_quarter')
    .leftJoin('token', 'token.id', 'usage_token_quarter.token_id')
    .select([...sums, label.as('token_label')])
    .where('usage_token_quarter.user_id', '=', toRowId(userId))
    .where('quarter', '>=', query.span.from)
    .where('quarter', '<', query.span.to)
    .groupBy(label)
    .orderBy(sizes[query.order], 'desc')
    .orderBy(label)
    .execute()
  if (rows.every(({ token_label }) => token_label === '')) return []
  return rows
    .map((row) => ({ label: row.token_label, used: read(row) }))
    .filter(({ used }) => isUsed(used))
    .slice(0, MAX_RANKED_MODELS)
    .map(({ label: name, used }) => ({ label: name, quota: used.quota, calls: used.calls, tokens: tokensOf(used) }))
}

async function ranked(
  rows: readonly (SumRow & { id: number })[],
  findNames: (ids: readonly number[]) => Promise<ReadonlyMap<number, string>>,
): Promise<RankedSum[]> {
  const names = await findNames(rows.map(({ id }) => Number(id)))
  return rows
    .map((row) => ({ id: Number(row.id), sums: read(row) }))
    .filter(({ sums }) => isUsed(sums))
    .map(({ id, sums }) => ({ id, name: names.get(id) ?? '', quota: sums.quota, calls: sums.calls, tokens: tokensOf(sums) }))
}

async function findUserNames(database: Database, ids: readonly number[]): Promise<ReadonlyMap<number, string>> {
  if (ids.length === 0) return new Map()
  const rows = await database.read.selectFrom('user').select(['id', 'username']).where('id', 'in', ids).execute()
  return new Map(rows.map(({ id, username }) => [Number(id), username]))
}

/** Present names of tokens that there are, by id. */
async function findTokenNames(database: Database, ids: readonly number[]): Promise<ReadonlyMap<number, string>> {
  if (ids.length === 0) return new Map()
  const rows = await database.read
    .selectFrom('token')
    .select(['id', 'name'])
    .where('id', 'in', ids)
    .where('deleted_at', 'is', null)
    .execute()
  return new Map(rows.map(({ id, name }) => [Number(id), name]))
}
