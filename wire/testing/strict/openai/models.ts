// What the model families of OpenAI take. A name that is in no family is judged by the rules common to all.
import type { JsonObject } from '../../../src/encoding/json.ts'
import { type Rule, rule } from '../judge.ts'

/** `always` cannot be asked not to think; `unless-none` does not think at the effort `none`. */
type Thinking = 'never' | 'always' | 'unless-none'

export type Family = {
  thinking: Thinking
  /** The effort of a request that names none. */
  usualEffort?: 'none' | 'medium' | 'high'
  /** The efforts that the model takes at Chat Completions and at Responses, where they are known. */
  chatEfforts?: readonly string[]
  efforts?: readonly string[]
  /** Served at /v1/responses alone. */
  isResponsesOnly?: boolean
  /** Function tools at Chat Completions: not while it thinks, or not at all. */
  chatTools?: 'while-not-thinking' | 'never'
  takesStop?: boolean
  takesLogitBias?: boolean
  takesImages?: boolean
  /** More choices than these are refused. */
  mostChoices?: number
  mostLogprobs?: number
  /** The longest answer that may be asked for at Chat Completions. */
  mostTokens?: number
  /** Only the long prompt cache is served. */
  hasLongCacheOnly?: boolean
  kind?: 'audio' | 'search'
}

const classic: Family = { thinking: 'never', takesStop: true, takesLogitBias: true, takesImages: true, mostChoices: 128, mostLogprobs: 20 }
const textOnly: Family = { ...classic, takesImages: false }
const gpt4o: Family = { ...classic, mostTokens: 16_384 }

const threeEfforts = ['low', 'medium', 'high']
const fiveEfforts = ['none', 'low', 'medium', 'high', 'xhigh']
const sixEfforts = [...fiveEfforts, 'max']

const oSeries: Family = {
  thinking: 'always',
  usualEffort: 'medium',
  chatEfforts: threeEfforts,
  efforts: threeEfforts,
  takesImages: true,
  mostTokens: 100_000,
}
const gpt5Efforts = ['minimal', ...threeEfforts]
const gpt5: Family = { ...oSeries, chatEfforts: gpt5Efforts, efforts: gpt5Efforts, mostTokens: 128_000 }
const gpt51Efforts = ['none', ...threeEfforts]
const gpt51: Family = {
  thinking: 'unless-none',
  usualEffort: 'none',
  chatEfforts: gpt51Efforts,
  efforts: gpt51Efforts,
  takesImages: true,
  takesLogitBias: true,
  mostTokens: 128_000,
}
const gpt52: Family = { ...gpt51, chatEfforts: fiveEfforts, efforts: fiveEfforts }
const gpt54: Family = { ...gpt52, chatTools: 'while-not-thinking' }
const gpt55: Family = { ...gpt52, usualEffort: 'medium', hasLongCacheOnly: true }
const gpt56: Family = {
  ...gpt55,
  efforts: sixEfforts,
  chatTools: 'while-not-thinking',
  takesLogitBias: false,
  mostChoices: 8,
  mostLogprobs: 5,
}
const gpt6: Family = { ...gpt56, chatEfforts: sixEfforts }
const gpt6Thinker: Family = {
  ...gpt56,
  thinking: 'always',
  chatEfforts: ['low', 'medium', 'high', 'xhigh'],
  efforts: ['low', 'medium', 'high', 'xhigh', 'max'],
  chatTools: 'never',
}
const responsesOnly: Family = { thinking: 'always', usualEffort: 'medium', isResponsesOnly: true, takesImages: true }

/** The first pattern that fits the name without its date. */
const families: readonly (readonly [RegExp, Family])[] = [
  [/^gpt-3\.5-turbo(-16k|-\d{4})?$/, { ...textOnly, mostTokens: 4096 }],
  [/^gpt-4(-32k)?(-0\d{3})?$/, textOnly],
  [/^gpt-4-turbo$/, { ...classic, mostTokens: 4096 }],
  [/^gpt-4o(-mini)?-search-preview$|^gpt-5-search-api$/, { ...classic, kind: 'search' }],
  [/^gpt-4o(-mini)?-audio-preview$|^gpt-audio(-mini|-1\.5)?$/, { ...textOnly, kind: 'audio' }],
  [/^gpt-4o(-mini)?$|^chatgpt-4o-latest$|^gpt-5-chat-latest$/, gpt4o],
  [/^gpt-4\.1(-mini|-nano)?$/, { ...classic, mostTokens: 32_768 }],
  [/^o1-pro$|^o3-pro$|^o[34](-mini)?-deep-research$|^computer-use-preview$|^codex-mini-latest$/, responsesOnly],
  [/^gpt-5-pro$/, { ...responsesOnly, usualEffort: 'high', efforts: ['high'] }],
  [/^gpt-5(\.\d)?-(codex(-max|-mini|-spark)?|pro)$/, responsesOnly],
  [/^o1$/, { ...oSeries, takesStop: true }],
  [/^o3-mini$/, { ...oSeries, takesStop: true, takesImages: false }],
  [/^o3$|^o4-mini$/, oSeries],
  [/^gpt-5(-mini|-nano)?$/, gpt5],
  [/^gpt-5\.1$/, gpt51],
  [/^gpt-5\.2$/, gpt52],
  [/^gpt-5\.4(-mini|-nano)?$/, gpt54],
  [/^gpt-5\.5$/, gpt55],
  [/^gpt-5\.6(-sol|-terra|-luna)?$/, gpt56],
  [/^gpt-6-(sol|luna)$/, gpt6],
  [/^gpt-6-astra$|^gpt-6\.1-sol$/, gpt6Thinker],
]

/** The name without the date of a snapshot; of a fine-tuned model the name of its base. */
export function baseName(model: string): string {
  const base = model.startsWith('ft:') ? (model.split(':')[1] ?? model) : model
  return base.replace(/-\d{4}-\d{2}-\d{2}$/, '')
}

/** The family of the model; undefined where its name is not known here. */
export function familyOf(model: string): Family | undefined {
  const name = baseName(model)
  return families.find(([pattern]) => pattern.test(name))?.[1]
}

/** False for names that no model of OpenAI bears: other vendors' and made-up ones. */
export function isOpenAIName(model: string): boolean {
  return /^(ft:)?(gpt-|o\d|chatgpt-|codex-|computer-use-|chat-latest)/.test(model)
}

/** True where the model thinks about this request: it always does, or its effort is not `none`. */
export function isThinking(family: Family, effort: string | undefined): boolean {
  if (family.thinking === 'never') return false
  return family.thinking === 'always' || (effort ?? family.usualEffort) !== 'none'
}

/** A rule that asks about a request with the family of its model, if that is known. */
export function familyRule<Found>(
  name: string,
  source: string,
  find: (family: Family, body: JsonObject) => Found | undefined,
): Rule<JsonObject, Found> {
  return rule(name, source, (body) => {
    const family = familyOf(typeof body.model === 'string' ? body.model : '')
    return family && find(family, body)
  })
}
