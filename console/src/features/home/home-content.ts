import { listPublicAnnouncements } from '@waystation/contract/api/announcement'
import { getHomePageContent } from '@waystation/contract/api/site'
import type { Announcement } from '@waystation/contract/site/announcement'
import { call } from '~/api/call'

export interface HomeContent {
  /** The home page that an admin wrote in place of ours; empty: ours. */
  readonly written: string
  /** For everybody. */
  readonly announcements: readonly Announcement[]
}

/** What the home page shows of what admins wrote. Never rejects: without an answer it is ours, and nothing is announced. */
export async function loadHomeContent(): Promise<HomeContent> {
  const [written, announcements] = await Promise.all([
    call(getHomePageContent).catch(() => ''),
    call(listPublicAnnouncements).catch((): Announcement[] => []),
  ])
  return { written, announcements }
}
