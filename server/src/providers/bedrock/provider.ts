// Amazon Bedrock: the Converse API, and rankings by InvokeModel, signed. Source: AWS, Bedrock API reference and user guide, 2026.

import { withoutEnd } from '@waystation/contract/values/without-end'
import { bedrock as vendor } from '@waystation/contract/vendors/bedrock'
import type { UpstreamError } from '@waystation/wire/chat/dialect'
import { isObject, type Json, type JsonObject } from '@waystation/wire/encoding/json'
import { type ChannelTarget, type Provider, spokenBy, type UpstreamCall } from '../provider.ts'
import { credentialsOf } from './key.ts'
import { modelIdOf } from './model-id.ts'
import { signedHeaders } from './sign.ts'

/** What AWS says with 403 of a key that is none any more; it has the same status for one that lacks a right. Sources: AWS, "Common errors", and Bedrock's answers. */
const DEAD_KEY =
  /security token included in the request is (?:invalid|expired)|signature we calculated does not match|make sure your API Key is valid/i

export const bedrock: Provider = {
  ...vendor,
  speaks: spokenBy(vendor),

  address(call, channel) {
    const credentials = credentialsOf(channel.key)
    return {
      url: new URL(addressBelow(baseOf('runtime', channel, credentials.region), call, credentials.region)),
      headers: keyHeaders(channel),
    }
  },

  modelLists(channel) {
    const base = baseOf('control', channel, credentialsOf(channel.key).region)
    const paths = ['/foundation-models?byOutputModality=TEXT', '/inference-profiles?maxResults=1000']
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

/** A colon in an id is encoded; the signature covers the address as it is written. */
function addressBelow(base: string, { operation, model, isStream }: UpstreamCall, region: string): string {
  if (operation === 'models') return `${base}/foundation-models`
  if (operation === 'rerank') return `${base}/model/${encodeURIComponent(model)}/invoke`
  return `${base}/model/${encodeURIComponent(modelIdOf(model, region))}/${isStream ? 'converse-stream' : 'converse'}`
}

/** Other models are served by an inference profile only, or by capacity that was bought. */
function isOnDemand(summary: Json): summary is JsonObject {
  return isObject(summary) && Array.isArray(summary.inferenceTypesSupported) && summary.inferenceTypesSupported.includes('ON_DEMAND')
}

function textsAt(list: readonly JsonObject[], key: string): string[] {
  return list.map((item) => item[key]).filter((text) => typeof text === 'string')
}
