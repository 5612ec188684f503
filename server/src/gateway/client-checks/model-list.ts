// OpenAI's list of models. Source: its API reference, "List models", 2026.
import type { JsonObject } from '@waystation/wire/encoding/json'
import { z } from 'zod'
import type { Asked } from './check-dialect.ts'
import { demand } from './fault.ts'
import { filled } from './shapes.ts'

const list = z.looseObject({
  object: z.literal('list'),
  data: z.array(z.looseObject({ id: filled, object: z.literal('model'), created: z.number(), owned_by: z.string() })),
})
const asked: Asked = { path: '/v1/models' }

export const modelList = {
  asked,
  /** @throws Misfit */
  names: (body: JsonObject): readonly string[] => demand(list, body, 'list').data.map(({ id }) => id),
}
