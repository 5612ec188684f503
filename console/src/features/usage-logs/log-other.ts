import type { LogEntry, LogOther } from '@waystation/contract/log'
import { logType } from '@waystation/contract/status-table'

const known = new WeakMap<LogEntry, LogOther>()

/** What stands beside a row, parsed once per row. */
export function otherOf(row: LogEntry): LogOther {
  const before = known.get(row)
  if (before) return before
  const other = parsed(row.other)
  known.set(row, other)
  return other
}

/** Is it a model call, or did it want to be one? Other rows are sentences: top-ups, grants, check-ins. */
export const isCall = (row: LogEntry): boolean => row.type === logType.consumption || row.type === logType.error

export const isError = (row: LogEntry): boolean => row.type === logType.error

/** Did the caller go before the end? Nobody's fault, so it is shown grey. */
export function hasLeft(row: LogEntry): boolean {
  const { end_reason: end, error_type: type } = otherOf(row)
  return end === 'client_gone' || type === 'client_gone'
}

/** A channel test: somebody's own, free, and in no sum. */
export const isTest = (row: LogEntry): boolean => otherOf(row).is_test === true

/** Did a test of a channel fail? Its row is of the usual type. */
export const isFailedTest = (row: LogEntry): boolean => isTest(row) && otherOf(row).admin_info?.error_detail !== undefined

/** Was it turned away before anything ran? Then it has no end, and its time is ours. */
export function isRefused(row: LogEntry): boolean {
  const { end_reason: end, admin_info: admin } = otherOf(row)
  return isError(row) && end === undefined && (admin?.attempts?.length ?? 0) === 0 && !hasLeft(row)
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

/** Two decimals of a second; what would then be next to nothing, in milliseconds. */
export const secondsText = (ms: number): string => (ms < 100 ? `${Math.round(ms)} ms` : `${(ms / 1000).toFixed(2)} s`)

function parsed(text: string): LogOther {
  try {
    const value: unknown = JSON.parse(text || '{}')
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as LogOther) : {}
  } catch {
    return {}
  }
}
