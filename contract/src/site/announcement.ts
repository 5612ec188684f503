// What admins tell everybody, or all users, for a time.
import { z } from 'zod'
import { pageSchema } from '../values/page.ts'
import { nameText } from '../values/pasted.ts'

/** Characters. */
export const ANNOUNCEMENT_TITLE_MAX = 120
export const ANNOUNCEMENT_TEXT_MAX = 5000
/** Announcements that are kept, those that have ended included. */
export const ANNOUNCEMENTS_MAX = 200
/** The newest ones that are shown at one time. */
export const ANNOUNCEMENTS_SHOWN = 20

export const announcementKinds = ['information', 'maintenance', 'warning'] as const
export type AnnouncementKind = (typeof announcementKinds)[number]

/** Visitors too, or those who are logged in. */
export const announcementAudiences = ['everybody', 'users'] as const
export type AnnouncementAudience = (typeof announcementAudiences)[number]

/** The last second that calendars here can show. */
const LAST_SECOND = 253_402_300_799
const seconds = z.number().int().min(0).max(LAST_SECOND)

/** An announcement as it is read. Times are unix seconds; the text is Markdown, and may be empty. */
export const Announcement = z.object({
  id: z.number().int(),
  title: z.string(),
  text: z.string(),
  kind: z.enum(announcementKinds),
  from: z.number().int(),
  /** Null: until an admin ends it. */
  until: z.number().int().nullable(),
  /** Another one when title, text or kind changed: who dismissed the one before sees it again. */
  revision: z.number().int(),
})
export type Announcement = z.infer<typeof Announcement>

/** The same as admins see it. */
export const StoredAnnouncement = Announcement.extend({ audience: z.enum(announcementAudiences), created_at: z.number().int() })
export type StoredAnnouncement = z.infer<typeof StoredAnnouncement>

export const StoredAnnouncementPage = pageSchema(StoredAnnouncement)

/** The body that creates an announcement, or takes the place of all that one says. */
export const AnnouncementDraft = z
  .object({
    title: nameText().min(1, 'field_required').max(ANNOUNCEMENT_TITLE_MAX, 'field_too_long'),
    text: z.string().trim().max(ANNOUNCEMENT_TEXT_MAX, 'field_too_long').default(''),
    kind: z.enum(announcementKinds).default('information'),
    audience: z.enum(announcementAudiences).default('users'),
    from: seconds,
    until: seconds.nullish().transform((until) => until ?? null),
  })
  .refine(({ from, until }) => until === null || until > from, { path: ['until'], message: 'announcement_ends_first' })
export type AnnouncementDraft = z.infer<typeof AnnouncementDraft>

/** How far an announcement is. @param now unix seconds */
export function announcementState({ from, until }: Pick<Announcement, 'from' | 'until'>, now: number): 'planned' | 'active' | 'ended' {
  if (until !== null && until <= now) return 'ended'
  return from <= now ? 'active' : 'planned'
}
