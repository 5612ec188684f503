import type { AnnouncementKind } from '@waystation/contract/site/announcement'

/** The tone of a kind, for tags and banners. */
export const announcementTones = { information: 'blue', maintenance: 'amber', warning: 'red' } as const satisfies Record<
  AnnouncementKind,
  string
>
