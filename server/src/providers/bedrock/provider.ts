// Amazon Bedrock: the Converse API, the makers' own dialects of Claude and of OpenAI's models, and rankings and vectors by InvokeModel, signed.
// Sources: AWS, Bedrock API reference and user guide ("Endpoints supported by Amazon Bedrock", "Chat Completions API", "Responses API", "Inference
// using Anthropic Messages API"), 2026; the types of Anthropic's library for Bedrock, 1.1.

import { withoutEnd } from '@waystation/contract/values/without-end'
import { bedrock as vendor } from '@waystation/contract/vendors/bedrock'
import { isRefusing, VERSION_HEADER } from '@waystation/wire/chat/anthropic-messages/version'
import type { UpstreamError } from '@waystation/wire/chat/dialect'
import type { DialectName } from '@waystation/wire/chat/dialects'
import { isObject, type Json, type JsonObject } from '@waystation/wire/encoding/json'
import { withLimit } from '../messages-limit.ts'
import type { ChannelTarget, Provider, UpstreamCall } from '../provider.ts'
import { forReasoning } from '../reasoning-models.ts'
import { credentialsOf } from './key.ts'
import { modelIdOf } from './model-id.ts'
import { signedHeaders } from './sign.ts'

/** What AWS says with 403 of a key that is none any more; it has the same status for one that lacks a right. Sources: AWS, "Common errors", and Bedrock's answers. */
const DEAD_KEY =
  /security token included in the request is (?:invalid|expired)|signature we calculated does not match|make sure your API Key is valid/i

const BETA_HEADER = 'anthropic-beta'
/** AWS's own name for 2023-06-01, and for what all of Claude's models take. */
const CLAUDE_VERSION = 'bedrock-2023-05-31'
/** Those before them take no later version here. Source: Anthropic, "Versions", 2026-11. */
const SINCE_CLAUDE_4_7 = /claude-(?:(?:opus|sonnet|haiku)-(?:4-(?:[7-9]|\d\d)(?!\d)|[5-9])|fable|mythos)/

export const bedrock: Provider = {
  ...vendor,
  speaks: (_channel, model) => dialectsOf(model),
  framings: { 'anthropic-messages': 'aws-invoke-stream' },
  forwardedHeaders: [BETA_HEADER, VERSION_HEADER],

  address(call, channel) {
    const credentials = credentialsOf(channel.key)
    return {
      url: new URL(addressBelow(baseOf('runtime', channel, credentials.region), call, credentials.region)),
      headers: keyHeaders(channel),
    }
  },

  modelLists(channel) {
    const base = baseOf('control', channel, credentialsOf(channel.key).region)
    const paths = [
      '/foundation-models?byOutputModality=TEXT',
      '/foundation-models?byOutputModality=EMBEDDING',
      '/inference-profiles?maxResults=1000',
    ]
    return paths.map((path) => ({ url: new URL(base + path), headers: keyHeaders(channel) }))
  },

  readModels(answer) {
    if (!isObject(answer)) return undefined
    const { modelSummaries: models, inferenceProfileSummaries: profiles } = answer
    if (Array.isArray(models)) return textsAt(models.filter(isOnDemand), 'modelId')
    return Array.isArray(profiles) ? textsAt(profiles.filter(isObject), 'inferenceProfileId') : undefined
  },

  async sign(request, channel, now) {
    const credentials = credentialsOf(channel.key)
    if (credentials.kind === 'bearer') return request.headers
    // Only what AWS asks for is covered: a proxy may change the rest.
    const { 'content-type': type, ...others } = request.headers
    const covered = { ...request, headers: type === undefined ? {} : { 'content-type': type } }
    return { ...others, ...(await signedHeaders(covered, { credentials, now })) }
  },

  adapt(body, call, losses) {
    if (call.operation !== 'chat') return body
    return call.dialect === 'anthropic-messages' ? invokedBody(body, call) : forReasoning(body, call, losses)
  },

  normalizeStatus: ({ status, message }: UpstreamError) => (status === 403 && DEAD_KEY.test(message) ? 401 : undefined),
}

function keyHeaders({ key }: Pick<ChannelTarget, 'key'>): Readonly<Record<string, string>> {
  const credentials = credentialsOf(key)
  return credentials.kind === 'bearer' ? { authorization: `Bearer ${credentials.token}` } : {}
}

/** The channel's own address, such as that of a VPC endpoint, else the region's. The models are listed beside the runtime, at a host of their own. */
function baseOf(plane: 'runtime' | 'control', { baseUrl }: Pick<ChannelTarget, 'baseUrl'>, region: string): string {
  // The sovereign cloud of Europe has a domain of its own.
  const domain = region.startsWith('eusc-') ? 'amazonaws.eu' : 'amazonaws.com'
  const runtime = withoutEnd(baseUrl, '/') || `https://bedrock-runtime.${region}.${domain}`
  return plane === 'runtime' ? runtime : runtime.replace('://bedrock-runtime', '://bedrock')
}

/**
 * What serves a model. Converse has all of them but OpenAI's newer ones, so clients of other dialects stay with it. An id that names no maker, such
 * as that of an application's profile, may be of any.
 */
function dialectsOf(model: string): readonly DialectName[] {
  if (/^claude-|(?:^|[./])anthropic\.claude-/.test(model)) return ['bedrock-converse', 'anthropic-messages']
  const [, openai] = /^(?:[a-z-]+\.)?openai\.(.*)/.exec(model) ?? []
  if (openai === undefined) return ['bedrock-converse']
  return openai.startsWith('gpt-oss') ? ['bedrock-converse', 'openai-chat'] : ['openai-responses', 'openai-chat']
}

/** Claude's body where the model and the wish for a stream stand in the address, and what else is in headers elsewhere stands in the body. */
function invokedBody({ model: _, stream: __, ...body }: JsonObject, { model, clientHeaders }: UpstreamCall): JsonObject {
  const version = clientHeaders[VERSION_HEADER] ?? ''
  const betas = clientHeaders[BETA_HEADER]?.split(',').map((name) => name.trim())
  return {
    anthropic_version: isRefusing(version) && SINCE_CLAUDE_4_7.test(model) ? version : CLAUDE_VERSION,
    ...(betas && { anthropic_beta: betas }),
    ...withLimit(body),
  }
}

/** A colon in an id is encoded; the signature covers the address as it is written. */
function addressBelow(base: string, { operation, dialect, model, isStream }: UpstreamCall, region: string): string {
  if (operation === 'models') return `${base}/foundation-models`
  if (operation === 'chat' && dialect === 'openai-chat') return `${base}/openai/v1/chat/completions`
  if (operation === 'chat' && dialect === 'openai-responses') return `${base}/openai/v1/responses`
  const id = encodeURIComponent(modelIdOf(model, region))
  if (operation === 'chat' && dialect === 'bedrock-converse') return `${base}/model/${id}/${isStream ? 'converse-stream' : 'converse'}`
  return `${base}/model/${id}/${operation === 'chat' && isStream ? 'invoke-with-response-stream' : 'invoke'}`
}

/** Other models are served by an inference profile only, or by capacity that was bought. */
function isOnDemand(summary: Json): summary is JsonObject {
  return isObject(summary) && Array.isArray(summary.inferenceTypesSupported) && summary.inferenceTypesSupported.includes('ON_DEMAND')
}

function textsAt(list: readonly JsonObject[], key: string): string[] {
  return list.map((item) => item[key]).filter((text) => typeof text === 'string')
}
