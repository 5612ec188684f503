import { ANNOUNCEMENTS_MAX, type Announcement } from '@waystation/contract/site/announcement'

/** Which announcements were dismissed: by id, the revision that was. Another revision shows again. */
export type Dismissed = Readonly<Record<string, number>>

export const isDismissed = (closed: Dismissed | undefined, { id, revision }: Pick<Announcement, 'id' | 'revision'>): boolean =>
  closed?.[id] === revision

/** The record with one more; no more of them than the server keeps. Keys that are numbers stand in their order, so that the oldest go first. */
export function withDismissed(closed: Dismissed | undefined, { id, revision }: Pick<Announcement, 'id' | 'revision'>): Dismissed {
  const all: Record<string, number> = { ...closed, [id]: revision }
  return Object.fromEntries(Object.entries(all).slice(-ANNOUNCEMENTS_MAX))
}

/** What is stored, as far as it is such a record. */
export function readDismissed(json: unknown): Dismissed | undefined {
  if (typeof json !== 'object' || json === null || Array.isArray(json)) return undefined
  const read: Record<string, number> = {}
  for (const [id, revision] of Object.entries(json)) if (typeof revision === 'number') read[id] = revision
  return read
}
