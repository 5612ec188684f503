import { z } from 'zod'
import { UserId } from './id.ts'
import { pageSchema } from './page.ts'

export const MESSAGE_TITLE_MAX = 200

export const MessageFormat = z.enum(['markdown', 'html', 'plain'])
export type MessageFormat = z.infer<typeof MessageFormat>

const shared = { id: z.number().int(), title: z.string(), content: z.string(), format: MessageFormat, created_at: z.number().int() }

/** A message as it lies in somebody's inbox. Times are unix seconds. Source: specification §3, server-behaviour 10.5. */
export const InboxMessage = z.object({ ...shared, read_at: z.number().int().nullable(), is_read: z.boolean() })
export type InboxMessage = z.infer<typeof InboxMessage>

export const InboxPage = pageSchema(InboxMessage)

/** A message as its sender sees it. */
export const SentMessage = z.object({
  ...shared,
  stats: z.object({ total_recipients: z.number().int(), read_count: z.number().int() }),
})
export type SentMessage = z.infer<typeof SentMessage>

export const SentMessagePage = pageSchema(SentMessage)

/** Somebody a message was sent to. */
export const Recipient = z.object({
  user_id: UserId,
  username: z.string(),
  display_name: z.string(),
  /** Null for unread. */
  read_at: z.number().int().nullable(),
})
export type Recipient = z.infer<typeof Recipient>

const words = {
  title: z.string().trim().min(1, 'message_title_required').max(MESSAGE_TITLE_MAX, 'name_too_long'),
  content: z.string().trim().min(1, 'message_content_required'),
  format: MessageFormat.default('markdown'),
}

/** What is sent to change a message: its recipients stay as they are. */
export const MessageEdit = z.object(words)
export type MessageEdit = z.infer<typeof MessageEdit>

/** What is sent to write a message. */
export const MessageDraft = z.object({ ...words, user_ids: z.array(UserId).min(1, 'message_recipient_required') })
export type MessageDraft = z.infer<typeof MessageDraft>
