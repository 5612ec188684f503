import { givenBase } from '@waystation/contract/channel-address'
import { gemini as vendor } from '@waystation/contract/vendors/gemini'
import { isObject, type Json, type JsonObject } from '@waystation/wire/json'
import { actionPath } from '../openai-compatible.ts'
import { baseOf, type Provider, settingOfModel, spokenBy, type UpstreamCall } from '../provider.ts'

const USUAL_VERSION = 'v1beta'
/** The largest budget that all thinking models take. */
const MAX_BUDGET_TOKENS = 24_576
const categories = [
  'HARM_CATEGORY_HARASSMENT',
  'HARM_CATEGORY_HATE_SPEECH',
  'HARM_CATEGORY_SEXUALLY_EXPLICIT',
  'HARM_CATEGORY_DANGEROUS_CONTENT',
]

/** In OpenAI's shape the refusal has words only. */
const DEAD_KEY = /^api key (?:not valid|expired|not found)/i

/** What Google serves in OpenAI's shape too, of the operations above. */
type CompatibleOperation = 'chat' | 'embeddings' | 'models'

interface Settings {
  readonly safety: Readonly<Record<string, string>>
  readonly versions: Readonly<Record<string, string>>
  readonly imageModels: readonly string[]
  readonly hasThinkingAdapter: boolean
  readonly thinkingShare: number
  readonly budgetModels: readonly string[]
}

/**
 * Embeddings that are asked for in OpenAI's shape, and the list of models, go by that shape, which Google serves too.
 * Source of what the options do: specification §3 Gemini, server-behaviour 11.3.
 */
export const gemini: Provider = {
  ...vendor,
  speaks: spokenBy(vendor),

  address(call, channel) {
    const given = givenBase(channel.baseUrl)?.replace(/\/openai$/, '')
    const base = baseOf(vendor, channel).replace(/\/v\d\w*$/, '')
    const settings = settingsOf(call)
    const { model } = bare(call.model, settings)
    const version = settingOfModel(settings.versions, { ...call, model }) ?? settings.versions.default ?? USUAL_VERSION
    if (call.dialect === 'gemini-generate') {
      const url = new URL(`${given ?? `${base}/${version}`}${actionPath({ ...call, model })}`)
      return { url, headers: { 'x-goog-api-key': channel.key } }
    }
    const path = { chat: '/chat/completions', embeddings: '/embeddings', models: '/models' }[call.operation as CompatibleOperation]
    return { url: new URL(`${given ?? `${base}/v1beta`}/openai${path}`), headers: { authorization: `Bearer ${channel.key}` } }
  },

  normalizeStatus({ status, code, message }) {
    // A dead key is refused with 400, and a project that was shut off, or a key that was reported as leaked, with 403.
    const isDeadKey = status === 403 || (status === 400 && (code === 'API_KEY_INVALID' || DEAD_KEY.test(message)))
    return isDeadKey ? 401 : undefined
  },

  adapt(body, call) {
    if (call.operation !== 'chat' || call.dialect !== 'gemini-generate') return body
    const settings = settingsOf(call)
    const { model, ending } = bare(call.model, settings)
    const config: JsonObject = isObject(body.generationConfig) ? { ...body.generationConfig } : {}
    if ([call.requestedModel, model].some((name) => settings.imageModels.includes(name))) config.responseModalities ??= ['TEXT', 'IMAGE']
    const hasBudget = [call.requestedModel, call.model, model].some((name) => settings.budgetModels.includes(name))
    const thinks = thinkingOf(config, ending, settings, hasBudget)
    if (thinks) config.thinkingConfig = thinks
    return {
      ...body,
      safetySettings: body.safetySettings ?? safetySettings(settings.safety),
      ...(Object.keys(config).length > 0 || body.generationConfig !== undefined ? { generationConfig: config } : {}),
    }
  },

  bareName(name, settings) {
    const { model, ending } = bare(name, settingsOf({ settings }))
    return ending && model
  },
}

type Ending = '-thinking' | '-nothinking' | undefined

/** The model's name without an ending of ours. */
function bare(model: string, { hasThinkingAdapter }: Settings): { readonly model: string; readonly ending: Ending } {
  const ending = hasThinkingAdapter ? (['-nothinking', '-thinking'] as const).find((end) => model.endsWith(end)) : undefined
  return { model: ending ? model.slice(0, -ending.length) : model, ending }
}

/** The caller's own thinking settings stand; else the ending of the model's name decides, and models with a budget show their thoughts. */
function thinkingOf(config: JsonObject, ending: Ending, settings: Settings, hasBudget: boolean): Json | undefined {
  if (config.thinkingConfig !== undefined) return undefined
  if (ending === '-nothinking') return { thinkingBudget: 0 }
  if (ending === '-thinking') {
    const most = Number(config.maxOutputTokens ?? 0)
    const budget = most <= 0 || most > MAX_BUDGET_TOKENS ? MAX_BUDGET_TOKENS : Math.floor(most * settings.thinkingShare)
    return { includeThoughts: true, thinkingBudget: budget }
  }
  return settings.hasThinkingAdapter && hasBudget ? { includeThoughts: true } : undefined
}

/** A category that an admin names goes along, whether or not we know it. */
function safetySettings(thresholds: Settings['safety']): Json {
  const { default: _, ...named } = thresholds
  return [...new Set([...categories, ...Object.keys(named)])].map((category) => ({
    category,
    threshold: thresholds[category] ?? thresholds.default ?? 'OFF',
  }))
}

/** The gateway hands in the values of the options that are named above; a request for the list of models has none. */
function settingsOf(call: Pick<UpstreamCall, 'settings'>): Settings {
  return {
    safety: {},
    versions: {},
    imageModels: [],
    hasThinkingAdapter: false,
    thinkingShare: 0.6,
    budgetModels: [],
    ...(call.settings as Partial<Settings>),
  }
}
