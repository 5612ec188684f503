// Music, films, pictures by tasks and batches as they are listed: the rows and words that the family's clients know, and what only this console adds.
import { z } from 'zod'
import type { StatusEntry } from '../site/status-table.ts'
import { shownTask } from './task-row.ts'

/** What the tasks do. Source: specification §4 for those of music. */
export const taskActions = ['MUSIC', 'LYRICS', 'GENERATE', 'EDIT', 'BATCH'] as const

/** What the tasks of this list make. */
export const taskKinds = ['music', 'video', 'image', 'batch'] as const

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
  ...shownTask,
  created_at: z.number().int(),
  updated_at: z.number().int(),
  /** One of `taskKinds`. */
  kind: z.string(),
  /** By which its user asks for it. */
  task_id: z.string(),
  /** One of `taskPlatforms`, or the name of a vendor that makes films or pictures. */
  platform: z.string(),
  prompt: z.string(),
  action: z.string(),
  /** One of `taskStates`. */
  status: z.string(),
  /** Unix seconds, 0 for not yet; drawings count milliseconds. */
  submit_time: z.number().int(),
  start_time: z.number().int(),
  finish_time: z.number().int(),
  /** JSON. */
  properties: z.unknown(),
  /** The result as the upstream reported it, JSON. */
  data: z.unknown(),
})
export type Task = z.infer<typeof Task>
