// Step 6: the body for the far end. So far every channel speaks the client's dialect, so it is edited and not translated; what is sent
// is always printed again from what was read, so that what is billed is what is sent (decision D25).
import { dialectOf } from '@waystation/wire/chat/dialects'
import type { Json, JsonObject } from '@waystation/wire/json'
import type { UpstreamCall } from '../providers/provider.ts'
import type { Attempt, Call } from './types.ts'

export interface TranslateRules {
  /** global.pass_through_request_enabled: nothing is edited. */
  readonly passesThrough: boolean
}

/** The body for one attempt, as text. Pure. */
export function upstreamBody(call: Call, attempt: Attempt, upstreamCall: UpstreamCall, rules: TranslateRules): string {
  if (rules.passesThrough) return JSON.stringify(call.body)
  const { edit } = dialectOf(call.endpoint.dialect)
  const { channel, provider } = attempt
  let body = call.body.model === attempt.upstreamModel ? call.body : edit.model(call.body, attempt.upstreamModel)
  if (channel.systemPrompt !== '' && call.endpoint.operation.name === 'chat') body = edit.system(body, channel.systemPrompt)
  if (call.facts.isStream && provider.tellsUsageWhenAsked && channel.setting.stream_options !== 'never') body = edit.askForUsage(body)
  if (call.endpoint.operation.name !== 'embeddings') body = overridden(body, channel.paramOverride)
  if (provider.adapt) body = provider.adapt(body, upstreamCall)
  return JSON.stringify(body)
}

/** Top-level fields of the override replace the body's; null takes a field off (house 1.4). */
export function overridden(body: JsonObject, override: Readonly<Record<string, unknown>>): JsonObject {
  const names = Object.keys(override)
  if (names.length === 0) return body
  const result: JsonObject = { ...body }
  for (const name of names) {
    const value = override[name] as Json
    if (value === null) delete result[name]
    else result[name] = value
  }
  return result
}
