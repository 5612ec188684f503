// Nothing serves drawings yet: these are the rows and words that the family's clients know, for whoever builds them.
import { z } from 'zod'
import type { StatusEntry } from '../site/status-table.ts'

/** What is done to a picture. Source: specification §4. */
export const drawingActions = [
  'IMAGINE',
  'UPSCALE',
  'VARIATION',
  'HIGH_VARIATION',
  'LOW_VARIATION',
  'PAN',
  'DESCRIBE',
  'BLEND',
  'UPLOAD',
  'SHORTEN',
  'REROLL',
  'INPAINT',
  'ZOOM',
  'CUSTOM_ZOOM',
  'MODAL',
  'SWAP_FACE',
] as const
export type DrawingAction = (typeof drawingActions)[number]

/** The response code of a submission. Source: specification §4. */
export const submitCode = { notSubmitted: 0, submitted: 1, waiting: 21, duplicate: 22 } as const

/** How the states of a drawing are called and coloured; one that is not here is shown as unknown. */
export const drawingStates = {
  NOT_START: { name: 'notStart', tone: 'neutral' },
  SUBMITTED: { name: 'queued', tone: 'amber' },
  IN_PROGRESS: { name: 'inProgress', tone: 'blue' },
  SUCCESS: { name: 'success', tone: 'green' },
  FAILURE: { name: 'failure', tone: 'red' },
  MODAL: { name: 'modal', tone: 'violet' },
} as const satisfies Record<string, StatusEntry>

/** A drawing as it is listed. Source: specification §3, server-behaviour 9.2. */
export const Drawing = z.object({
  id: z.number().int(),
  user_id: z.number().int(),
  /** One of `submitCode`. */
  code: z.number().int(),
  /** One of `drawingActions`. */
  action: z.string(),
  mj_id: z.string(),
  prompt: z.string(),
  prompt_en: z.string(),
  description: z.string(),
  state: z.string(),
  /** Unix milliseconds, 0 for not yet. */
  submit_time: z.number().int(),
  start_time: z.number().int(),
  finish_time: z.number().int(),
  image_url: z.string(),
  /** One of `drawingStates`, or empty while it is submitted. */
  status: z.string(),
  /** `0%` to `100%`. */
  progress: z.string(),
  fail_reason: z.string(),
  /** 0 where the caller may not see it. */
  channel_id: z.number().int(),
  quota: z.number().int(),
  /** JSON text. */
  buttons: z.string(),
  properties: z.string(),
})
export type Drawing = z.infer<typeof Drawing>
