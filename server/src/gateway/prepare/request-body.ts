// The body for the vendor, step by step. Where the vendor speaks the client's dialect the body is edited; where it speaks another, it is read
// into the canonical model and written in the vendor's dialect, and what that cannot express is recorded as a loss. What is sent is always
// printed again from what was parsed, so that what is billed is what is sent (decision D25).
import { clientDialects, vendorDialects } from '@waystation/wire/chat/dialects'
import { type Loss, type LossLog, lossList } from '@waystation/wire/chat/losses/loss'
import { mayHoldForeign } from '@waystation/wire/chat/request/opaque'
import type { ChatRequest } from '@waystation/wire/chat/request/request'
import { translateRequest } from '@waystation/wire/chat/translate'
import type { Json, JsonObject } from '@waystation/wire/encoding/json'
import { withThinkingSwitch } from '@waystation/wire/rules/reasoning'
import type { Lowered } from '../../domain/pricing/hold-policy.ts'
import type { Attempt } from '../attempt.ts'
import type { PreparedRequest } from '../held.ts'
import { isChat } from '../operations/kinds.ts'
import type { Call } from '../types.ts'
import { rulesOf } from './rules.ts'
import { withoutUnpriced } from './surcharges.ts'
import { nameForeign } from './vendor-ids.ts'

/** What the steps work with, besides the call and its attempt. */
export interface ShapeRules {
  /** Records what could not be expressed, and what was removed for lack of a price. */
  readonly losses: LossLog
  /** Set where the balance did not cover the whole answer: what is asked for in its place. */
  readonly lowered?: Lowered
  /** Ids that may not be sent for this caller; absent: none. */
  readonly foreign?: ReadonlySet<string>
  /** The conversation in the canonical model, where the vendor does not speak the client's dialect. */
  readonly request?: ChatRequest | undefined
}

/** An attempt at a call, and the facts of the call that its provider gets. */
export type Shaping = Pick<PreparedRequest, 'call' | 'attempt' | 'upstreamCall'>

/** Operations beside conversations whose fields a channel may override. Source: server-behaviour 3.4. */
const OVERRIDDEN: ReadonlySet<string> = new Set(['completions', 'fim', 'moderation', 'chat-moderation'])

/**
 * The whole body as text. Pure.
 * @param print how the body is printed; absent: in one piece
 */
export function printedBody(shaping: Shaping, rules: ShapeRules, print: (body: JsonObject) => string = JSON.stringify): string {
  const { call, attempt } = shaping
  const text = print(shaped(shaping, bodyFor(call, attempt), rules))
  if (attempt.request !== 'edited' || !isChat(attempt.operation) || !mayHoldForeign(text)) return text
  return print(shaped(shaping, withoutForeign(call, attempt), rules))
}

/**
 * The body that is made of what the client requested, or of a part of that: every step that decides what is sent.
 * @param requested in the client's dialect; not read where the request is translated
 */
export function shaped({ call, attempt, upstreamCall }: Shaping, requested: JsonObject, rules: ShapeRules): JsonObject {
  const { channel, provider } = attempt
  const isConversation = isChat(attempt.operation)
  if (attempt.request === 'verbatim') {
    const sent = inForm(requested, call, attempt)
    if (rules.foreign) nameForeign(sent, rules.foreign, rules.losses)
    return isConversation ? withoutUnpriced(sent, attempt, rules.losses, false) : sent
  }
  let body = attempt.request === 'edited' ? edited(call, attempt, requested, rules.losses) : translated(call, attempt, rules)
  if (isConversation) body = withoutUnpriced(body, attempt, rules.losses)
  if (rules.foreign) nameForeign(body, rules.foreign, rules.losses)
  // A channel's override is the operator's decision: it is sent even where it has no price.
  if (isConversation || OVERRIDDEN.has(attempt.operation)) body = overridden(body, channel.paramOverride)
  if (provider.adapt) body = provider.adapt(body, upstreamCall, rules.losses)
  if (rules.lowered) body = withLowered(body, attempt, rules.lowered)
  return isConversation ? withKnownLimit(body, attempt) : body
}

/** The limit of tokens under the name that the vendor knows: without effect, it would not be what money is held for. */
function withKnownLimit(body: JsonObject, attempt: Attempt): JsonObject {
  const { withOlderLimit } = vendorDialects[attempt.dialect].terms
  return withOlderLimit && rulesOf(attempt).outputTokens?.refusesNewerName ? withOlderLimit(body) : body
}

function withLowered(body: JsonObject, { dialect, traits }: Attempt, { maxOutputTokens, toolUses }: Lowered): JsonObject {
  const { terms } = vendorDialects[dialect]
  const limited = toolUses === undefined || !terms.withToolUses ? body : terms.withToolUses(body, toolUses)
  return maxOutputTokens === undefined ? limited : terms.withMaxOutputTokens(limited, maxOutputTokens, traits.thinking)
}

/** The request for this attempt: with the whole conversation before it, unless this channel's vendor has stored that. */
export function bodyFor({ body, extension }: Call, { channel, request }: Attempt): JsonObject {
  const isKnown = request !== 'translated' && extension?.preferredChannelId === channel.id
  return isKnown ? body : (extension?.wholeBody ?? body)
}

/** The request without opaque tokens that another vendor gave earlier in the conversation: written again, they are left out. */
function withoutForeign(call: Call, attempt: Attempt): JsonObject {
  const dialect = clientDialects[call.endpoint.dialect]
  return dialect.writeRequest(dialect.readRequest(bodyFor(call, attempt)), lossList())
}

/** Which losses forbid the attempt: those that the answer depends on, and for a strict caller all of them. */
export function forbidden(losses: readonly Loss[], isStrict: boolean): readonly Loss[] {
  return isStrict ? losses : losses.filter(({ reason }) => reason === 'needed' || reason === 'not-given')
}

/** The request in the client's own dialect, with the few edits that the channel needs. */
function edited(call: Call, attempt: Attempt, asked: JsonObject, losses: LossLog): JsonObject {
  const { operation, dialect } = call.endpoint
  const { edit } = clientDialects[dialect]
  const isTaken = edit.withoutBillingLine === undefined || vendorDialects[attempt.dialect].takesBillingLine?.(attempt.upstreamModel)
  const requested = isTaken ? asked : (edit.withoutBillingLine?.(asked, losses) ?? asked)
  const withModel = (operation.kind === 'translated' && operation.own?.withModel) || edit.model
  const formed = inForm(requested, call, attempt)
  let body = requested.model === attempt.upstreamModel ? formed : withModel(formed, attempt.upstreamModel)
  if (attempt.channel.systemPrompt !== '' && attempt.operation === 'chat') body = edit.system(body, attempt.channel.systemPrompt)
  if (attempt.operation !== 'chat' && attempt.operation !== 'completions') return body
  if (edit.withoutDeveloper && rulesOf(attempt).turns?.refusesDeveloper) body = edit.withoutDeveloper(body)
  const { thinkingSwitch } = rulesOf(attempt)
  if (thinkingSwitch && attempt.operation === 'chat') body = withThinkingSwitch(body, thinkingSwitch)
  if (refusesStreamOptions(attempt)) body = overridden(body, { stream_options: null })
  return requestsUsage(attempt) ? edit.askForUsage(body) : body
}

/** The request in the vendor's dialect. */
function translated(call: Call, attempt: Attempt, { request, losses }: ShapeRules): JsonObject {
  const { operation } = call.endpoint
  if (operation.kind === 'translated' || operation.kind === 'media' || operation.kind === 'task')
    return operation.translateBody(call.body, attempt, losses)
  if (!request) throw new Error(`${operation.name} is sent in no other dialect`)
  const edits = {
    model: attempt.upstreamModel,
    modelThinking: attempt.traits.thinking,
    instructions: attempt.channel.systemPrompt,
    requestsUsage: requestsUsage(attempt),
    rules: rulesOf(attempt),
    isStreamed: attempt.isStreamed,
  }
  return translateRequest(request, vendorDialects[attempt.dialect], edits, losses)
}

/** The body of a stream as one that requests a whole reply, or of a whole one as a stream, where the channel or model gives nothing else. */
function inForm(body: JsonObject, { facts }: Call, { isStreamed, reply }: Attempt): JsonObject {
  if (reply === 'collect') return overridden(body, { stream: true })
  return facts.isStream && !isStreamed ? overridden(body, { stream: null, stream_options: null }) : body
}

function requestsUsage(attempt: Attempt): boolean {
  return attempt.isStreamed && attempt.provider.reportsUsageOnRequest && !refusesStreamOptions(attempt)
}

const refusesStreamOptions = (attempt: Attempt) =>
  attempt.channel.setting.stream_options === 'never' || rulesOf(attempt).refusesStreamOptions === true

/** Top-level fields of the override replace the body's; null takes a field off. */
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
