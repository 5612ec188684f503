import type { TimelineLine } from '@waystation/contract/people/timeline'
import type { Language } from '~/i18n/language'
import { timeText } from '~/ui/kit'

export interface TimelineDay {
  /** `2026-11-29`, by this browser's clock. */
  readonly day: string
  readonly lines: readonly TimelineLine[]
}

/** Lines under the day on which they happened, in the order in which they come. */
export function byDay(lines: readonly TimelineLine[], language: Language): TimelineDay[] {
  const days = new Map<string, TimelineLine[]>()
  for (const line of lines) {
    const day = timeText(line.at, 'date', language)
    const own = days.get(day)
    if (own) own.push(line)
    else days.set(day, [line])
  }
  return [...days].map(([day, own]) => ({ day, lines: own }))
}
