import type { StopReason } from '../reply/event.ts'

const reasons: Readonly<Record<string, StopReason>> = {
  COMPLETE: 'stop',
  STOP_SEQUENCE: 'stop',
  MAX_TOKENS: 'length',
  TOOL_CALL: 'tool-calls',
  // Values of version 1, which some clouds that host Cohere's models still send.
  ERROR_TOXIC: 'content-filter',
  ERROR_LIMIT: 'length',
}

/** Values for a failed response, which may break off anywhere. */
const failures: ReadonlySet<string> = new Set(['ERROR', 'TIMEOUT', 'USER_CANCEL'])

/** What Cohere's word for the end of an answer means. Source: Cohere API reference, "finish_reason". */
export function stopReason(raw: string | undefined): StopReason {
  return (raw !== undefined && Object.hasOwn(reasons, raw) ? reasons[raw] : undefined) ?? 'unknown'
}

/** Did the answer end because it failed? */
export function isFailure(raw: string | undefined): boolean {
  return raw !== undefined && failures.has(raw)
}
