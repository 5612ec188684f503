// Databricks: the AI gateway of a workspace, its older serving endpoints, and gateways with an address of their own, whose paths differ. The
// key is a bearer token in every dialect.
import { type OauthClient, oauthClientOf } from '@waystation/contract/channels/channel-key'
import { databricks as vendor } from '@waystation/contract/vendors/databricks'
import type { UpstreamError } from '@waystation/wire/chat/dialect'
import { isObject, type Json } from '@waystation/wire/encoding/json'
import { tokenIn, tokenRequest } from '../oauth.ts'
import { openAICompatible } from '../openai-compatible.ts'
import type { ChannelTarget, CredentialExchange, Provider } from '../provider.ts'

const OLDER = '/serving-endpoints'
/** Headers that other vendors of these dialects take a key in. */
const KEY_HEADERS: ReadonlySet<string> = new Set(['authorization', 'x-api-key', 'x-goog-api-key'])
/** Of the endpoints in a workspace, those that serve what is called here: others are agents, or models of one's own that take tables. */
const TASKS: ReadonlySet<unknown> = new Set(['llm/v1/chat', 'llm/v1/embeddings'])

const workspace = openAICompatible(vendor, { normalizeStatus, readModels })
const older = openAICompatible({
  ...vendor,
  versionPaths: {
    ...{ 'openai-chat': OLDER, 'openai-responses': OLDER },
    ...{ 'anthropic-messages': `${OLDER}/anthropic/v1`, 'gemini-generate': `${OLDER}/gemini/v1beta` },
  },
})
const ownHost = openAICompatible({
  ...vendor,
  versionPaths: {
    ...{ 'openai-chat': '/mlflow/v1', 'openai-responses': '/mlflow/v1' },
    ...{ 'anthropic-messages': '/anthropic/v1', 'gemini-generate': '/gemini/v1beta' },
  },
})

export const databricks: Provider = {
  ...workspace,

  credential({ key }, url) {
    const client = oauthClientOf(key)
    if (client) return tokenExchange(client, url)
    if (key.includes('|')) throw new TypeError(`the key is not written as ${vendor.keyFormat}`)
    return undefined
  },

  address(call, channel) {
    const { url, headers } = placeOf(channel).address(call, channel)
    const others = Object.entries(headers).filter(([name]) => !KEY_HEADERS.has(name))
    return {
      url,
      headers: { ...Object.fromEntries(others), ...(!channel.key.includes('|') && { authorization: `Bearer ${channel.key}` }) },
    }
  },
}

/** Whose paths are below this address. */
function placeOf({ baseUrl }: Pick<ChannelTarget, 'baseUrl'>): Provider {
  const { hostname, pathname } = new URL(baseUrl)
  if (pathname.startsWith(OLDER)) return older
  return hostname.includes('.ai-gateway.') ? ownHost : workspace
}

/** Source: "Manually generate OAuth M2M access tokens"; a token of a workspace lives for an hour. @param url where it will be shown */
function tokenExchange({ clientId, clientSecret }: OauthClient, url: URL): CredentialExchange {
  const authorization = `Basic ${Buffer.from(`${clientId}:${clientSecret}`).toString('base64')}`
  return {
    purpose: url.origin,
    request: () => tokenRequest(`${url.origin}/oidc/v1/token`, { grant_type: 'client_credentials', scope: 'all-apis' }, { authorization }),
    read: tokenIn,
  }
}

/** A token that is none is refused like a right that is missing. */
function normalizeStatus({ status, message }: UpstreamError): number | undefined {
  return status === 403 && /invalid access token/i.test(message) ? 401 : undefined
}

function readModels(answer: Json | undefined): string[] | undefined {
  if (!isObject(answer)) return undefined
  // A workspace without endpoints answers with an empty object.
  const { endpoints = [] } = answer
  if (!Array.isArray(endpoints)) return undefined
  return endpoints.flatMap((each) => (isObject(each) && TASKS.has(each.task) && typeof each.name === 'string' ? [each.name] : []))
}
