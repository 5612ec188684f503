import { z } from 'zod'
import { endpoint } from '../../channels/endpoint.ts'
import {
  InboxMessage,
  InboxPage,
  MessageCandidatePage,
  MessageDraft,
  MessageEdit,
  Recipient,
  SentMessage,
  SentMessagePage,
  UnreadCount,
} from '../../people/message.ts'
import { byId } from '../../values/id.ts'
import { integerParameter, pageParameter } from '../../values/page.ts'
import { nameText } from '../../values/pasted.ts'

const page = { p: pageParameter, page_size: integerParameter }

export const listInbox = endpoint({
  method: 'GET',
  path: '/api/user/messages',
  summary: "The caller's messages, newest first",
  access: 'user',
  owner: 'own',
  query: z.object(page),
  data: InboxPage,
})

/** Every open tab of the console asks this every half minute. */
export const countUnread = endpoint({
  method: 'GET',
  path: '/api/user/messages/unread_count',
  summary: 'How many messages the caller has not read',
  access: 'user',
  owner: 'own',
  rate: 'poll',
  data: UnreadCount,
})

export const getInboxMessage = endpoint({
  method: 'GET',
  path: '/api/user/messages/{id}',
  summary: "One of the caller's messages; it stays unread",
  access: 'user',
  owner: 'own',
  params: byId,
  data: InboxMessage,
})

export const readInboxMessage = endpoint({
  method: 'PUT',
  path: '/api/user/messages/{id}/read',
  summary: "Mark one of the caller's messages as read; the time of the first call stays",
  access: 'user',
  owner: 'own',
  params: byId,
  data: z.null(),
})

export const readWholeInbox = endpoint({
  method: 'PUT',
  path: '/api/user/messages/read',
  summary: "Mark all of the caller's messages as read",
  access: 'user',
  owner: 'own',
  data: z.null(),
})

export const createMessage = endpoint({
  method: 'POST',
  path: '/api/admin/messages',
  summary: 'Send a message to the named users, to a group or to everyone',
  access: 'admin',
  scope: 'messages',
  audit: 'message.create',
  body: MessageDraft,
  data: SentMessage,
})

export const listMessages = endpoint({
  method: 'GET',
  path: '/api/admin/messages',
  summary: 'All messages that were sent, newest first',
  access: 'admin',
  query: z.object(page),
  data: SentMessagePage,
})

/** A moment of ISO 8601 with its offset, or a day, which counts by UTC. */
const isoDate = z.union([z.iso.datetime({ offset: true }), z.iso.date(), z.literal('')], 'message_date_invalid').default('')

export const searchMessages = endpoint({
  method: 'GET',
  path: '/api/admin/messages/search',
  summary: 'Messages by a part of title or content, and by when they were sent; both dates or none, and both are included',
  access: 'admin',
  query: z
    .object({ keyword: nameText().max(190).default(''), start_date: isoDate, end_date: isoDate, ...page })
    .refine(({ start_date, end_date }) => (start_date === '') === (end_date === ''), {
      path: ['end_date'],
      message: 'message_dates_incomplete',
    }),
  data: SentMessagePage,
})

/** Closed accounts are left out. */
export const listMessageCandidates = endpoint({
  method: 'GET',
  path: '/api/admin/messages/candidates',
  summary: 'Users who can receive a message, by id or a part of their names, and by group; newest first',
  access: 'admin',
  query: z.object({ keyword: nameText().max(190).default(''), group: nameText().default(''), ...page }),
  data: MessageCandidatePage,
})

export const getMessage = endpoint({
  method: 'GET',
  path: '/api/admin/messages/{id}',
  summary: 'One message that was sent',
  access: 'admin',
  params: byId,
  data: SentMessage,
})

export const listRecipients = endpoint({
  method: 'GET',
  path: '/api/admin/messages/{id}/recipients',
  summary: 'The recipients of a message by id: a page, or without a page size the first 10,000',
  access: 'admin',
  params: byId,
  query: z.object(page),
  data: z.array(Recipient),
  extra: z.object({ total: z.number().int() }),
})

export const editMessage = endpoint({
  method: 'PUT',
  path: '/api/admin/messages/{id}',
  summary: 'Change title, content and format of a message; its recipients and what they have read stay',
  access: 'admin',
  scope: 'messages',
  audit: 'message.update',
  params: byId,
  body: MessageEdit,
  data: SentMessage,
})

export const deleteMessage = endpoint({
  method: 'DELETE',
  path: '/api/admin/messages/{id}',
  summary: 'Delete a message from every inbox',
  access: 'admin',
  scope: 'messages',
  audit: 'message.delete',
  params: byId,
  data: z.null(),
})
