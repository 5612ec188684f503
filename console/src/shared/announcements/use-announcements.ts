import { listUserAnnouncements } from '@waystation/contract/api/announcement'
import type { Announcement } from '@waystation/contract/site/announcement'
import { useData } from '~/api/use-data'

/** Milliseconds between two looks while the page is visible. */
const EVERY_MS = 120_000

/** What is announced to users now, newest first; undefined until it is known. */
export function useAnnouncements(): readonly Announcement[] | undefined {
  return useData(listUserAnnouncements, {}, { everyMs: EVERY_MS, freshMs: EVERY_MS / 2, refetchesOnReturn: true }).data
}
