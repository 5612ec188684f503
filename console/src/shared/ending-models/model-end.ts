/** How long before its last day a model is marked. */
const NOTICE_DAYS = 90
const DAY_MS = 86_400_000

/** Has a model ended at its maker, or does it end soon? @param on its last day, `YYYY-MM-DD`; the day counts by UTC */
export function endState(on: string, nowMs: number = Date.now()): 'ended' | 'soon' | 'later' {
  const leftMs = Date.parse(`${on}T00:00:00Z`) + DAY_MS - nowMs
  if (leftMs <= 0) return 'ended'
  return leftMs <= NOTICE_DAYS * DAY_MS ? 'soon' : 'later'
}
