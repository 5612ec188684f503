import type { LogEntry } from '@waystation/contract/calls/log'
import { logType } from '@waystation/contract/site/status-table'
import { otherOf } from '~/shared/log-row'

/** Is it a model call, or did it want to be one? Other rows are sentences: top-ups, grants, check-ins. */
export const isCall = (row: LogEntry): boolean => row.type === logType.consumption || row.type === logType.error

export const isError = (row: LogEntry): boolean => row.type === logType.error

/** Did the client disconnect before the end? Not an error, so it is shown grey. */
export function hasLeft(row: LogEntry): boolean {
  const { end_reason: end, error_type: type } = otherOf(row)
  return end === 'client_gone' || type === 'client_gone'
}

/** A channel test: free, and in no sum. */
export const isTest = (row: LogEntry): boolean => otherOf(row).is_test === true

/** Did a test of a channel fail? Its row is of the usual type. */
export const isFailedTest = (row: LogEntry): boolean => isTest(row) && otherOf(row).admin_info?.error_detail !== undefined

/** Was it turned away before anything ran? Then it has no end, and its time is ours. */
export function isRefused(row: LogEntry): boolean {
  const { end_reason: end, admin_info: admin } = otherOf(row)
  return isError(row) && end === undefined && (admin?.attempts?.length ?? 0) === 0 && !hasLeft(row)
}

/** Two decimals of a second; what would then be next to nothing, in milliseconds. */
export const secondsText = (ms: number): string => (ms < 100 ? `${Math.round(ms)} ms` : `${(ms / 1000).toFixed(2)} s`)
