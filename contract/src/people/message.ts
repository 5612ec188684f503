import { z } from 'zod'
import { UserId } from '../values/id.ts'
import { pageSchema } from '../values/page.ts'
import { nameText } from '../values/pasted.ts'

/** Characters. */
export const MESSAGE_TITLE_MAX = 200
export const MESSAGE_CONTENT_MAX = 50_000
/** Recipients named one by one; more are chosen by their group. */
export const MESSAGE_PICKED_MAX = 5000
/** Recipients that one answer lists. */
export const MESSAGE_RECIPIENTS_MAX = 10_000

export const MessageFormat = z.enum(['markdown', 'html', 'plain'])
export type MessageFormat = z.infer<typeof MessageFormat>

const shared = { id: z.number().int(), title: z.string(), content: z.string(), format: MessageFormat, created_at: z.number().int() }

/** A message in a user's inbox. Times are unix seconds. Source: specification §3, server-behaviour 10.5. */
export const InboxMessage = z.object({ ...shared, read_at: z.number().int().nullable(), is_read: z.boolean() })
export type InboxMessage = z.infer<typeof InboxMessage>

export const InboxPage = pageSchema(InboxMessage)

export const UnreadCount = z.object({ unread_count: z.number().int() })

/** A message as its sender sees it. */
export const SentMessage = z.object({
  ...shared,
  stats: z.object({ total_recipients: z.number().int(), read_count: z.number().int() }),
})
export type SentMessage = z.infer<typeof SentMessage>

export const SentMessagePage = pageSchema(SentMessage)

/** A recipient of a message. */
export const Recipient = z.object({
  user_id: UserId,
  username: z.string(),
  display_name: z.string(),
  /** Null for unread. */
  read_at: z.number().int().nullable(),
})
export type Recipient = z.infer<typeof Recipient>

/** A user who can be chosen as a recipient. */
export const MessageCandidate = z.object({ id: UserId, username: z.string(), display_name: z.string(), group: z.string() })
export type MessageCandidate = z.infer<typeof MessageCandidate>

export const MessageCandidatePage = pageSchema(MessageCandidate)

const words = {
  title: nameText().min(1, 'message_title_required').max(MESSAGE_TITLE_MAX, 'message_title_too_long'),
  content: z.string().trim().min(1, 'message_content_required').max(MESSAGE_CONTENT_MAX, 'message_content_too_long'),
}

/** The body that changes a message; its recipients stay, and its format unless one is sent. */
export const MessageEdit = z.object({ ...words, format: MessageFormat.optional() })
export type MessageEdit = z.infer<typeof MessageEdit>

/** The body that creates a message. Its recipients are the named users, those of a group, or all there are. */
export const MessageDraft = z
  .object({
    ...words,
    format: MessageFormat.default('markdown'),
    user_ids: z.array(UserId).max(MESSAGE_PICKED_MAX, 'message_too_many_picked').default([]),
    group: nameText().max(64).default(''),
    everyone: z.boolean().default(false),
  })
  .refine((draft) => draft.everyone || draft.group !== '' || draft.user_ids.length > 0, {
    path: ['user_ids'],
    message: 'message_recipient_required',
  })
export type MessageDraft = z.infer<typeof MessageDraft>
