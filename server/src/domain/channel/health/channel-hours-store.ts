// What the log knows of the hour before the server started.
import type { LogOther } from '@waystation/contract/calls/log'
import { logType } from '@waystation/contract/site/status-table'
import type { Database } from '../../../db/database.ts'
import { type ChannelHours, isBrokenEnd } from './channel-hours.ts'
import { isCallersFault } from './status-class.ts'

const HOUR_SECONDS = 3600
/** Rows per statement: reading and taking them apart holds nothing up for longer than some milliseconds. */
const BATCH = 500
/** Where more was going on than this, the memory fills again within minutes. */
const MAX_ROWS = 5000

/**
 * Notes the attempts in the log of the last hour, newest first, up to a bound. Attempts from `before` on are already in memory.
 * @param before unix seconds
 */
export async function readHours(database: Database, hours: ChannelHours, before: number): Promise<void> {
  const from = before - HOUR_SECONDS
  let lastId: number | undefined
  for (let read = 0; read < MAX_ROWS; read += BATCH) {
    const rows = await findCalls(database, { from, before, lastId })
    for (const row of rows) noteRow(hours, row)
    const last = rows.at(-1)
    if (rows.length < BATCH || !last) return void hours.known(from)
    lastId = Number(last.id)
    hours.known(Number(last.created_at))
  }
}

function findCalls(database: Database, { from, before, lastId }: { from: number; before: number; lastId: number | undefined }) {
  let query = database.read
    .selectFrom('log')
    .innerJoin('log_detail', 'log_detail.request_id', 'log.request_id')
    .select(['log.id', 'log.created_at', 'log.is_stream', 'log.use_time', 'log_detail.other'])
    .where('log.created_at', '>=', from)
    .where('log.created_at', '<', before)
    .where('log.type', 'in', [logType.consumption, logType.error])
  if (lastId !== undefined) query = query.where('log.id', '<', lastId)
  return query.orderBy('log.id', 'desc').limit(BATCH).execute()
}

function noteRow(hours: ChannelHours, row: Awaited<ReturnType<typeof findCalls>>[number]): void {
  const { admin_info, end_reason, frt } = readOther(row.other)
  const attempts = admin_info?.attempts ?? []
  attempts.forEach((attempt, index) => {
    const isServing = attempt.error === undefined
    const isLast = index === attempts.length - 1
    const isFailed = isServing ? isLast && end_reason !== undefined && isBrokenEnd(end_reason) : !isCallersFault(attempt.status ?? 0)
    const firstMs = isServing && Number(row.is_stream) === 1 && frt !== undefined ? Math.max(0, frt - attempt.started_ms) : null
    const totalMs = isServing ? row.use_time * 1000 : attempt.took_ms
    hours.note({ channelId: attempt.channel_id, isFailed, firstMs, totalMs }, Number(row.created_at) * 1000)
  })
}

function readOther(text: string): Pick<LogOther, 'admin_info' | 'end_reason' | 'frt'> {
  try {
    return JSON.parse(text)
  } catch {
    return {}
  }
}
