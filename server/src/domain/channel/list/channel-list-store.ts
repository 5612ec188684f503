// Lists of channels: which there are, in which order, and how many.
import type { ChannelSort, TestResult } from '@waystation/contract/channels/channel-list'
import { type ExpressionBuilder, type SelectQueryBuilder, sql } from 'kysely'
import type { Database } from '../../../db/database.ts'
import type { Tables } from '../../../db/tables/tables.ts'
import { containsPattern, isRowId } from '../../like-pattern.ts'
import { contains } from '../../text-search-store.ts'
import { type ChannelWithKeyCount, withKeyCounts } from '../channel-store.ts'

export interface ChannelFilter {
  readonly keyword?: Keyword | undefined
  /** A whole group. */
  readonly group?: string | undefined
  /** A part of a model's name. */
  readonly model?: string | undefined
  readonly type?: number | undefined
  readonly status?: number | undefined
  readonly tested?: TestResult | undefined
  /** Texts of tags as they are stored, of which a channel has one; the empty text: it has no tag. */
  readonly tagTexts?: readonly string[] | undefined
  /** Only these. */
  readonly ids?: readonly number[] | undefined
}

/** An id; a part of the name, address, tags or remark; a whole key or the end of one; or types that are called so. */
interface Keyword {
  readonly text: string
  /** Of the last characters of a key; undefined: too short or too long to be some. */
  readonly keyTail: string | undefined
  readonly keyHash: string
  readonly types: readonly number[]
}

/** By what the database can sort channels, and which way. */
export interface ChannelOrder {
  readonly by: Exclude<ChannelSort, 'failed'>
  readonly isDown: boolean
}

/** Best priority first; of one priority the newest first. */
export const byPriority: ChannelOrder = { by: 'priority', isDown: true }

export interface ChannelPage {
  readonly offset: number
  readonly limit: number
  readonly order: ChannelOrder
}

/** Channels with how many keys they have. */
export async function findChannels(database: Database, filter: ChannelFilter, page: ChannelPage): Promise<ChannelWithKeyCount[]> {
  const query = ordered(filtered(database, filter), page.order).selectAll()
  return withKeyCounts(database.read, await query.limit(page.limit).offset(page.offset).execute())
}

/** Ids of all channels that the filter leaves, in order. */
export async function findIdsInOrder(database: Database, filter: ChannelFilter, order: ChannelOrder): Promise<number[]> {
  return (await ordered(filtered(database, filter), order).select('id').execute()).map(({ id }) => Number(id))
}

/** How many channels of each type the filter leaves. */
export async function countByType(database: Database, filter: ChannelFilter): Promise<Record<number, number>> {
  const rows = await filtered(database, filter)
    .select(['type', (expression) => expression.fn.countAll().as('count')])
    .groupBy('type')
    .execute()
  return Object.fromEntries(rows.map(({ type, count }) => [type, Number(count)]))
}

/** How many channels have each text of tags; the empty text is of those that have none. */
export async function countTagTexts(database: Database, filter: ChannelFilter = {}): Promise<ReadonlyMap<string, number>> {
  const rows = await filtered(database, filter)
    .select(['tag', (expression) => expression.fn.countAll().as('count')])
    .groupBy('tag')
    .execute()
  return new Map(rows.map(({ tag, count }) => [tag, Number(count)]))
}

function filtered(database: Database, filter: ChannelFilter) {
  let query = database.read.selectFrom('channel')
  const { keyword, group, model, type, status, tested, tagTexts, ids } = filter
  if (type !== undefined) query = query.where('type', '=', type)
  if (status !== undefined) query = query.where('status', '=', status)
  if (tested !== undefined) query = query.where((expression) => isTested(expression, tested))
  if (model) query = query.where(contains('models', model))
  if (group)
    query = query.where(sql<boolean>`lower(concat(',', ${sql.ref('group_names')}, ',')) like ${containsPattern(`,${group},`)} escape '!'`)
  if (tagTexts) query = query.where('tag', 'in', orNone(tagTexts, NO_TEXT))
  if (ids) query = query.where('id', 'in', orNone(ids, NO_ID))
  if (keyword && keyword.text !== '') query = query.where((expression) => isFound(expression, keyword))
  return query
}

/** An id and a text of tags that no channel has: databases do not take an empty list. */
const NO_ID = -1
const NO_TEXT = ','
const orNone = <Value>(values: readonly Value[], none: Value): readonly Value[] => (values.length > 0 ? values : [none])

function isFound(expression: ExpressionBuilder<Tables, 'channel'>, { text, keyHash, keyTail, types }: Keyword) {
  const id = /^\d{1,10}$/.test(text) && isRowId(Number(text)) ? Number(text) : NO_ID
  return expression.or([
    expression('id', '=', id),
    contains('name', text),
    contains('base_url', text),
    contains('tag', text),
    contains('remark', text),
    expression('type', 'in', orNone(types, NO_ID)),
    expression('id', 'in', expression.selectFrom('channel_key').select('channel_id').where('key_hash', '=', keyHash)),
    ...(keyTail === undefined
      ? []
      : [expression('id', 'in', expression.selectFrom('channel_key').select('channel_id').where(contains('key_tail', keyTail)))]),
  ])
}

function isTested(expression: ExpressionBuilder<Tables, 'channel'>, result: TestResult) {
  if (result === 'none') return expression('tested_at', '=', 0)
  if (result === 'failed') return expression('test_failure', '<>', '')
  return expression.and([expression('tested_at', '>', 0), expression('test_failure', '=', '')])
}

/** What each order sorts by. A figure that was never read stands behind all others, whichever way. */
const sortKeys = {
  id: [sql.ref('id')],
  name: [sql`lower(${sql.ref('name')})`],
  priority: [sql.ref('priority')],
  weight: [sql.ref('weight')],
  used_quota: [sql.ref('used_quota')],
  response_time: [sql.ref('response_time_ms'), sql.ref('tested_at')],
  test_time: [sql.ref('tested_at'), sql.ref('tested_at')],
  // Decimal text.
  balance: [sql`cast(${sql.ref('balance')} as decimal(30, 10))`, sql.ref('balance_at')],
} as const

function ordered<Output>(query: SelectQueryBuilder<Tables, 'channel', Output>, { by, isDown }: ChannelOrder) {
  const [figure, readAt] = sortKeys[by]
  const known = readAt ? query.orderBy(sql`case when ${readAt} = 0 then 1 else 0 end`) : query
  const sorted = known.orderBy(figure, isDown ? 'desc' : 'asc')
  return by === 'id' ? sorted : sorted.orderBy('id', 'desc')
}
