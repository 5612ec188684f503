// Virtual models: names that we serve from other models, by priority. Source: specification §3 Model mapping and §5, server-behaviour 3.6.
// Shares and conditions are our own addition.
import { z } from 'zod'
import { exactText } from '../values/pasted.ts'

/** What a request may carry besides text. */
export const requestMedia = ['image', 'audio', 'video', 'file'] as const

/** For which calls an actual model is considered. Each one that is set must hold; absent: for all calls. */
export const ActualModelCondition = z.strictObject({
  /** The call is made in one of these groups. */
  groups: z.array(exactText().min(1)).min(1).optional(),
  /** It is made with one of these tokens, by their names. */
  tokens: z.array(exactText().min(1)).min(1).optional(),
  /** It has this header; with `is`, with this value. */
  header: z.strictObject({ name: z.string().regex(/^[a-z0-9-]{1,64}$/, 'bad_header_name'), is: exactText().optional() }).optional(),
  /** Its prompt is estimated to have this many tokens at least, or at most. */
  min_prompt_tokens: z.number().int().min(0).max(100_000_000).optional(),
  max_prompt_tokens: z.number().int().min(0).max(100_000_000).optional(),
  /** It carries one of these, or none of these. */
  with_media: z.array(z.enum(requestMedia)).min(1).optional(),
  without_media: z.array(z.enum(requestMedia)).min(1).optional(),
})
export type ActualModelCondition = z.infer<typeof ActualModelCondition>

/** One real model behind a virtual one. */
export const ActualModel = z.strictObject({
  model: exactText().min(1),
  /** Higher ones are tried first, equal ones in random order. */
  priorities: z.number().int().min(0).max(1_000_000),
  /** How often it comes first among those of its priority, against theirs; absent: 1. */
  share: z.number().int().min(1).max(1000).optional(),
  when: ActualModelCondition.optional(),
})
export type ActualModel = z.infer<typeof ActualModel>

const isSafe = (name: string): boolean => name !== '__proto__' && name !== 'constructor' && name !== 'prototype'
const virtualName = exactText()
  .refine((name) => name !== '', 'virtual_blank')
  .refine(isSafe, 'bad_name')

/** No more than this may stand behind one virtual model: a call may try them all. */
const MAX_ACTUAL_MODELS = 20

export const ModelMapping = z
  .record(
    virtualName,
    z
      .array(ActualModel)
      .min(1, 'actual_missing')
      .max(MAX_ACTUAL_MODELS)
      .refine((models) => new Set(models.map(({ model }) => model)).size === models.length, 'actual_repeated'),
  )
  // One level only: a virtual model behind another would let them call each other in a circle.
  .refine(
    (mapping) => !Object.values(mapping).some((models) => models.some(({ model }) => Object.hasOwn(mapping, model))),
    'virtual_nested',
  )
export type ModelMapping = z.infer<typeof ModelMapping>
