import { z } from 'zod'
import { tagText } from '../channel-tags.ts'

/** Which channels a test of many is of: all, or those that are not enabled; of a tag, or of any where it is empty. */
export const RunScope = z.object({
  only: z.enum(['all', 'disabled']).default('all'),
  tag: tagText().default(''),
})
export type RunScope = z.infer<typeof RunScope>

/** One test or balance update of many channels, running or ended. */
export const TestRun = z.object({
  only: z.enum(['all', 'disabled']),
  tag: z.string(),
  /** Did the schedule start it? */
  is_scheduled: z.boolean(),
  /** Unix seconds. */
  started_at: z.number().int(),
  /** 0 while it runs. */
  ended_at: z.number().int(),
  total: z.number().int(),
  done: z.number().int(),
  failed: z.number().int(),
  /** Channels that it has enabled again. */
  enabled: z.number().int(),
  /** Channels that it has auto-disabled. */
  disabled: z.number().int(),
})
export type TestRun = z.infer<typeof TestRun>
