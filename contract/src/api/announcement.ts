import { z } from 'zod'
import { endpoint } from '../channels/endpoint.ts'
import { Announcement, AnnouncementDraft, StoredAnnouncement, StoredAnnouncementPage } from '../site/announcement.ts'
import { byId } from '../values/id.ts'
import { integerParameter, pageParameter } from '../values/page.ts'

/** Read by every visitor, and answered from memory. */
export const listPublicAnnouncements = endpoint({
  method: 'GET',
  path: '/api/announcements',
  summary: 'The announcements for everybody that are shown now, newest first',
  access: 'public',
  csrf: false,
  rate: 'poll',
  data: z.array(Announcement),
})

export const listUserAnnouncements = endpoint({
  method: 'GET',
  path: '/api/user/announcements',
  summary: 'The announcements for everybody and for users that are shown now, newest first',
  access: 'user',
  rate: 'poll',
  data: z.array(Announcement),
})

export const listAnnouncements = endpoint({
  method: 'GET',
  path: '/api/admin/announcements',
  summary: 'All announcements, those that have ended included, newest first',
  access: 'admin',
  query: z.object({ p: pageParameter, page_size: integerParameter }),
  data: StoredAnnouncementPage,
})

export const getAnnouncement = endpoint({
  method: 'GET',
  path: '/api/admin/announcements/{id}',
  summary: 'One announcement',
  access: 'admin',
  params: byId,
  data: StoredAnnouncement,
})

export const createAnnouncement = endpoint({
  method: 'POST',
  path: '/api/admin/announcements',
  summary: 'Announce something to everybody or to users, from now or from a later time on',
  access: 'admin',
  scope: 'messages',
  audit: 'announcement.create',
  body: AnnouncementDraft,
  data: StoredAnnouncement,
})

export const editAnnouncement = endpoint({
  method: 'PUT',
  path: '/api/admin/announcements/{id}',
  summary: 'Change an announcement',
  access: 'admin',
  scope: 'messages',
  audit: 'announcement.update',
  params: byId,
  body: AnnouncementDraft,
  data: StoredAnnouncement,
})

export const endAnnouncement = endpoint({
  method: 'POST',
  path: '/api/admin/announcements/{id}/end',
  summary: 'End an announcement now; one that has not begun is never shown, one that has ended stays as it is',
  access: 'admin',
  scope: 'messages',
  audit: 'announcement.end',
  params: byId,
  data: StoredAnnouncement,
})

export const deleteAnnouncement = endpoint({
  method: 'DELETE',
  path: '/api/admin/announcements/{id}',
  summary: 'Delete an announcement',
  access: 'admin',
  scope: 'messages',
  audit: 'announcement.delete',
  params: byId,
  data: z.null(),
})
