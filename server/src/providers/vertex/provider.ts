// Google's Vertex AI: the models of several makers, each in its own dialect, at the region that a channel names. Sources: Google Cloud,
// "Generative AI on Vertex AI", 2026; Anthropic, "Claude on Vertex AI", 2026.

import { type Regions, readRegions } from '@waystation/contract/channels/channel-region'
import { withoutEnd } from '@waystation/contract/values/without-end'
import { vertex as vendor } from '@waystation/contract/vendors/vertex'
import { isRefusing, VERSION_HEADER } from '@waystation/wire/chat/anthropic-messages/version'
import { type LossLog, lossList } from '@waystation/wire/chat/losses/loss'
import { isObject, type JsonObject } from '@waystation/wire/encoding/json'
import { filmFormat } from '@waystation/wire/films/formats'
import { readFilm } from '@waystation/wire/films/request'
import { adaptMessages, FORWARDED, inVersionOf, messagesHeaders, versionOf, withoutThinking } from '../anthropic/messages.ts'
import { adaptGenerate, generateSettings, isDeadApiKey, withoutEnding } from '../gemini/generate.ts'
import { actionPath } from '../openai-compatible.ts'
import { type ChannelTarget, type Provider, settingsFor, type UpstreamAddress, type UpstreamCall } from '../provider.ts'
import { vertexFilms } from './films.ts'
import { type Credentials, credentialsOf } from './key.ts'
import { familyOf, soldAs } from './models.ts'
import { tokenExchange } from './token.ts'

/** Google's own name for 2023-06-01, the usual version of Anthropic's dialect. */
const CLAUDE_VERSION = 'vertex-2023-10-16'
const GLOBAL_HOST = 'aiplatform.googleapis.com'

const dialects = { gemini: 'gemini-generate', claude: 'anthropic-messages', open: 'openai-chat' } as const

/** Where an account or an API key signs in, and where its calls go. */
interface Place {
  readonly base: string
  /** What stands before the publishers of models. */
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
}

/** Addresses in place of Google's, for tests. */
export interface VertexAddresses {
  /** Where tokens are given. */
  readonly tokenUrl?: string
  /** Where buckets are read. */
  readonly storageUrl?: string
}

/** The vendor with its films. */
export function vertexProvider({ tokenUrl, storageUrl }: VertexAddresses = {}): Provider {
  return {
    ...vendor,
    speaks: (_channel, model) => [dialects[familyOf(model)]],
    forwardedHeaders: FORWARDED,

    credential({ key }) {
      const credentials = credentialsOf(key)
      return credentials.kind === 'account' ? tokenExchange(credentials.account, tokenUrl) : undefined
    },

    address(call, channel) {
      const credentials = credentialsOf(channel.key)
      const family = familyOf(call.model)
      const isFilm = call.operation === 'videos'
      if (credentials.kind === 'express' && (isFilm || family !== 'gemini'))
        throw new TypeError('an API key of express mode serves Gemini only')
      const place = placeOf(credentials, call, channel)
      return isFilm ? filmAddress(call, place) : addressOf[family](call, place)
    },

    tasks: vertexFilms(baseOf, storageUrl),

    modelLists(channel) {
      const credentials = credentialsOf(channel.key)
      const base = baseOf(channel, 'global')
      const publishers = credentials.kind === 'express' ? ['google'] : ['google', 'anthropic']
      const headers = keyHeaders(credentials)
      return publishers.map((name) => ({ url: new URL(`${base}/v1beta1/publishers/${name}/models?pageSize=300`), headers }))
    },

    readModels(answer) {
      if (!isObject(answer)) return undefined
      const { publisherModels: models = [] } = answer
      if (!Array.isArray(models)) return undefined
      const names = models.map((model) => (isObject(model) && typeof model.name === 'string' ? model.name : ''))
      // Google lists models for pictures and sound too, which have calls of their own.
      return names.map((name) => name.slice(name.lastIndexOf('/') + 1)).filter((name) => /^(?:gemini|claude|veo)-/.test(name))
    },

    normalizeStatus: ({ status, code, message }) => (status === 400 && isDeadApiKey(code, message) ? 401 : undefined),

    adapt(body, call, losses) {
      if (call.operation !== 'chat') return body
      const family = familyOf(call.model)
      if (family === 'claude') return claudeBody(adaptMessages(body, settingsFor('claude', call), losses), call, losses)
      return family === 'gemini' ? adaptGenerate(body, settingsFor('gemini', call)) : body
    },

    adaptCount(body, call) {
      if (familyOf(call.model) === 'claude') return countBody(body, call)
      // Gemini's own API wraps the request that is counted; this one takes its fields as they are.
      const { model: _, ...request } = isObject(body.generateContentRequest) ? body.generateContentRequest : body
      return request
    },

    bareName(name, settings) {
      const named = { model: name, requestedModel: name, settings }
      const plain = familyOf(name) === 'claude' ? claudeName(named) : geminiName(named)
      const sold = soldAs(plain)
      return sold === name ? undefined : sold
    },
  }
}

export const vertex = vertexProvider()

/** By family: where a call goes. */
const addressOf: Readonly<Record<ReturnType<typeof familyOf>, (call: UpstreamCall, place: Place) => UpstreamAddress>> = {
  gemini(call, { base, path, headers }) {
    return { url: new URL(`${base}${path}/publishers/google${actionPath({ ...call, model: geminiName(call) })}`), headers }
  },

  claude(call, { base, path, headers }) {
    // The date of a model stands behind an @, which Google's own libraries leave as it is.
    const name = encodeURIComponent(claudeName(call)).replace('%40', '@')
    const action = call.operation === 'count' ? 'count-tokens:rawPredict' : `${name}:${call.isStream ? 'streamRawPredict' : 'rawPredict'}`
    return {
      url: new URL(`${base}${path}/publishers/anthropic/models/${action}`),
      headers: { ...claudeHeaders(call), ...headers },
    }
  },

  open(_call, { base, path, headers }) {
    return { url: new URL(`${base}${path}/endpoints/openapi/chat/completions`), headers }
  },
}

function filmAddress(call: UpstreamCall, { base, path, headers }: Place): UpstreamAddress {
  const end = filmFormat(vendor.formats.videos).path(readFilm(call.asked ?? { model: call.model }), call.model)
  return { url: new URL(base + path + end), headers }
}

function placeOf(credentials: Credentials, call: UpstreamCall, channel: ChannelTarget): Place {
  const headers = keyHeaders(credentials)
  if (credentials.kind === 'express') return { base: baseOf(channel, 'global'), path: '/v1', headers }
  const regions = readRegions(channel.other)
  if (!regions) throw new TypeError('the channel names no region')
  const region = regionOf(regions, call)
  const project = encodeURIComponent(credentials.account.project_id)
  return { base: baseOf(channel, region), path: `/v1/projects/${project}/locations/${region}`, headers }
}

const keyHeaders = (credentials: Credentials): Readonly<Record<string, string>> =>
  credentials.kind === 'express' ? { 'x-goog-api-key': credentials.apiKey } : {}

/** The region of a model: under its whole name, that of the caller, or the name that it is sold under. */
function regionOf({ byModel, default: usual }: Regions, { model, requestedModel }: UpstreamCall): string {
  const name = [model, requestedModel, soldAs(model)].find((each) => Object.hasOwn(byModel, each))
  return (name === undefined ? undefined : byModel[name]) ?? usual
}

/** The channel's own address, such as that of a private endpoint, else the region's. */
function baseOf({ baseUrl }: Pick<ChannelTarget, 'baseUrl'>, region: string): string {
  return withoutEnd(baseUrl, '/').replace(/\/v1$/, '') || `https://${hostOf(region)}`
}

function hostOf(region: string): string {
  if (region === 'global') return GLOBAL_HOST
  return region === 'us' || region === 'eu' ? `aiplatform.${region}.rep.googleapis.com` : `${region}-${GLOBAL_HOST}`
}

type NamedCall = Pick<UpstreamCall, 'model' | 'requestedModel' | 'settings'>

function claudeName(call: NamedCall): string {
  return withoutThinking(call.model, settingsFor('claude', call).settings) ?? call.model
}

function geminiName(call: NamedCall): string {
  return withoutEnding(call.model, generateSettings(settingsFor('gemini', call).settings)).model
}

/** The version stands in the body. Source: the types of Anthropic's library for Vertex, 1.1. */
function claudeHeaders(call: UpstreamCall): Record<string, string> {
  const { [VERSION_HEADER]: _, ...headers } = messagesHeaders(settingsFor('claude', call))
  return headers
}

function claudeVersion(call: UpstreamCall): string {
  const version = versionOf(settingsFor('claude', call))
  return isRefusing(version) ? version : CLAUDE_VERSION
}

function countBody(body: JsonObject, call: UpstreamCall): JsonObject {
  const counted = inVersionOf(settingsFor('claude', call), body, lossList())
  return { ...counted, model: claudeName(call), anthropic_version: claudeVersion(call) }
}

/** The model stands in the address, the version in the body, and no tool is guaranteed to be called as its schema says. */
function claudeBody({ model: _, ...body }: JsonObject, call: UpstreamCall, losses: LossLog): JsonObject {
  const isStrict = Array.isArray(body.tools) && body.tools.some((tool) => isObject(tool) && tool.strict !== undefined)
  if (isStrict) losses.add('tools', 'not-expressible')
  return { ...body, ...(isStrict ? { tools: withoutStrict(body.tools) } : {}), anthropic_version: claudeVersion(call) }
}

function withoutStrict(tools: JsonObject['tools']) {
  return Array.isArray(tools) ? tools.map((tool) => (isObject(tool) ? { ...tool, strict: undefined } : tool)) : tools
}
