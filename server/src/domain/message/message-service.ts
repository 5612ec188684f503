// Messages that admins write and users read. A message of somebody else does not exist for a user. Sources: server-behaviour 10.5,
// specification sections 2, 5 and 7.
import { AppError } from '@waystation/contract/errors'
import {
  type InboxMessage,
  type MessageCandidate,
  type MessageDraft,
  type MessageEdit,
  MessageFormat,
  type Recipient,
  type SentMessage,
} from '@waystation/contract/people/message'
import { userId } from '@waystation/contract/values/id'
import type { Database } from '../../db/database.ts'
import { isRowId } from '../like-pattern.ts'
import {
  type CandidateFilter,
  countCandidates,
  countInbox,
  countMessages,
  createMessage,
  deleteMessage,
  editMessage,
  findCandidates,
  findInbox,
  findMessages,
  findRecipients,
  type MessageFilter,
  type MessageRecord,
  readAllMessages,
  readMessage,
} from './message-store.ts'

interface Reader {
  readonly id: number
}

interface PageAsked {
  readonly offset: number
  readonly limit: number
}

interface Found<Item> {
  readonly items: Item[]
  readonly total: number
}

export interface MessageService {
  inbox(reader: Reader, page: PageAsked): Promise<Found<InboxMessage>>
  /** Leaves it unread. @throws AppError not_found */
  open(reader: Reader, id: number): Promise<InboxMessage>
  /** The first time stays. @throws AppError not_found */
  markRead(reader: Reader, id: number): Promise<void>
  markAllRead(reader: Reader): Promise<void>
  countUnread(reader: Reader): Promise<number>
  /** @throws AppError message_recipient_unknown or message_group_empty */
  send(author: Reader, draft: MessageDraft): Promise<SentMessage>
  list(filter: MessageFilter, page: PageAsked): Promise<Found<SentMessage>>
  /** @throws AppError not_found */
  get(id: number): Promise<SentMessage>
  /** @throws AppError not_found */
  recipients(id: number, page: PageAsked): Promise<Found<Recipient>>
  candidates(filter: CandidateFilter, page: PageAsked): Promise<Found<MessageCandidate>>
  /** @throws AppError not_found */
  edit(id: number, edit: MessageEdit): Promise<{ before: SentMessage; after: SentMessage }>
  /** @throws AppError not_found */
  remove(id: number): Promise<void>
}

export function messageService({ database }: { readonly database: Database }): MessageService {
  const get = async (id: number) => {
    const [found] = isRowId(id) ? await findMessages(database, { id }, FIRST) : []
    if (!found) throw new AppError('not_found', { what: 'message' })
    return sentMessage(found)
  }
  return {
    async inbox(reader, page) {
      const [rows, total] = await Promise.all([findInbox(database, { userId: reader.id }, page), countInbox(database, reader.id, 'all')])
      return { items: rows.map(inboxMessage), total }
    },
    async open(reader, id) {
      const [found] = await findInbox(database, { userId: reader.id, id }, FIRST)
      if (!found) throw new AppError('not_found', { what: 'message' })
      return inboxMessage(found)
    },
    async markRead(reader, id) {
      await database.run(readMessage, { id, userId: reader.id })
    },
    async markAllRead(reader) {
      await database.run(readAllMessages, { userId: reader.id })
    },
    countUnread: (reader) => countInbox(database, reader.id, 'unread'),
    async send(author, { user_ids, ...draft }) {
      return sentMessage(await database.run(createMessage, { ...draft, authorId: author.id, userIds: [...new Set<number>(user_ids)] }))
    },
    async list(filter, page) {
      const [rows, total] = await Promise.all([findMessages(database, filter, page), countMessages(database, filter)])
      return { items: rows.map(sentMessage), total }
    },
    get,
    async recipients(id, page) {
      const { stats } = await get(id)
      const rows = await findRecipients(database, id, page)
      const items = rows.map(({ user_id, username, display_name, read_at }) => ({
        user_id: userId(Number(user_id)),
        username: username ?? '',
        display_name: display_name ?? '',
        read_at: secondsOf(read_at),
      }))
      return { items, total: stats.total_recipients }
    },
    async candidates(filter, page) {
      const [rows, total] = await Promise.all([findCandidates(database, filter, page), countCandidates(database, filter)])
      const items = rows.map(({ id, username, display_name, group_name }) => ({
        id: userId(Number(id)),
        username,
        display_name,
        group: group_name || 'default',
      }))
      return { items, total }
    },
    async edit(id, edit) {
      const { before, after } = await database.run(editMessage, { id, ...edit })
      return { before: sentMessage(before), after: sentMessage(after) }
    },
    async remove(id) {
      await database.run(deleteMessage, { id })
    },
  }
}

const FIRST: PageAsked = { offset: 0, limit: 1 }

/** Unix seconds, as a number on every database. */
const secondsOf = (stored: number | null) => (stored === null ? null : Number(stored))

function shared({ id, title, content, format, created_at }: Omit<MessageRecord, 'recipient_count' | 'read_count'>) {
  return { id: Number(id), title, content, format: MessageFormat.parse(format), created_at: Number(created_at) }
}

function inboxMessage(row: MessageRecord & { readonly read_at: number | null }): InboxMessage {
  return { ...shared(row), read_at: secondsOf(row.read_at), is_read: row.read_at !== null }
}

function sentMessage(row: MessageRecord): SentMessage {
  return { ...shared(row), stats: { total_recipients: Number(row.recipient_count), read_count: Number(row.read_count) } }
}
