// Facts of a call from its log row.
import type { LogEntry, LogOther } from '@waystation/contract/calls/log'
import { isObject } from './is-object.ts'

const known = new WeakMap<LogEntry, LogOther>()

/** The `other` object of a row, parsed once per row. */
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
    return isOther(value) ? value : {}
  } catch {
    return {}
  }
}

/** The server wrote it, field by field as in the contract; all of them may be missing. */
function isOther(value: unknown): value is LogOther {
  return isObject(value)
}
