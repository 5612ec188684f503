import type { ErrorCode, Facts } from '@waystation/contract/errors'
import { channelStatus } from '@waystation/contract/site/status-table'

export interface Cause {
  /** In words, for people who read the database row itself. */
  readonly reason: string
  /** The same as an error of the contract, for readers of another language; absent: the words are a vendor's. */
  readonly error?: { readonly code: ErrorCode; readonly facts: Facts }
}

/** The columns of a channel that the gateway disables. @param time unix seconds */
export const autoDisabled = ({ reason, error }: Cause, time: number) => ({
  status: channelStatus.autoDisabled,
  other_info: JSON.stringify({
    status_reason: reason,
    status_time: time,
    ...(error ? { status_code: error.code, status_facts: error.facts } : {}),
  }),
})
