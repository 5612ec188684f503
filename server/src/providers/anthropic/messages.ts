// What the options for Claude make of a call in Anthropic's dialect, wherever its models are served. Source of what they do: specification §3
// Claude, server-behaviour 11.3.
import { inRefusingVersion, isRefusing, USUAL_VERSION, VERSION_HEADER } from '@waystation/wire/chat/anthropic-messages/version'
import type { LossLog } from '@waystation/wire/chat/losses/loss'
import { thinkingForm } from '@waystation/wire/claude/thinking-form'
import { isObject, type JsonObject } from '@waystation/wire/encoding/json'
import { rulesFor } from '@waystation/wire/rules/rulebooks'
import { withLimit } from '../messages-limit.ts'
import { forwarded, settingOfModel, type UpstreamCall } from '../provider.ts'

/** Headers of a caller that Anthropic takes. */
export const FORWARDED = ['anthropic-beta', VERSION_HEADER]
/** Anthropic refuses a smaller budget, and a limit that is not above the budget. */
const MIN_BUDGET_TOKENS = 1024
const MIN_MAX_TOKENS_THINKING = 1280
const THINKING = '-thinking'

interface Settings {
  readonly modelHeaders: Readonly<Record<string, Readonly<Record<string, readonly string[]>>>>
  readonly defaultMaxTokens: Readonly<Record<string, number>>
  readonly hasThinkingAdapter: boolean
  readonly thinkingShare: number
}

type NamedCall = Pick<UpstreamCall, 'model' | 'requestedModel' | 'settings' | 'clientHeaders'>

/** The body in the version that it is sent in, with the limit that Anthropic demands and the thinking that the model's name may ask for. */
export function adaptMessages(body: JsonObject, call: UpstreamCall, losses: LossLog): JsonObject {
  const { defaultMaxTokens, thinkingShare } = settingsOf(call)
  const limited = withLimit(inVersionOf(call, body, losses), settingOfModel(defaultMaxTokens, call) ?? defaultMaxTokens.default)
  const model = withoutThinking(call.model, call.settings)
  return model === undefined ? limited : thinking(limited, { ...call, model }, thinkingShare, losses)
}

/**
 * The body as the version takes it that the admin's headers name. In the caller's own version it is left as it is: what that refuses, the
 * vendor says in its own words.
 */
export function inVersionOf(call: NamedCall, body: JsonObject, losses: LossLog): JsonObject {
  const version = versionOf(call)
  return isRefusing(version) && version !== call.clientHeaders[VERSION_HEADER] ? inRefusingVersion(body, losses) : body
}

/** The version in which a call is sent: the admin's for the model, else the caller's, else the usual one. */
export const versionOf = (call: NamedCall): string => messagesHeaders(call)[VERSION_HEADER] ?? USUAL_VERSION

/** The version, the features that the caller and the admin want, and the admin's other headers for the model. */
export function messagesHeaders(call: NamedCall): Record<string, string> {
  return withAdded({ [VERSION_HEADER]: USUAL_VERSION, ...forwarded(FORWARDED, call) }, call)
}

/** The model's name without the ending that switches thinking on; undefined where it has none, or the option is off. */
export function withoutThinking(model: string, settings: UpstreamCall['settings']): string | undefined {
  return settingsOf({ settings }).hasThinkingAdapter && model.endsWith(THINKING) ? model.slice(0, -THINKING.length) : undefined
}

/** The admin's headers for a model are added to the caller's: lists of beta features join, anything else is replaced. */
function withAdded(given: Readonly<Record<string, string>>, call: NamedCall): Record<string, string> {
  const headers = { ...given }
  const { modelHeaders } = settingsOf(call)
  for (const [name, values] of Object.entries(settingOfModel(modelHeaders, call) ?? {})) {
    const lower = name.toLowerCase()
    const before = lower === 'anthropic-beta' ? (headers[lower]?.split(',').map((part) => part.trim()) ?? []) : []
    headers[lower] = [...new Set([...before, ...values])].join(',')
  }
  return headers
}

/**
 * The `-thinking` suffix is ours: the vendor gets the name without it and thinking switched on, with the settings that thinking requires.
 * Models that accept no budget get the nearest effort instead, unless the client names one, and are asked for a summary of their thinking.
 * What thinking refuses of sampling is taken off and named; the newer models refuse all of it. A tool that must be called is refused beside
 * thinking too: it was requested field by field, so it goes before the name's ending, and the thinking is named.
 */
function thinking(given: JsonObject, call: NamedCall, share: number, losses: LossLog): JsonObject {
  const { model } = call
  if (isObject(given.tool_choice) && (given.tool_choice.type === 'any' || given.tool_choice.type === 'tool')) {
    losses.add('thinking', 'not-expressible')
    return { ...given, model }
  }
  const { top_p: topP, top_k: topK, temperature, ...body } = given
  for (const [name, value] of Object.entries({ top_p: topP, top_k: topK, temperature }))
    if (value !== undefined && value !== 1) losses.add(name, 'not-expressible')
  const most = Math.max(Number(body.max_tokens), MIN_MAX_TOKENS_THINKING)
  const budgetTokens = Math.max(MIN_BUDGET_TOKENS, Math.min(Math.floor(most * share), most - 1))
  const form = thinkingForm({ isEnabled: true, budgetTokens }, model, most)
  const display = form?.thinking.type === 'adaptive' ? { display: 'summarized' } : {}
  const outputConfig = isObject(body.output_config) ? body.output_config : {}
  return {
    ...body,
    model,
    max_tokens: most,
    ...(takesTemperature(call) ? { temperature: 1 } : {}),
    thinking: { ...(form?.thinking ?? {}), ...display },
    ...(form?.effort === undefined ? {} : { output_config: { effort: form.effort, ...outputConfig } }),
  }
}

const takesTemperature = (call: NamedCall): boolean =>
  !isRefusing(versionOf(call)) && !rulesFor('anthropic', call.model).sampling?.refused?.includes('temperature')

/** The gateway hands in the values of the options that are named above; a request for the list of models has none. */
function settingsOf(call: Pick<UpstreamCall, 'settings'>): Settings {
  return {
    modelHeaders: {},
    defaultMaxTokens: {},
    hasThinkingAdapter: true,
    thinkingShare: 0.8,
    ...(call.settings as Partial<Settings>),
  }
}
