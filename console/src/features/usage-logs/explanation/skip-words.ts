import type { CandidateFact, LogEntry } from '@waystation/contract/calls/log'
import type { Text, TextFacts, TextKey } from '~/i18n'
import type { Language } from '~/i18n/language'
import { otherOf, totalMs } from '~/shared/log-row'
import { timeText } from '~/ui/kit'

/** Why a channel was passed over, in words; undefined when it was not. */
export function skipWords(candidate: CandidateFact, row: LogEntry, t: Text, language: Language): string | undefined {
  const { skipped, since = 0, reason = '' } = candidate
  if (skipped === undefined) return undefined
  const facts: TextFacts = {
    reason: reason || '–',
    time: timeText(since, 'short', language),
    group: row.group,
    groups: (candidate.groups ?? []).join(', '),
    name: candidate.served_as ?? '',
    endpoint: otherOf(row).endpoint ?? '',
    limit: candidate.input_limit ?? 0,
    seconds: candidate.wait_seconds ?? 0,
    until: untilText(candidate.wait_seconds ?? 0, row, language),
  }
  return t(keyOf(candidate, skipped), facts)
}

/** Until when it waited: the wait is counted from when the call was planned, and the row is written at its end. */
const untilText = (waitSeconds: number, row: LogEntry, language: Language): string =>
  timeText(row.created_at - Math.round(totalMs(row) / 1000) + waitSeconds, 'clock', language)

/** ` (14:32:07)`; empty where nothing is waited for. */
export function untilWords(waitSeconds: number | undefined, row: LogEntry, language: Language): string {
  return waitSeconds === undefined ? '' : ` (${untilText(waitSeconds, row, language)})`
}

/** What more is known makes the words more exact. */
function keyOf({ since, input_limit: limit, wait_seconds: wait }: CandidateFact, skipped: NonNullable<CandidateFact['skipped']>): TextKey {
  if (skipped === 'not_listed' && since !== undefined) return 'log.skip.not_listed_since'
  if (skipped === 'context_length_exceeded' && limit !== undefined) return 'log.skip.context_length_of'
  if ((skipped === 'keys_cooling' || skipped === 'failing' || skipped === 'silent' || skipped === 'full') && wait !== undefined)
    return `log.skip.${skipped}_for`
  return `log.skip.${skipped}`
}
