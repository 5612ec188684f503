// OpenAI's models that think first (o1, o3, gpt-5 …) refuse what its others take, with a 400, wherever they are served.

import { traitsOf } from '@waystation/contract/models/traits'
import type { LossLog } from '@waystation/wire/chat/losses/loss'
import type { Sampling } from '@waystation/wire/chat/request/request'
import { isObject, type Json, type JsonObject } from '@waystation/wire/encoding/json'
import { rulesFor } from '@waystation/wire/rules/rulebooks'
import type { UpstreamCall } from './provider.ts'

/** `o3-mini-high`: the ending is ours, and says how hard the model shall think. */
const EFFORT = /-(none|minimal|low|medium|high|xhigh)$/

/** The model's name without an ending that says how hard it shall think; undefined where it has none. */
export function withoutEffort(model: string): string | undefined {
  const named = traitsOf(model).thinking === 'effort' ? EFFORT.exec(model) : null
  return named ? model.slice(0, named.index) : undefined
}

/**
 * A body of chat or Responses as such a model takes it: the limit under its newer name, no temperature where it thinks (which is named, decision
 * 19), and the effort that the model's name ends in as a word of its own. Any other body as it is. Source: OpenAI's guide "Reasoning models";
 * server-behaviour 11.3.
 */
export function forReasoning(body: JsonObject, call: UpstreamCall, losses: LossLog): JsonObject {
  if (call.operation !== 'chat' || call.thinking !== 'effort') return body
  const named = EFFORT.exec(call.model)?.[1]
  const model = named === undefined ? call.model : call.model.slice(0, -named.length - 1)
  if (call.dialect === 'openai-chat') {
    const { max_tokens: limit, ...rest } = named === undefined ? body : { ...body, model, reasoning_effort: named }
    return withoutSampling(limit === undefined ? rest : { max_completion_tokens: limit, ...rest }, model, rest.reasoning_effort, losses)
  }
  if (call.dialect !== 'openai-responses') return body
  const given = isObject(body.reasoning) ? body.reasoning : {}
  const effort = named ?? given.effort
  return withoutSampling(named === undefined ? body : { ...body, model, reasoning: { ...given, effort: named } }, model, effort, losses)
}

/** The names of the sampling fields in this vendor's dialects. */
const fields: readonly (readonly [keyof Sampling, string])[] = [
  ['temperature', 'temperature'],
  ['topP', 'top_p'],
]

function withoutSampling(body: JsonObject, model: string, effort: Json | undefined, losses: LossLog): JsonObject {
  const { refused = [], takenAtEffort } = rulesFor('openai', model).sampling ?? {}
  if (takenAtEffort !== undefined && (effort ?? takenAtEffort.usual) === takenAtEffort.effort) return body
  const dropped = fields.flatMap(([key, name]) => (refused.includes(key) && body[name] !== undefined ? [name] : []))
  if (dropped.length === 0) return body
  // 1 is what such a model does anyway.
  for (const name of dropped) if (body[name] !== 1) losses.add(name, 'not-expressible')
  return Object.fromEntries(Object.entries(body).filter(([name]) => !dropped.includes(name)))
}
