// A channel as the gateway works with it: decoded once when it is loaded, never again per call.
import { type ChannelSetting, readChannelSetting } from '@waystation/contract/channels/channel-setting'
import { channelStatus } from '@waystation/contract/site/status-table'
import { splitList } from '@waystation/contract/values/codec'
import { isRecord } from '../../lib/fields.ts'

/** A key of a channel, opened. */
export interface ChannelKey {
  readonly id: number
  readonly secret: string
}

export interface RoutableChannel {
  readonly id: number
  readonly name: string
  readonly type: number
  readonly status: number
  readonly baseUrl: string
  readonly organization: string
  readonly other: string
  /** The enabled ones, in order; a call takes the next in turn. */
  readonly keys: readonly ChannelKey[]
  readonly models: readonly string[]
  readonly groups: readonly string[]
  readonly prefix: string
  readonly priority: number
  readonly weight: number
  readonly autoBan: boolean
  readonly maxInputTokens: number
  readonly modelMapping: Readonly<Record<string, string>>
  readonly statusCodeMapping: Readonly<Record<string, string>>
  readonly paramOverride: Readonly<Record<string, unknown>>
  readonly setting: ChannelSetting
  readonly systemPrompt: string
  /** Why and since when (unix seconds) the gateway has it disabled; undefined while it has not. */
  readonly autoDisabled: { readonly reason: string; readonly since: number } | undefined
}

/** What a channel calls a model of this public name; undefined: it does not list it. */
export function servedAs({ prefix, models }: Pick<RoutableChannel, 'prefix' | 'models'>, publicName: string): string | undefined {
  const name = prefix !== '' && publicName.startsWith(prefix) ? publicName.slice(prefix.length) : prefix === '' ? publicName : undefined
  return name !== undefined && models.includes(name) ? name : undefined
}

/** The row as it is stored, with its keys opened. */
export interface StoredChannel {
  readonly id: number
  readonly name: string
  readonly type: number
  readonly status: number
  readonly base_url: string
  readonly openai_organization: string
  readonly other: string
  readonly models: string
  readonly group_names: string
  readonly model_prefix: string
  readonly priority: number
  readonly weight: number
  readonly auto_ban: number
  readonly max_input_tokens: number
  readonly model_mapping: string
  readonly status_code_mapping: string
  readonly param_override: string
  readonly setting: string
  readonly system_prompt: string
  readonly other_info: string
}

/** Decodes a stored channel. Text that should be JSON and is not counts as empty: it was checked when it was saved. */
export function routableChannel(row: StoredChannel, keys: readonly ChannelKey[]): RoutableChannel {
  return {
    id: row.id,
    name: row.name,
    type: row.type,
    status: row.status,
    baseUrl: row.base_url,
    organization: row.openai_organization,
    other: row.other,
    keys,
    models: splitList(row.models, /[,\n]/),
    groups: splitList(row.group_names, /[,\n]/),
    prefix: row.model_prefix,
    priority: Number(row.priority),
    weight: Number(row.weight),
    autoBan: row.auto_ban === 1,
    maxInputTokens: row.max_input_tokens,
    modelMapping: textsOf(row.model_mapping),
    statusCodeMapping: textsOf(row.status_code_mapping),
    paramOverride: objectOf(row.param_override),
    setting: readChannelSetting(objectOf(row.setting)),
    systemPrompt: row.system_prompt,
    autoDisabled: row.status === channelStatus.autoDisabled ? statusFacts(row.other_info) : undefined,
  }
}

function statusFacts(otherInfo: string): NonNullable<RoutableChannel['autoDisabled']> {
  const { status_reason: reason, status_time: since } = objectOf(otherInfo)
  return { reason: typeof reason === 'string' ? reason : '', since: typeof since === 'number' ? since : 0 }
}

/** A JSON object of texts out of a text; numbers count as what they are written as. */
function textsOf(text: string): Record<string, string> {
  const entries = Object.entries(objectOf(text))
  return Object.fromEntries(entries.flatMap(([name, value]) => (typeof value === 'object' ? [] : [[name, String(value)]])))
}

/** A JSON object out of a text; an empty one where the text holds none. */
export function objectOf(text: string): Readonly<Record<string, unknown>> {
  if (text.trim() === '') return {}
  try {
    const value: unknown = JSON.parse(text)
    return isRecord(value) ? value : {}
  } catch {
    return {}
  }
}

/** The name of a model at the vendor: what the channel maps it to, else its own. @param model without the channel's prefix */
export function upstreamModelOf({ modelMapping }: Pick<RoutableChannel, 'modelMapping'>, model: string): string {
  return (Object.hasOwn(modelMapping, model) ? modelMapping[model] : undefined) || model
}
