// Step 6: the body for the far end. Where the vendor speaks the client's dialect the body is edited; where it speaks another it is read
// into the canonical model and written in the vendor's words, and what those cannot say is named (house 1.4). What is sent is always
// printed again from what was read, so that what is billed is what is sent (decision D25).

import { clientDialects, vendorDialects } from '@waystation/wire/chat/dialects'
import { withInstructions } from '@waystation/wire/chat/instructions'
import { type Loss, type LossLog, lossList } from '@waystation/wire/chat/loss'
import { mayHoldForeign } from '@waystation/wire/chat/opaque'
import type { ChatRequest } from '@waystation/wire/chat/request'
import type { Json, JsonObject } from '@waystation/wire/json'
import type { UpstreamCall } from '../../providers/provider.ts'
import { bodyFor } from '../responses/conversations.ts'
import type { Attempt, Call } from '../types.ts'
import { isStreamed } from '../upstream/upstream-call.ts'
import { withoutUnpriced } from './surcharges.ts'

export interface TranslateRules {
  /** Where to note what could not be said, and what was taken off for want of a price. */
  readonly losses: LossLog
  /** Set where the balance did not cover the whole answer: the most tokens that this one may have. */
  readonly maxOutputTokens?: number
  /** global.pass_through_request_enabled: nothing is edited. Where the dialects differ there is nothing to pass through. */
  readonly passesThrough: boolean
  /** Set where the vendor is asked in other words: what was read, if it is a conversation. */
  readonly translation?: { readonly request?: ChatRequest }
  /** How the body is printed; absent: at one go. */
  readonly print?: (body: JsonObject) => string
  /** Set where the body has been written again. */
  readonly isScrubbed?: true
}

/** A list of losses that can be added to. */
export type Losses = LossLog & { readonly losses: readonly Loss[] }

/** The body for one attempt, as text. Pure. */
export function upstreamBody(call: Call, attempt: Attempt, upstreamCall: UpstreamCall, rules: TranslateRules): string {
  const { channel, provider } = attempt
  const { print = JSON.stringify } = rules
  const isConversation = call.endpoint.operation.conversation !== undefined
  if (rules.passesThrough && !rules.translation) {
    const asked = asWhole(bodyFor(call, attempt), call, attempt)
    return print(isConversation ? withoutUnpriced(asked, attempt, rules.losses, false) : asked)
  }
  let body = rules.translation ? translated(call, attempt, rules) : edited(call, attempt, bodyFor(call, attempt))
  if (isConversation) body = withoutUnpriced(body, attempt, rules.losses)
  // What the operator sets for a channel is sent, whatever it costs.
  if (isConversation || attempt.operation === 'completions') body = overridden(body, channel.paramOverride)
  if (provider.adapt) body = provider.adapt(body, upstreamCall)
  if (rules.maxOutputTokens !== undefined) body = vendorDialects[attempt.dialect].terms.withMaxOutputTokens(body, rules.maxOutputTokens)
  const text = print(body)
  if (rules.translation || rules.isScrubbed || !isConversation || !mayHoldForeign(text)) return text
  return upstreamBody(scrubbed(call, attempt), attempt, upstreamCall, { ...rules, isScrubbed: true })
}

/** The call without tokens that another vendor gave earlier in the conversation: written again, they are left out. */
function scrubbed(call: Call, attempt: Attempt): Call {
  const dialect = clientDialects[call.endpoint.dialect]
  const body = dialect.writeRequest(dialect.readRequest(bodyFor(call, attempt)), lossList())
  const { conversation: _, ...rest } = call
  return { ...rest, body }
}

/** Which losses forbid the attempt: those that the answer hangs on, and with `strict` all of them. */
export function forbidden(losses: readonly Loss[], isStrict: boolean): readonly Loss[] {
  return isStrict ? losses : losses.filter((loss) => loss.reason === 'needed')
}

function edited(call: Call, attempt: Attempt, asked: JsonObject): JsonObject {
  const { edit } = clientDialects[call.endpoint.dialect]
  const rename = call.endpoint.operation.withModel ?? edit.model
  const named = asWhole(asked, call, attempt)
  let body = asked.model === attempt.upstreamModel ? named : rename(named, attempt.upstreamModel)
  if (attempt.channel.systemPrompt !== '' && attempt.operation === 'chat') body = edit.system(body, attempt.channel.systemPrompt)
  if (refusesStreamOptions(attempt)) body = overridden(body, { stream_options: null })
  return asksForUsage(call, attempt) ? edit.askForUsage(body) : body
}

function translated(call: Call, attempt: Attempt, { translation, losses }: TranslateRules): JsonObject {
  const request = translation?.request
  if (!request) return translateBody(call, attempt, losses)
  const to = vendorDialects[attempt.dialect]
  // What the client asked is between it and us. Vendors refuse the field in a call that is no stream, whatever it says.
  const { streamUsage: _, ...asked } = request
  const usage = asksForUsage(call, attempt) ? { streamUsage: true } : {}
  const stream = call.facts.isStream && !isStreamed(call, attempt) ? { stream: false } : {}
  const { systemPrompt } = attempt.channel
  const prompted = systemPrompt === '' ? asked : withInstructions(asked, systemPrompt)
  return to.writeRequest({ ...prompted, model: attempt.upstreamModel, ...usage, ...stream }, losses)
}

function translateBody({ endpoint, body }: Call, { upstreamModel }: Attempt, losses: LossLog): JsonObject {
  const { operation } = endpoint
  if (!operation.translateBody) throw new Error(`${operation.name} has no other words`)
  return operation.translateBody(body, upstreamModel, losses)
}

/** The body of a stream as one that asks for a whole answer, where the channel asks for nothing else. */
function asWhole(body: JsonObject, call: Call, attempt: Attempt): JsonObject {
  return call.facts.isStream && !isStreamed(call, attempt) ? overridden(body, { stream: null, stream_options: null }) : body
}

function asksForUsage(call: Call, attempt: Attempt): boolean {
  return isStreamed(call, attempt) && attempt.provider.tellsUsageWhenAsked && !refusesStreamOptions(attempt)
}

const refusesStreamOptions = ({ channel }: Attempt) => channel.setting.stream_options === 'never'

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
