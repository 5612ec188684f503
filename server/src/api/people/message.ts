import {
  countUnread,
  createMessage,
  deleteMessage,
  editMessage,
  getInboxMessage,
  getMessage,
  listInbox,
  listMessageCandidates,
  listMessages,
  listRecipients,
  readInboxMessage,
  readWholeInbox,
  searchMessages,
} from '@waystation/contract/api/people/message'
import { MESSAGE_RECIPIENTS_MAX } from '@waystation/contract/people/message'
import { pageOf } from '@waystation/contract/values/page'
import type { MessageService } from '../../domain/message/message-service.ts'
import { paged } from '../http/paged.ts'
import { type Route, route, withExtra } from '../http/route.ts'

const PAGE_SIZE_MAX = 100
const DAY_SECONDS = 86_400

export const messageRoutes = ({ messages }: { messages: MessageService }): Route[] => [
  route(listInbox, ({ caller, query }) => paged(query, (page) => messages.inbox(caller, page))),
  route(countUnread, async ({ caller }) => ({ unread_count: await messages.countUnread(caller) })),
  route(getInboxMessage, ({ caller, params }) => messages.open(caller, params.id)),
  route(readInboxMessage, async ({ caller, params }) => {
    await messages.markRead(caller, params.id)
    return null
  }),
  route(readWholeInbox, async ({ caller }) => {
    await messages.markAllRead(caller)
    return null
  }),
  route(createMessage, async ({ caller, body, audit }) => {
    const sent = await messages.send(caller, body)
    const { user_ids, group, everyone } = body
    audit({ target: String(sent.id), after: { ...sent, to: everyone ? { everyone } : { user_ids, group } } })
    return sent
  }),
  route(listMessages, ({ query }) => paged(query, (page) => messages.list({}, page))),
  route(searchMessages, ({ query: { keyword, start_date, end_date, ...asked } }) => {
    const filter = { keyword, from: firstSecond(start_date), to: lastSecond(end_date) }
    return paged(asked, (page) => messages.list(filter, page))
  }),
  route(listMessageCandidates, ({ query: { keyword, group, ...asked } }) =>
    paged(asked, (page) => messages.candidates({ keyword, group }, page)),
  ),
  route(getMessage, ({ params }) => messages.get(params.id)),
  route(listRecipients, async ({ params, query }) => {
    const { size, offset } = pageOf({ number: query.p, size: query.page_size }, { first: 1, maxSize: PAGE_SIZE_MAX })
    const page = query.page_size === undefined ? { offset: 0, limit: MESSAGE_RECIPIENTS_MAX } : { offset, limit: size }
    const { items, total } = await messages.recipients(params.id, page)
    return withExtra(items, { total })
  }),
  route(editMessage, async ({ params, body, audit }) => {
    const { before, after } = await messages.edit(params.id, body)
    audit({ before, after })
    return after
  }),
  route(deleteMessage, async ({ params, audit }) => {
    const before = await messages.get(params.id)
    await messages.remove(params.id)
    audit({ before })
    return null
  }),
]

/** Unix seconds of the first second that counts; undefined for no date. */
function firstSecond(date: string): number | undefined {
  return date === '' ? undefined : Math.ceil(Date.parse(date) / 1000)
}

/** Unix seconds of the last second that counts; a day counts to its end. */
function lastSecond(date: string): number | undefined {
  if (date === '') return undefined
  const seconds = Math.floor(Date.parse(date) / 1000)
  return date.includes('T') ? seconds : seconds + DAY_SECONDS - 1
}
