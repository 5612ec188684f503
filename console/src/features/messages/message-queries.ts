import {
  createMessage,
  deleteMessage,
  editMessage,
  getMessage,
  listMessageCandidates,
  listMessages,
  listRecipients,
  searchMessages,
} from '@waystation/contract/api/people/message'
import type { MessageDraft, MessageEdit, SentMessage } from '@waystation/contract/people/message'
import type { z } from 'zod'
import { type ListSource, list } from '~/api/list'
import { useCall } from '~/api/use-call'

const byPage = list(listMessages, { first: 1 })
const found = list(searchMessages, { first: 1 })

/** The search takes both dates or none: an open end lies beyond every message. */
const FIRST_SECOND = 0
const LAST_SECOND = 253_402_300_799

/** Messages by keyword and by when they were sent. */
export const messageList: ListSource<SentMessage> = {
  key: listMessages.path,
  load(request, signal) {
    const { keyword, from, to } = request.filters
    if (!keyword && !from && !to) return byPage.load(request, signal)
    const dates: Record<string, string> =
      from || to ? { start_date: isoOf(Number(from) || FIRST_SECOND), end_date: isoOf(Number(to) || LAST_SECOND) } : {}
    return found.load({ ...request, filters: { keyword: keyword ?? '', ...dates } }, signal)
  },
}

const isoOf = (unix: number) => new Date(unix * 1000).toISOString()

export const candidateList = list(listMessageCandidates, { first: 1 })

/** What can be done with messages; the list loads again afterwards. */
export function useMessageCalls() {
  const create = useCall(createMessage, { refreshes: [listMessages], done: 'message.createdToast', isQuiet: true })
  const edit = useCall(editMessage, { refreshes: [listMessages, getMessage], done: 'message.updatedToast', isQuiet: true })
  const remove = useCall(deleteMessage, { refreshes: [listMessages, listRecipients], done: 'message.deletedToast' })
  return {
    create: (body: z.input<typeof MessageDraft>) => create.run({ body }),
    edit: (id: number, body: z.input<typeof MessageEdit>) => edit.run({ params: { id }, body }),
    remove: (id: number) => remove.run({ params: { id } }),
  }
}
