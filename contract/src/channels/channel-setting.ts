// What stands in a channel's `setting`. Source: server-behaviour 3.5a, decisions D24, D31 and D44.
import { z } from 'zod'
import { CallLimits } from '../calls/call-limits.ts'
import { safeName } from '../options/option.ts'
import { isKnownDialect } from './channel-type.ts'

const PROXY_SCHEMES = ['http:', 'https:', 'socks5:']

/** Is this the address of a proxy, with or without a user and a password? */
export function isProxyAddress(text: string): boolean {
  if (!URL.canParse(text) || /[\s\p{Cc}]/u.test(text)) return false
  const { protocol, hostname, pathname, search } = new URL(text)
  return PROXY_SCHEMES.includes(protocol) && hostname !== '' && (pathname === '' || pathname === '/') && search === ''
}

/** Vendors that speak OpenAI's chat dialect and refuse different parts of it. */
export const RULEBOOKS = [
  ...['plain', 'openai', 'deepseek', 'groq', 'mistral', 'xai', 'moonshot', 'qwen', 'openrouter', 'minimax', 'spark', 'gemini-openai'],
  ...['zhipu', 'doubao', 'siliconflow', 'qianfan', 'vllm', 'databricks', 'xinference', 'ollama'],
] as const

/** As this family's gateways store it, in any case. */
const nonStreamOnly = z.string().regex(/^(non_stream_only)?$/i)

/** Names of voices of a channel, at most. */
const MAX_VOICES = 100

const seconds = z.number().int().min(1).max(7200)

/** Every key that may be set. Null, an empty text and an absent key mean the same. */
export const ChannelSetting = z.strictObject({
  /** The dialects that the upstream speaks, best first, for types that speak several. */
  dialects: z.array(z.string().refine(isKnownDialect)).nullish(),
  /** Whose rules requests in OpenAI's chat dialect follow; absent: those of the host, else of the channel's type. */
  rules: z.enum(RULEBOOKS).nullish(),
  /** Refuse calls with fields that the upstream's dialect cannot express. */
  strict: z.boolean().nullish(),
  /** `never`: the upstream does not know `stream_options`, so it is never sent. */
  stream_options: z.enum(['auto', 'never']).nullish(),
  /** `http`, `https` or `socks5`, with credentials if need be; calls, tests and model lists go through it. */
  proxy: z
    .string()
    .max(1000)
    .refine((text) => text === '' || isProxyAddress(text))
    .nullish(),
  /** Parse and rewrite each response: fields that the dialect does not know are dropped. */
  force_format: z.boolean().nullish(),
  /** Put reasoning into the content, between `<think>` and `</think>`. */
  thinking_to_content: z.boolean().nullish(),
  /** `NON_STREAM_ONLY`: never request a stream; clients that want one get the whole response converted to a stream. */
  stream_support: nonStreamOnly.nullish(),
  /** How to treat request fields that raise the cost of a call and have no price. */
  unpriced: z.enum(['strip', 'pass']).nullish(),
  /** Ids of what is kept at the vendor's account: only those that the user was given, or any. Absent: any in self-use mode, else given ones. */
  vendor_ids: z.enum(['given', 'pass']).nullish(),
  /** The upstream is an app with a prompt or knowledge of its own: its count of input is believed up to the context of its model. */
  hidden_prompt: z.boolean().nullish(),
  /** The vendor's voices, by the names that callers use, such as `alloy`: where the vendor has voices of its own. */
  voices: z
    .record(safeName.min(1).max(64), z.string().regex(/^[A-Za-z0-9_-]{1,64}$/))
    .refine((voices) => Object.keys(voices).length <= MAX_VOICES)
    .nullish(),
  /** Where Vertex AI puts films, as `gs://bucket` or a folder in it; absent: they stand in its answers. */
  film_bucket: z
    .string()
    .max(1000)
    .regex(/^(gs:\/\/[a-z0-9][a-z0-9._-]{1,220}(\/[\w.-]+)*)?$/)
    .nullish(),
  /** Time limits of this channel; absent: those of the options with the same names. */
  first_byte_timeout_seconds: seconds.nullish(),
  whole_first_byte_timeout_seconds: seconds.nullish(),
  idle_timeout_seconds: seconds.nullish(),
  /** What the channel takes, of all callers together; a full one is passed over. */
  limits: CallLimits.nullish(),
  /** The same for each of its keys. */
  key_limits: CallLimits.nullish(),
  /** What the vendor really charges, as a factor on its list prices; only the books use it. Absent: 1. */
  cost_ratio: z.number().min(0).max(100).nullish(),
})
export type ChannelSetting = z.infer<typeof ChannelSetting>

export const channelSettingKeys: readonly string[] = Object.keys(ChannelSetting.shape)

export type SettingProblem = { readonly kind: 'unknown' | 'invalid'; readonly key: string }

/** The first thing that is wrong in a setting; undefined when nothing is. */
export function settingProblem(setting: Readonly<Record<string, unknown>>): SettingProblem | undefined {
  const unknown = Object.keys(setting).find((key) => !Object.hasOwn(ChannelSetting.shape, key))
  if (unknown !== undefined) return { kind: 'unknown', key: unknown }
  const read = ChannelSetting.safeParse(setting)
  return read.success ? undefined : { kind: 'invalid', key: String(read.error.issues[0]?.path[0] ?? '') }
}

/** Reads a stored setting, which may be older than these rules: unknown keys and invalid values are left out. Never throws. */
export function readChannelSetting(setting: Readonly<Record<string, unknown>>): ChannelSetting {
  const known = Object.entries(ChannelSetting.shape).flatMap(([key, schema]) => {
    // An invalid proxy stays and makes calls fail: dropping it would send them out directly, against the setting.
    const read = key === 'proxy' ? z.string().safeParse(setting[key]) : schema.safeParse(setting[key])
    return read.success && read.data !== null && read.data !== undefined && read.data !== '' ? [[key, read.data] as const] : []
  })
  return Object.fromEntries(known) as ChannelSetting
}

/** Stands for a password that is not shown. */
const MASK = '***'

/** A proxy's address as it may be shown: without its password. */
export function maskedProxy(address: string): string {
  return address.replace(/^([a-z0-9+.-]+:\/\/[^/?#:@]*):[^/?#]*@/i, `$1:${MASK}@`)
}

/** Does an address have the mask for its password? */
export const isMaskedProxy = (address: string): boolean => /^[a-z0-9+.-]+:\/\/[^/?#:@]*:\*\*\*@/i.test(address)

/** Does a channel with this setting never request a stream? */
export const isNonStreamOnly = (setting: Pick<ChannelSetting, 'stream_support'>): boolean =>
  !!setting.stream_support && setting.stream_support.toUpperCase() === 'NON_STREAM_ONLY'
