import type { JsonObject } from '../../../encoding/json.ts'
import type { LossLog } from '../../losses/loss.ts'
import { nameForeignExtras } from '../../request/extras.ts'
import type { ChatRequest } from '../../request/request.ts'
import { NAME } from '../name.ts'
import { topKFields } from './family.ts'

/** Writes Converse's sampling fields, a temperature beyond its scale as its highest. Claude refuses most of it together with thinking. */
export function writeSampling(inference: JsonObject, fields: JsonObject, request: ChatRequest, isThinking: boolean, losses: LossLog): void {
  const { sampling, model } = request
  if (sampling === undefined) return
  const { temperature, topP, topK } = sampling
  const lose = (key: string) => losses.add(`sampling.${key}`, 'not-expressible')
  if (temperature !== undefined) {
    if (temperature > 1 || (isThinking && temperature !== 1)) lose('temperature')
    if (!isThinking) inference.temperature = Math.min(temperature, 1)
  }
  if (topP !== undefined) {
    if (!isThinking || topP >= 0.95) inference.topP = topP
    else lose('topP')
  }
  if (topK !== undefined) {
    const written = isThinking ? undefined : topKFields(model, topK)
    if (written === undefined) lose('topK')
    else Object.assign(fields, written)
  }
  for (const key of ['presencePenalty', 'frequencyPenalty', 'seed', 'topLogprobs'] as const)
    if (sampling[key] !== undefined && (sampling[key] !== 0 || key === 'seed')) lose(key)
  if (sampling.logprobs === true) lose('logprobs')
}

/** Writes the response format. Free JSON does not exist here; callers that want it describe it in the prompt too. */
export function writeOutput(body: JsonObject, { output }: ChatRequest, losses: LossLog): void {
  if (output === undefined) return
  nameForeignExtras(NAME, output, 'output', losses)
  if (output.kind === 'text') return
  if (output.kind !== 'json-schema') {
    losses.add('output', 'not-expressible')
    return
  }
  // Here a response always follows its schema.
  if (output.strict === false) losses.add('output.strict', 'not-expressible')
  const definition: JsonObject = { schema: JSON.stringify(output.schema) }
  if (output.name !== undefined) definition.name = output.name
  if (output.description !== undefined) definition.description = output.description
  body.outputConfig = { textFormat: { type: 'json_schema', structure: { jsonSchema: definition } } }
}

/** Words for a tier in other dialects, in this one's. */
const tiers: Readonly<Record<string, string | undefined>> = {
  default: 'default',
  standard: 'default',
  standard_only: 'default',
  flex: 'flex',
  priority: 'priority',
  auto: undefined,
}

/** Writes the service tier; where a vendor may choose, none is written. */
export function writeTier(body: JsonObject, { serviceTier: tier }: ChatRequest, losses: LossLog): void {
  if (tier === undefined) return
  if (!Object.hasOwn(tiers, tier)) {
    losses.add('serviceTier', 'not-expressible')
    return
  }
  const type = tiers[tier]
  if (type !== undefined) body.serviceTier = { type }
}
