import {
  createAnnouncement,
  deleteAnnouncement,
  editAnnouncement,
  endAnnouncement,
  getAnnouncement,
  listAnnouncements,
  listUserAnnouncements,
} from '@waystation/contract/api/announcement'
import type { AnnouncementDraft } from '@waystation/contract/site/announcement'
import type { z } from 'zod'
import { list } from '~/api/list'
import { useCall } from '~/api/use-call'

export const announcementList = list(listAnnouncements, { first: 1 })

const refreshes = [listAnnouncements, listUserAnnouncements, getAnnouncement]

/** What can be done with announcements; the list and what is shown above the page load again afterwards. */
export function useAnnouncementCalls() {
  const create = useCall(createAnnouncement, { refreshes, done: 'announcement.createdToast', isQuiet: true })
  const edit = useCall(editAnnouncement, { refreshes, done: 'announcement.updatedToast', isQuiet: true })
  const end = useCall(endAnnouncement, { refreshes, done: 'announcement.endedToast' })
  const remove = useCall(deleteAnnouncement, { refreshes: [listAnnouncements, listUserAnnouncements], done: 'announcement.deletedToast' })
  return {
    create: (body: z.input<typeof AnnouncementDraft>) => create.run({ body }),
    edit: (id: number, body: z.input<typeof AnnouncementDraft>) => edit.run({ params: { id }, body }),
    end: (id: number) => end.run({ params: { id } }),
    remove: (id: number) => remove.run({ params: { id } }),
  }
}
