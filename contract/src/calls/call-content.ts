import { z } from 'zod'

/** A message of a prompt, as text: media and calls of tools stand in it in short. */
export const ContentMessage = z.object({
  /** `user`, `assistant` or `tool`. */
  role: z.string(),
  text: z.string(),
})
export type ContentMessage = z.infer<typeof ContentMessage>

/** What was said in a call, where `LogChatContentEnabled` was on. Long texts are cut, and what looks like a key is left out. */
export const CallContent = z.object({
  request_id: z.string(),
  /** The last message of the user; of what is no conversation, the whole prompt. */
  input_content: z.string(),
  /** The other messages, oldest first. */
  context: z.array(ContentMessage),
  /** How many of those came before the last message of the user; after it come calls of tools and their results. */
  context_before: z.number().int(),
  /** As the caller sent it. */
  system_prompt: z.string(),
  /** The one that the channel put before the conversation; only for admins, absent: none. */
  channel_system_prompt: z.string().optional(),
  output_content: z.string(),
  /** The reasoning of the model, as far as its vendor reports it. */
  reasoning_content: z.string(),
  /** Was a text too long to be kept whole? */
  is_cut: z.boolean(),
})
export type CallContent = z.infer<typeof CallContent>
