// The usage log as people read it. Sources: server-behaviour 8, decisions D38 and D39.
import type { Language } from '@waystation/contract/errors'
import type { LogEntry, LogOther, LogStats } from '@waystation/contract/log'
import type { z } from 'zod'
import type { Database } from '../../db/database.ts'
import { countLogs, findLogs, type LogFilter, type LogRecord, sumLogs } from './log-store.ts'
import { logWords } from './log-words.ts'

type WireLog = z.input<typeof LogEntry>

export interface LogService {
  /** A page of rows. `isOwn` leaves out what is the admins' to know: channels and how they were chosen. */
  list(
    filter: LogFilter,
    page: { offset: number; limit: number },
    reader: { language: Language; isOwn: boolean },
  ): Promise<{ items: WireLog[]; total: number }>
  /** Sums over the filter; calls and tokens per minute are of the last 60 seconds whatever times the filter names. */
  stats(filter: LogFilter): Promise<LogStats>
}

const RECENT_SECONDS = 60

/** @param now unix milliseconds */
export function logService({ database, now }: { database: Database; now: () => number }): LogService {
  return {
    async list(filter, page, reader) {
      const [rows, total] = await Promise.all([findLogs(database, filter, page), countLogs(database, filter)])
      return { items: rows.map((row) => wireLog(row, reader)), total }
    },
    async stats(filter) {
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
    },
  }
}

function wireLog(row: LogRecord, { language, isOwn }: { language: Language; isOwn: boolean }): WireLog {
  const other = parseOther(row.other)
  const { content: _content, ...told } = isOwn ? withoutChannels(other) : other
  return {
    id: Number(row.id),
    created_at: Number(row.created_at),
    type: row.type,
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
    content: logWords({ type: row.type, other }, language),
    client_ip: row.client_ip,
    request_id: row.request_id,
    other: JSON.stringify(told),
  }
}

/** Which channels were tried, and what a vendor said, is not the caller's to know. */
function withoutChannels({ admin_info: _admin, channel_id: _id, channel_name: _name, ...rest }: LogOther): LogOther {
  return rest
}

function parseOther(text: string | null): LogOther {
  if (text === null) return {}
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as LogOther) : {}
  } catch {
    return {}
  }
}
