// Charged calls as the usage log has them, for charging them again at other prices.
import { logType } from '@waystation/contract/site/status-table'
import type { Database } from '../../../db/database.ts'

/** A charged call: its row of the log, and the text of its details. */
export interface ChargedCall {
  /** Unix seconds. */
  readonly createdAt: number
  readonly userId: number
  readonly username: string
  readonly channelId: number
  readonly group: string
  readonly model: string
  readonly quota: number
  /** JSON, of the shape `LogOther`; empty where the row has no details. */
  readonly other: string
}

/** Rows of one query: they are copied from the reader's thread at once, which blocks for as long as it takes. */
const PAGE_ROWS = 250

export interface ChargedCallsRequest {
  /** Unix seconds, both included. */
  readonly from: number
  readonly to: number
  /** For tests; default: PAGE_ROWS. */
  readonly pageRows?: number
}

/**
 * The calls between two times in pages, newest second first. Pages end with a whole second, since the index of times has no order within one:
 * no call is missed or met twice.
 */
export async function* chargedCalls(
  database: Database,
  { from, to, pageRows = PAGE_ROWS }: ChargedCallsRequest,
): AsyncGenerator<readonly ChargedCall[]> {
  for (let until = to; ; ) {
    const rows = await charges(database, pageRows).where('log.created_at', '>=', from).where('log.created_at', '<=', until).execute()
    const page = rows.map(readCall)
    const oldest = page.at(-1)?.createdAt
    if (oldest === undefined || page.length < pageRows) {
      yield page
      return
    }
    const whole = page.filter(({ createdAt }) => createdAt > oldest)
    if (whole.length > 0) {
      yield whole
      until = oldest
    } else {
      yield* callsOfSecond(database, oldest, pageRows)
      until = oldest - 1
    }
  }
}

/** The calls of one second, where they are more than a page. */
async function* callsOfSecond(database: Database, second: number, pageRows: number): AsyncGenerator<readonly ChargedCall[]> {
  for (let before = Number.MAX_SAFE_INTEGER; ; ) {
    const ofSecond = charges(database, pageRows).clearOrderBy().orderBy('log.id', 'desc').where('log.created_at', '=', second)
    const rows = await ofSecond.where('log.id', '<', before).execute()
    if (rows.length > 0) yield rows.map(readCall)
    const last = rows.at(-1)
    if (!last || rows.length < pageRows) return
    before = Number(last.id)
  }
}

const charges = (database: Database, limit: number) =>
  database.read
    .selectFrom('log')
    .leftJoin('log_detail', 'log_detail.request_id', 'log.request_id')
    .select(['log.id', 'log.created_at', 'log.user_id', 'log.username', 'log.channel_id', 'log.group_name', 'log.model_name', 'log.quota'])
    .select('log_detail.other')
    .where('log.type', '=', logType.consumption)
    .orderBy('log.created_at', 'desc')
    .limit(limit)

type Row = Awaited<ReturnType<ReturnType<typeof charges>['execute']>>[number]

function readCall(row: Row): ChargedCall {
  return {
    createdAt: Number(row.created_at),
    userId: Number(row.user_id),
    username: row.username,
    channelId: Number(row.channel_id),
    group: row.group_name,
    model: row.model_name,
    quota: Number(row.quota),
    other: row.other ?? '',
  }
}

/** What decides the price at a channel. */
export interface PricingChannel {
  readonly type: number
  readonly prefix: string
}

/** All channels by id. */
export async function findPricingChannels(database: Database): Promise<ReadonlyMap<number, PricingChannel>> {
  const rows = await database.read.selectFrom('channel').select(['id', 'type', 'model_prefix']).execute()
  return new Map(rows.map(({ id, type, model_prefix: prefix }) => [Number(id), { type: Number(type), prefix }]))
}

/** A user's group and settings, as stored. */
export async function findPricingUsers(
  database: Database,
  ids: readonly number[],
): Promise<{ id: number; group: string; setting: string }[]> {
  if (ids.length === 0) return []
  const rows = await database.read.selectFrom('user').select(['id', 'group_name', 'setting']).where('id', 'in', ids).execute()
  return rows.map(({ id, group_name: group, setting }) => ({ id: Number(id), group, setting }))
}
