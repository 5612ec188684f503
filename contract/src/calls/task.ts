// Nothing serves tasks yet: these are the rows and words that the family's clients know, for whoever builds them.
import { z } from 'zod'
import type { StatusEntry } from '../site/status-table.ts'

/** Source: specification §4. */
export const taskPlatforms = ['suno'] as const
export const taskActions = ['MUSIC', 'LYRICS'] as const

/** How the states of a task are called and coloured; empty while it is submitted, one that is not here is shown as unknown. */
export const taskStates = {
  '': { name: 'submitting', tone: 'neutral' },
  NOT_START: { name: 'notStart', tone: 'neutral' },
  SUBMITTED: { name: 'queued', tone: 'amber' },
  QUEUED: { name: 'queued', tone: 'amber' },
  IN_PROGRESS: { name: 'inProgress', tone: 'blue' },
  SUCCESS: { name: 'success', tone: 'green' },
  FAILURE: { name: 'failure', tone: 'red' },
  UNKNOWN: { name: 'unknown', tone: 'neutral' },
} as const satisfies Record<string, StatusEntry>

/** Work that takes minutes, such as music. Source: specification §3, server-behaviour 9.5. */
export const Task = z.object({
  id: z.number().int(),
  created_at: z.number().int(),
  updated_at: z.number().int(),
  /** The upstream's id of it. */
  task_id: z.string(),
  platform: z.string(),
  user_id: z.number().int(),
  /** 0 where the caller may not see it. */
  channel_id: z.number().int(),
  quota: z.number().int(),
  action: z.string(),
  /** One of `taskStates`. */
  status: z.string(),
  fail_reason: z.string(),
  /** Unix seconds, 0 for not yet; drawings count milliseconds. */
  submit_time: z.number().int(),
  start_time: z.number().int(),
  finish_time: z.number().int(),
  /** `0%` to `100%`. */
  progress: z.string(),
  properties: z.json(),
  /** The result as the upstream reported it. */
  data: z.json(),
})
export type Task = z.infer<typeof Task>
