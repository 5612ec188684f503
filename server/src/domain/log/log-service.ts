// The usage log as people read it. Sources: server-behaviour 8, decisions D38 and D39.

import type { CallLedger, CandidateFact, LogEntry, LogOrder, LogOther, LogStats } from '@waystation/contract/calls/log'
import { AppError, type Language } from '@waystation/contract/errors'
import type { QuotaDisplay } from '@waystation/contract/money/quota'
import { quotaPerUnit } from '@waystation/contract/options/operation'
import { logType } from '@waystation/contract/site/status-table'
import type { z } from 'zod'
import type { Database } from '../../db/database.ts'
import type { Counted } from '../count-up-to.ts'
import { newestFirst } from '../newest-first.ts'
import type { OptionService } from '../option/option-service.ts'
import { quotaDisplay } from '../option/quota-display.ts'
import { findNamed } from '../user/registration/former-names-store.ts'
import { findCallLedger } from './call-ledger-store.ts'
import { logCsv, type ShownLog } from './log-csv.ts'
import type { LogFilter } from './log-filter-store.ts'
import {
  countLogs,
  countOldLogs,
  findByClientId,
  findChannelNames,
  findLogs,
  type LogPageRequest,
  type LogRecord,
  removeOldLogs,
  searchRecentLogs,
  sumLogs,
} from './log-store.ts'
import { logWords } from './log-words.ts'
import { findLogsByCost } from './logs-by-cost-store.ts'
import { apiType } from './row-type.ts'

type WireLog = z.input<typeof LogEntry>

/** The reader: owners do not see what only admins may know. */
interface LogReader {
  readonly language: Language
  readonly isOwn: boolean
}

export interface OrderedPage extends LogPageRequest {
  /** Default: time. */
  readonly order?: LogOrder
}

interface LogSearch {
  readonly userId?: number
  readonly tokenId?: number
  readonly keyword?: string
}

export interface LogService {
  /**
   * A page of rows, the newest first. By cost: charged calls only, the most expensive first; a filter for rows of another kind, which cost
   * nothing, keeps the order of time. `isOwn` leaves out what only admins may know: channels and how they were chosen.
   */
  list(filter: LogFilter, page: OrderedPage, reader: LogReader): Promise<{ items: WireLog[] } & Counted>
  /** All rows that the filter leaves, as lines of CSV, the newest first. Rows that are written meanwhile are left out. */
  csv(filter: LogFilter, reader: LogReader): AsyncIterable<string>
  /** The newest rows that a keyword finds, which is a type or a part of a name; of one user, or of one of their tokens, where they are named. */
  search(query: LogSearch, reader: LogReader): Promise<WireLog[]>
  /** Sums over the filter, channel tests left out; calls and tokens per minute are of the last 60 seconds whatever times the filter names. */
  stats(filter: LogFilter): Promise<LogStats>
  /** The hold and entries of a call. @param userId set: only of this user's calls. @throws AppError not_found */
  ledgerOf(requestId: string, userId?: number): Promise<CallLedger>
  /** How many rows a clean-up would remove. @param before unix seconds. @throws AppError log_time_missing */
  countOld(before: number | undefined): Promise<number>
  /** Removes old rows in small steps, for a while. @throws AppError log_time_missing */
  removeOld(before: number | undefined): Promise<{ count: number; isComplete: boolean }>
}

/** Rows that one transaction of a clean-up removes: calls are settled between two of them. */
const REMOVED_AT_ONCE = 500
/** A clean-up request runs this long before it returns; the caller repeats it until all is removed. */
const REMOVE_FOR_MS = 15_000
const RECENT_SECONDS = 60

export interface LogServiceParts {
  readonly database: Database
  readonly options: Pick<OptionService, 'get'>
  /** Unix milliseconds. */
  readonly now: () => number
}

export function logService(parts: LogServiceParts): LogService {
  return new Logs(parts)
}

class Logs implements LogService {
  readonly #parts: LogServiceParts

  constructor(parts: LogServiceParts) {
    this.#parts = parts
  }

  async list(asked: LogFilter, page: OrderedPage, reader: LogReader) {
    const { database } = this.#parts
    const filter = await this.#byIds(asked)
    const isByCost = page.order === 'cost' && (!filter.type || filter.type === logType.consumption)
    const find = isByCost ? findLogsByCost : findLogs
    const counted = isByCost ? { ...filter, onlyCharges: true } : filter
    const rows = await find(database, filter, page)
    // A page that is not full is the last one. A rare filter reads all there is for its rows, and need not do so again.
    const isLast = rows.length < page.limit && (rows.length > 0 || page.offset === 0)
    const count = isLast ? { total: page.offset + rows.length, has_more: false } : await countLogs(database, counted)
    return { items: (await this.#shown(rows, reader)).map(wireLog), ...count }
  }

  csv(filter: LogFilter, reader: LogReader) {
    return logCsv(this.#batches(filter, reader), { ...reader, quotaPerUnit: this.#parts.options.get(quotaPerUnit) })
  }

  async *#batches(asked: LogFilter, reader: LogReader): AsyncIterable<readonly ShownLog[]> {
    const filter = await this.#byIds(asked)
    const batches = newestFirst((page) => findLogs(this.#parts.database, filter, { offset: 0, ...page }))
    for await (const rows of batches) yield await this.#shown(rows, reader)
  }

  async search({ keyword = '', ...query }: LogSearch, reader: LogReader) {
    const type = /^\d{1,9}$/.test(keyword) ? { type: Number(keyword) } : { text: keyword }
    const { database } = this.#parts
    const namedIds = query.userId === undefined && keyword !== '' ? await findNamed(database, keyword) : []
    return (await this.#shown(await searchRecentLogs(database, { ...query, ...type, namedIds }), reader)).map(wireLog)
  }

  async stats(asked: LogFilter) {
    const { database, now } = this.#parts
    const filter = await this.#byIds(asked)
    const recently = { ...filter, from: Math.floor(now() / 1000) - RECENT_SECONDS, to: undefined }
    const [whole, recent] = await Promise.all([sumLogs(database, filter), sumLogs(database, recently)])
    return {
      quota: whole.quota,
      token_total: whole.input + whole.output,
      token_input: whole.input,
      token_output: whole.output,
      rpm: recent.calls,
      tpm: recent.input + recent.output,
    }
  }

  async #byIds(filter: LogFilter): Promise<LogFilter> {
    return this.#byRequest(await this.#byPerson(filter))
  }

  /** An id is ours, or the one that the client gave its call. */
  async #byRequest(filter: LogFilter): Promise<LogFilter> {
    const { requestId, userId } = filter
    if (!requestId) return filter
    const given = await findByClientId(this.#parts.database, requestId, userId)
    return given.length === 0 ? filter : { ...filter, requestId: undefined, requestIds: [requestId, ...given] }
  }

  /** A name stands for who has it and who had it: their rows carry the names of their times. One that nobody had is looked for as it is. */
  async #byPerson(filter: LogFilter): Promise<LogFilter> {
    if (!filter.username) return filter
    const userIds = await findNamed(this.#parts.database, filter.username)
    return userIds.length === 0 ? filter : { ...filter, username: undefined, userIds }
  }

  async ledgerOf(requestId: string, userId: number | undefined) {
    const found = await findCallLedger(this.#parts.database, requestId, userId)
    if (!found) throw new AppError('not_found', { what: 'log' })
    return found
  }

  async countOld(before: number | undefined) {
    return countOldLogs(this.#parts.database, this.#pastTime(before))
  }

  async removeOld(before: number | undefined) {
    const { database, now } = this.#parts
    const untilMs = now() + REMOVE_FOR_MS
    let count = 0
    for (;;) {
      const removed = await database.run(removeOldLogs, { before: this.#pastTime(before), limit: REMOVED_AT_ONCE })
      count += removed
      if (removed < REMOVED_AT_ONCE) return { count, isComplete: true }
      if (now() > untilMs) return { count, isComplete: false }
    }
  }

  /** A clean-up without a time, or up to one that is to come (as milliseconds are), would be one of everything. */
  #pastTime(before: number | undefined): number {
    if (before === undefined || before <= 0) throw new AppError('log_time_missing')
    if (before * 1000 > this.#parts.now()) throw new AppError('log_time_to_come')
    return before
  }

  async #shown(rows: readonly LogRecord[], reader: LogReader): Promise<ShownLog[]> {
    const { database, options } = this.#parts
    const items = rows.map((row) => ({ row, other: parseOther(row.other) }))
    const named = reader.isOwn ? [] : items.flatMap(({ other }) => candidatesOf(other).map((one) => one.channel_id))
    const names = await findChannelNames(database, [...new Set(named)])
    const display = quotaDisplay(options)
    return items.map(({ row, other }) => shownLog(row, other, names, { ...reader, display }))
  }
}

const wireLog = (row: ShownLog): WireLog => ({ ...row, other: JSON.stringify(row.other) })

function shownLog(
  row: LogRecord,
  other: LogOther,
  names: ReadonlyMap<number, string>,
  { language, isOwn, display }: LogReader & { display: QuotaDisplay },
): ShownLog {
  const { content: _content, ...shown } = isOwn ? withoutChannels(other) : withNames(other, names)
  return {
    id: Number(row.id),
    created_at: Number(row.created_at),
    type: apiType(row.type),
    user_id: row.user_id,
    username: row.username,
    channel: isOwn ? 0 : row.channel_id,
    channel_name: isOwn ? '' : (row.channel_name ?? ''),
    token_id: row.token_id,
    token_name: row.token_name,
    group: row.group_name,
    model_name: row.model_name,
    is_stream: row.is_stream === 1,
    use_time: row.use_time,
    prompt_tokens: Number(row.prompt_tokens),
    completion_tokens: Number(row.completion_tokens),
    quota: Number(row.quota),
    content: logWords({ type: apiType(row.type), other }, language, display),
    client_ip: row.client_ip,
    request_id: row.request_id,
    other: shown,
  }
}

const candidatesOf = (other: LogOther): readonly CandidateFact[] => other.admin_info?.candidates ?? []

/** Candidates are stored by id; a deleted channel has no name any more. */
function withNames(other: LogOther, names: ReadonlyMap<number, string>): LogOther {
  const { admin_info: admin } = other
  if (!admin?.candidates) return other
  const candidates = admin.candidates.map((one) => ({ ...one, channel_name: names.get(one.channel_id) ?? '' }))
  return { ...other, admin_info: { ...admin, candidates } }
}

/** Which channels were tried, and what a vendor replied, is hidden from the caller. */
function withoutChannels({ admin_info: _admin, channel_id: _id, channel_name: _name, ...rest }: LogOther): LogOther {
  return rest
}

function parseOther(text: string | null): LogOther {
  if (text === null) return {}
  try {
    const value: LogOther | null = JSON.parse(text)
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? value : {}
  } catch {
    return {}
  }
}
