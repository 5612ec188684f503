import type { Announcement } from '@waystation/contract/site/announcement'
import { LocalStore } from '~/session/local-store'
import { readDismissed, withDismissed } from './dismissed-record.ts'

/** What this browser has dismissed. */
export const dismissed = new LocalStore('dismissed_announcements', readDismissed)

export const dismiss = (announcement: Pick<Announcement, 'id' | 'revision'>): void =>
  dismissed.set(withDismissed(dismissed.get(), announcement))
