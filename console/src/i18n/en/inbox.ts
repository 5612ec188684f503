import type { Words } from '../words.ts'
import type { inbox as zh } from '../zh/inbox.ts'

export const inbox: Words<typeof zh> = {
  title: 'Inbox',
  counts: '{unread} unread, {total} in total',
  unread: 'Unread',
  readAll: 'Mark all as read',
  newer: 'Previous',
  older: 'Next',
  noneOpen: 'No message open',
  noneOpenText: 'Select a message from the list to read it.',
  emptyTitle: 'No messages',
  emptyText: 'You have not received any messages',
  unknown: 'This message does not exist',
}
