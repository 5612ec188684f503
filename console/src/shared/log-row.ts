// What a log row says of its call.
import type { LogEntry, LogOther } from '@waystation/contract/log'

const known = new WeakMap<LogEntry, LogOther>()

/** What stands beside a row, parsed once per row. */
export function otherOf(row: LogEntry): LogOther {
  const before = known.get(row)
  if (before) return before
  const other = parsed(row.other)
  known.set(row, other)
  return other
}

/** Milliseconds of the whole call; rows of older systems know whole seconds only, cut off. */
export function totalMs(row: LogEntry): number {
  const { total_ms: total, frt } = otherOf(row)
  return total ?? Math.max(row.use_time * 1000, frt ?? 0)
}

/** Milliseconds to the first byte of the answer, never more than the whole call took; undefined when there was none. */
export function firstMs(row: LogEntry): number | undefined {
  const { frt } = otherOf(row)
  return frt === undefined || frt < 0 ? undefined : Math.min(frt, totalMs(row))
}

function parsed(text: string): LogOther {
  try {
    const value: unknown = JSON.parse(text || '{}')
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as LogOther) : {}
  } catch {
    return {}
  }
}
