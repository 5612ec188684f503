// What the rows of drawings and of other tasks share.
import { z } from 'zod'

/** `free`: it costs nothing. `held`: it is charged when it has ended. `charged`: when it was taken; a failure gives it back. */
export const taskMoney = ['free', 'held', 'charged', 'refunded'] as const
export type TaskMoney = (typeof taskMoney)[number]

/** A file that a task made. */
export const ShownFile = z.object({
  /** Unique within the task, such as `image` or `audio-0`. */
  name: z.string(),
  kind: z.enum(['image', 'video', 'audio']),
  /** On this server, from its root; it ends after a day. */
  url: z.string(),
  /** What it is called; empty: nothing. */
  title: z.string(),
})
export type ShownFile = z.infer<typeof ShownFile>

/** Fields of a row, whatever the task is. */
export const shownTask = {
  id: z.number().int(),
  user_id: z.number().int(),
  /** Empty in one's own list. */
  username: z.string(),
  /** 0 where the caller may not see it. */
  channel_id: z.number().int(),
  /** Empty where the caller may not see it, or the channel is gone. */
  channel_name: z.string(),
  group: z.string(),
  model: z.string(),
  /** The call that submitted it: that of its row in the usage log. */
  request_id: z.string(),
  money: z.enum(taskMoney),
  /** Quota units: what it costs, or what is held for it. */
  quota: z.number().int(),
  /** `0%` to `100%`. */
  progress: z.string(),
  /** In the reader's language where it is this server's own. */
  fail_reason: z.string(),
  files: z.array(ShownFile),
}
