import type { StopReason } from '../event.ts'

const reasons: Readonly<Record<string, StopReason>> = {
  STOP: 'stop',
  MAX_TOKENS: 'length',
  SAFETY: 'content-filter',
  RECITATION: 'content-filter',
  BLOCKLIST: 'content-filter',
  PROHIBITED_CONTENT: 'content-filter',
  SPII: 'content-filter',
  MODEL_ARMOR: 'content-filter',
  IMAGE_SAFETY: 'content-filter',
  IMAGE_PROHIBITED_CONTENT: 'content-filter',
  IMAGE_RECITATION: 'content-filter',
}

/** What Google's word for the end of an answer means. It has none for calls: an answer that holds some has stopped for them. */
export function stopReason(raw: string, hasCalls: boolean): StopReason {
  const reason = Object.hasOwn(reasons, raw) ? reasons[raw] : undefined
  return reason === 'stop' && hasCalls ? 'tool-calls' : (reason ?? 'unknown')
}

/** Google's word for a reason of another dialect. */
export const reasonWords: Readonly<Record<StopReason, string>> = {
  stop: 'STOP',
  length: 'MAX_TOKENS',
  'tool-calls': 'STOP',
  'content-filter': 'SAFETY',
  refusal: 'SAFETY',
  pause: 'OTHER',
  unknown: 'OTHER',
}
