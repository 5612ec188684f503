// By which clock moments are shown, and days begin: the site's, so that everybody who speaks of "14:32" or of "today" means the same.
import { createStore } from '@tanstack/react-store'
import { wallMs } from '@waystation/contract/values/calendar'

/** The site's zone; undefined until it is known. */
const site = createStore<string | undefined>(undefined)

/** A name of the IANA time zone database; of the browser's zone while the site's is not known. */
export const shownZone = (): string => site.get() ?? Intl.DateTimeFormat().resolvedOptions().timeZone

/** Shows moments by the clock of this zone from now on. What is drawn already stays until it is drawn again. */
export function showZone(zone: string | undefined): void {
  site.setState(() => zone || undefined)
}

/** A zone's name as people write it: `America/New York`. */
export const zoneName = (zone: string): string => zone.replaceAll('_', ' ')

/** Does the reader's own clock show something else at this moment? Then a time needs its zone beside it. */
export const isElsewhere = (ms: number): boolean => offsetMinutes(ms) !== -new Date(ms).getTimezoneOffset()

/** How far the shown clock is from UTC at a moment: `UTC`, `UTC+8`, `UTC-3:30`. */
export function offsetText(ms: number): string {
  const minutes = offsetMinutes(ms)
  if (minutes === 0) return 'UTC'
  const [hours, rest] = [Math.floor(Math.abs(minutes) / 60), Math.abs(minutes) % 60]
  return `UTC${minutes < 0 ? '-' : '+'}${hours}${rest === 0 ? '' : `:${String(rest).padStart(2, '0')}`}`
}

function offsetMinutes(ms: number): number {
  const second = Math.floor(ms / 1000) * 1000
  return Math.round((wallMs(second, shownZone()) - second) / 60_000)
}
