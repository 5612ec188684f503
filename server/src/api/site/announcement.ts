import {
  createAnnouncement,
  deleteAnnouncement,
  editAnnouncement,
  endAnnouncement,
  getAnnouncement,
  listAnnouncements,
  listPublicAnnouncements,
  listUserAnnouncements,
} from '@waystation/contract/api/announcement'
import type { AnnouncementService } from '../../domain/announcement/announcement-service.ts'
import { paged } from '../http/paged.ts'
import { type Route, route } from '../http/route.ts'

export const announcementRoutes = ({ announcements }: { readonly announcements: AnnouncementService }): Route[] => [
  route(listPublicAnnouncements, () => announcements.shown('everybody')),
  route(listUserAnnouncements, () => announcements.shown('users')),
  route(listAnnouncements, ({ query }) => paged(query, (page) => announcements.list(page))),
  route(getAnnouncement, ({ params }) => announcements.get(params.id)),
  route(createAnnouncement, async ({ caller, body, audit }) => {
    const after = await announcements.create(caller, body)
    audit({ target: String(after.id), after })
    return after
  }),
  route(editAnnouncement, async ({ params, body, audit }) => {
    const { before, after } = await announcements.edit(params.id, body)
    audit({ before, after })
    return after
  }),
  route(endAnnouncement, async ({ params, audit }) => {
    const { before, after } = await announcements.end(params.id)
    audit({ before, after })
    return after
  }),
  route(deleteAnnouncement, async ({ params, audit }) => {
    audit({ before: await announcements.remove(params.id) })
    return null
  }),
]
