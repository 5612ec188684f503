// A vendor that speaks OpenAI's chat dialect is a record of the contract; few need code beside it.
import { belowVersion, givenBase, isAccount, ownVersions } from '@waystation/contract/channels/channel-address'
import { presetOf } from '@waystation/contract/channels/channel-type'
import type { UsualAddress } from '@waystation/wire/chat/dialect'
import { type DialectName, vendorDialects } from '@waystation/wire/chat/dialects'
import type { JsonObject } from '@waystation/wire/encoding/json'
import { withLimit } from './messages-limit.ts'
import {
  baseOf,
  type ChannelTarget,
  forwarded,
  type Operation,
  type Provider,
  spokenBy,
  type UpstreamCall,
  type Vendor,
} from './provider.ts'

/** What a record cannot say of a vendor. */
export interface Quirks extends Pick<Provider, 'adapt' | 'bareName' | 'balance' | 'readModels' | 'normalizeStatus'> {
  /** Takes the whole of a base address as the address where it says so. */
  readonly fullUrl?: (base: string, call: UpstreamCall) => string | undefined
  /** The same of a base that names its version. */
  readonly givenUrl?: (given: string, call: UpstreamCall) => string | undefined
  readonly headers?: (channel: ChannelTarget, call: UpstreamCall) => Readonly<Record<string, string>>
}

const FORWARDED = ['openai-beta', 'anthropic-beta', 'anthropic-version']
/** What a dialect's usual path begins with, in place of which a vendor may have another. */
const VERSION = /^\/v1(?:beta)?(?=\/)/
const ACCOUNT = '{other}'

/** The words for what is done with a model, in Gemini's addresses. */
const actions: Readonly<Partial<Record<Operation, string>>> = {
  chat: 'generateContent',
  count: 'countTokens',
  'embed-content': 'embedContent',
  'batch-embed-contents': 'batchEmbedContents',
  speech: 'generateContent',
  transcription: 'generateContent',
  images: 'generateContent',
  'image-edits': 'generateContent',
  predict: 'predict',
  batches: 'batchGenerateContent',
}

/** Gemini's address below its version: the model and what to do with it stand in it. */
export function actionPath({ model, operation, isStream }: UpstreamCall): string {
  // Imagen is called in a way of its own.
  if (operation === 'images' && model.startsWith('imagen-')) return `/models/${encodeURIComponent(model)}:predict`
  return `/models/${encodeURIComponent(model)}:${isStream ? 'streamGenerateContent?alt=sse' : actions[operation]}`
}

/** Source: "Live API", https://ai.google.dev/api/live, 2026. */
export const livePath = (version: string): string => `/ws/google.ai.generativelanguage.${version}.GenerativeService.BidiGenerateContent`

const geminiPath = (call: UpstreamCall) => `/v1beta${actionPath(call)}`

/** Where servers that only speak a dialect take it. Throws TypeError on a dialect that only its own vendor speaks. */
function usualOf(dialect: DialectName): UsualAddress {
  const { usual } = vendorDialects[dialect]
  if (!usual) throw new TypeError(`only its own vendor speaks ${dialect}`)
  return usual
}

const paths: Readonly<Record<Operation, (call: UpstreamCall) => string>> = {
  chat: (call) => usualOf(call.dialect).chatPath(call),
  completions: () => '/v1/completions',
  embeddings: () => '/v1/embeddings',
  'embed-content': geminiPath,
  'batch-embed-contents': geminiPath,
  compact: () => '/v1/responses/compact',
  transcription: () => '/v1/audio/transcriptions',
  translation: () => '/v1/audio/translations',
  speech: () => '/v1/audio/speech',
  rerank: () => '/v1/rerank',
  images: () => '/v1/images/generations',
  'image-edits': () => '/v1/images/edits',
  'image-variations': () => '/v1/images/variations',
  moderation: () => '/v1/moderations',
  'chat-moderation': () => '/v1/chat/moderations',
  fim: () => '/v1/fim/completions',
  ocr: () => '/v1/ocr',
  predict: geminiPath,
  realtime: () => '/v1/realtime',
  live: ({ apiVersion }) => livePath(apiVersion ?? 'v1beta'),
  files: () => '/v1/files',
  'cached-contents': () => '/v1beta/cachedContents',
  drawing: ({ place = '' }) => `/${place}`,
  music: ({ place = '' }) => `/${place}`,
  videos: () => '/v1/videos',
  batches: () => '/v1/batches',
  count: (call) => usualOf(call.dialect).countPath?.(call) ?? '',
  models: () => '/v1/models',
}

/** The body with what a dialect demands of it, and without what would be stored where nothing is kept: the gateway keeps replies itself. */
function forDialect({ keepsResponses }: Vendor, body: JsonObject, { operation, dialect }: UpstreamCall): JsonObject {
  if (operation !== 'chat') return body
  if (dialect === 'anthropic-messages') return withLimit(body)
  if (dialect !== 'openai-responses' || keepsResponses || body.store === undefined) return body
  const { store: _, ...rest } = body
  return rest
}

/** A provider from a vendor's record. Throws TypeError where the record names a dialect that needs code of its own. */
export function openAICompatible(vendor: Vendor, { fullUrl, givenUrl, headers, ...quirks }: Quirks = {}): Provider {
  const speaks = spokenBy(vendor)
  for (const dialect of speaks({ baseUrl: '', setting: {} }, '')) usualOf(dialect)
  const versions = ownVersions(vendor)
  const usualUrl = urlsBelow(vendor, versions)
  const urlOf = (base: string, call: UpstreamCall): string => fullUrl?.(base, call) ?? usualUrl(base, call)
  const addressOf = (call: UpstreamCall, channel: ChannelTarget): string => {
    const below = (base: string) => base + belowVersion(paths[call.operation](call))
    const { at: plan, pathsOf } = presetOf(vendor, channel.baseUrl) ?? {}
    if (plan) return pathsOf?.[call.operation] ?? below(plan[call.dialect] ?? '')
    const given = givenBase(channel.baseUrl)
    if (given === undefined) return withAccount(urlOf(baseOf(vendor, channel), call), channel)
    const own = givenUrl?.(given, call)
    if (own !== undefined) return own
    return versions.some((version) => given.endsWith(version)) ? urlOf(given, call) : below(given)
  }
  return {
    ...vendor,
    ...quirks,
    speaks,
    forwardedHeaders: FORWARDED,
    address(call, channel) {
      return {
        url: withModel(new URL(addressOf(call, channel)), call),
        headers: {
          ...forwarded(FORWARDED, call),
          ...vendor.headers,
          ...usualOf(call.dialect).keyHeaders(channel.key),
          ...headers?.(channel, call),
        },
      }
    },
    adapt(body, call, losses) {
      const adapted = forDialect(vendor, body, call)
      return quirks.adapt?.(adapted, call, losses) ?? adapted
    },
  }
}

/**
 * A session has no body: what it is to be stands in its address. One that only writes down what is said names its model later.
 * Source: "Realtime transcription", https://developers.openai.com/api/docs/guides/realtime-transcription, 2026.
 */
function withModel(url: URL, { operation, model, asked }: UpstreamCall): URL {
  if (operation !== 'realtime') return url
  if (asked?.intent !== 'transcription') url.searchParams.set('model', model)
  if (typeof asked?.intent === 'string') url.searchParams.set('intent', asked.intent)
  return url
}

/** The address with the channel's account in its place. Throws TypeError where there is none. */
function withAccount(address: string, { other }: Pick<ChannelTarget, 'other'>): string {
  if (!address.includes(ACCOUNT)) return address
  if (!isAccount(other)) throw new TypeError('the address needs an account')
  return address.replace(ACCOUNT, other)
}

/** The address of each call, below a base. People give the base with and without a version; both mean the same. */
function urlsBelow(
  { paths: ownPaths, versionPaths }: Vendor,
  versions: readonly string[],
): (address: string, call: UpstreamCall) => string {
  return (address, call) => {
    const given = versions.find((version) => address.endsWith(version)) ?? ''
    const base = address.slice(0, address.length - given.length)
    const own = ownPaths[call.operation]
    if (own !== undefined) return base + own
    const path = paths[call.operation](call)
    const version = versionPaths[call.dialect]
    return base + (version === undefined ? path : path.replace(VERSION, version))
  }
}
