// The option ModelMapping can neither be set nor does it do anything yet: this is its shape, for whoever builds virtual models.
import { z } from 'zod'
import { exactText } from '../values/pasted.ts'

/** One real model behind a virtual one. Higher priorities are tried first, equal ones in random order. */
export const ActualModel = z.object({ model: exactText().min(1), priorities: z.number().int().min(0) })
export type ActualModel = z.infer<typeof ActualModel>

const isSafe = (name: string): boolean => name !== '__proto__' && name !== 'constructor' && name !== 'prototype'
const virtualName = exactText()
  .refine((name) => name !== '', 'virtual_blank')
  .refine(isSafe, 'bad_name')

/** Virtual model to the models it is made of. Source: specification §3 Model mapping and §5, server-behaviour 3.6. */
export const ModelMapping = z
  .record(
    virtualName,
    z
      .array(ActualModel)
      .min(1)
      .refine((models) => new Set(models.map(({ model }) => model)).size === models.length, 'actual_repeated'),
  )
  // One level only: a virtual model behind another would let them call each other in a circle.
  .refine(
    (mapping) => !Object.values(mapping).some((models) => models.some(({ model }) => Object.hasOwn(mapping, model))),
    'virtual_nested',
  )
export type ModelMapping = z.infer<typeof ModelMapping>
