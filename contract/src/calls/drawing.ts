// Drawings as they are listed: the rows and words that the family's clients know, and what only this console adds.
import { z } from 'zod'
import type { StatusEntry } from '../site/status-table.ts'
import { shownTask } from './task-row.ts'

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

/** How the response codes of a submission are called and coloured; one that is not here is a rejection. Source: specification §4. */
export const submitCodes = {
  0: { name: 'notSubmitted', tone: 'amber' },
  1: { name: 'submitted', tone: 'green' },
  21: { name: 'waiting', tone: 'lime' },
  22: { name: 'duplicate', tone: 'orange' },
} as const satisfies Record<number, StatusEntry>

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
  ...shownTask,
  /** One of `submitCodes`, or another code of the proxy. */
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
  /** Empty: there is none yet. */
  image_url: z.string(),
  /** One of `drawingStates`, or empty while it is submitted. */
  status: z.string(),
  /** JSON text. */
  buttons: z.string(),
  properties: z.string(),
})
export type Drawing = z.infer<typeof Drawing>
