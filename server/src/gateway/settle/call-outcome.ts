// How a call ended, as the dashboard counts it.
import type { EndReason, LogOther } from '@waystation/contract/calls/log'
import { failureKind } from '@waystation/contract/calls/outcomes'
import type { CallOutcome } from '../../domain/ledger/operation.ts'
import type { Call } from '../types.ts'

/** The answer was as whole as its caller wanted it. */
const WHOLE_ENDS: ReadonlySet<EndReason> = new Set(['done'])

/** @param totalMs of the whole call */
export function callOutcome(
  call: Call,
  other: LogOther,
  { isError, totalMs }: { isError: boolean; totalMs: number },
): CallOutcome | undefined {
  const { end_reason, error_code, status_code, frt, refusals_left_out: refusalsBefore } = other
  if (isError) {
    const kind = failureKind(error_code ?? 'internal_error', error_code === 'client_gone' ? undefined : status_code)
    return { kind, ...(typeof refusalsBefore === 'number' && refusalsBefore > 0 ? { refusalsBefore } : {}) }
  }
  if (end_reason === undefined) return undefined
  if (!WHOLE_ENDS.has(end_reason)) return { kind: end_reason }
  // How long somebody keeps a session open tells nothing of the vendor.
  if (call.endpoint.operation.kind === 'session') return { kind: '' }
  return { kind: '', totalMs, ...(call.facts.isStream && frt !== undefined ? { firstMs: frt } : {}) }
}
