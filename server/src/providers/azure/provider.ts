// Azure OpenAI and Microsoft Foundry: what an account has deployed, in OpenAI's dialects, and Claude in Anthropic's. Sources: Microsoft, "Azure
// OpenAI v1 API", "Azure OpenAI REST API reference", "Deploy and use Claude models in Microsoft Foundry", 2026; Anthropic, "Claude in
// Microsoft Foundry", 2026.

import { isDatedVersion } from '@waystation/contract/channels/api-version'
import { traitsOf } from '@waystation/contract/models/traits'
import { azure as vendor } from '@waystation/contract/vendors/azure'
import { type LossLog, lossList } from '@waystation/wire/chat/losses/loss'
import { isObject, type JsonObject } from '@waystation/wire/encoding/json'
import { adaptMessages, inVersionOf, messagesHeaders, withoutThinking } from '../anthropic/messages.ts'
import { openAICompatible } from '../openai-compatible.ts'
import { type ChannelTarget, forwarded, type Provider, settingsFor, type UpstreamAddress, type UpstreamCall } from '../provider.ts'
import { forReasoning, withoutEffort } from '../reasoning-models.ts'
import { claudeResourceOf, inVersion, resourceOf, versionOf } from './address.ts'
import { azureKeyOf } from './key.ts'
import { tokenExchange } from './token.ts'

const compatible = openAICompatible(vendor)

const isClaude = (model: string): boolean => model.startsWith('claude-')

/** @param login another address for tokens than Microsoft's: for tests */
export function azureProvider(login?: string): Provider {
  return {
    ...compatible,

    /** Responses comes first for models that think, as at OpenAI itself, but not where the channel is to use the older API, which has none. */
    speaks(channel, model) {
      if (isClaude(model)) return ['anthropic-messages']
      const spoken = compatible.speaks(channel, model)
      if (Array.isArray(channel.setting.dialects) && channel.setting.dialects.length > 0) return spoken
      const isResponsesFirst = traitsOf(model).thinking === 'effort' && !isDatedVersion(channel.other ?? '')
      return isResponsesFirst ? ['openai-responses', 'openai-chat'] : ['openai-chat', 'openai-responses']
    },

    credential({ key }, url) {
      const signedIn = azureKeyOf(key)
      return signedIn.kind === 'application' ? tokenExchange(signedIn.application, url, login) : undefined
    },

    address: (call, channel) => (call.dialect === 'anthropic-messages' ? claudeAddress(call, channel) : deploymentAddress(call, channel)),

    /** The list is of models, deployed or not: those that only serve to be tuned are left out. */
    readModels(answer) {
      if (!isObject(answer) || !Array.isArray(answer.data)) return undefined
      const models = answer.data.filter(isObject)
      const callable = models.filter(({ capabilities }) => !isObject(capabilities) || capabilities.inference !== false)
      return callable.map(({ id }) => id).filter((id) => typeof id === 'string')
    },

    adapt(body, call, losses) {
      return call.dialect === 'anthropic-messages' ? claudeBody(body, call, losses) : deploymentBody(body, call, losses)
    },

    adaptCount: (body, call) => (isClaude(call.model) ? inVersionOf(settingsFor('claude', call), body, lossList()) : body),

    bareName: (model, settings) =>
      isClaude(model) ? withoutThinking(model, settingsFor('claude', { settings }).settings) : withoutEffort(model),
  }
}

export const azure = azureProvider()

function claudeAddress(call: UpstreamCall, channel: ChannelTarget): UpstreamAddress {
  const { url } = compatible.address(call, { ...channel, baseUrl: `${claudeResourceOf(channel.baseUrl)}/anthropic` })
  return { url, headers: { ...messagesHeaders(settingsFor('claude', call)), ...keyHeaders(channel, 'x-api-key') } }
}

function deploymentAddress(call: UpstreamCall, channel: ChannelTarget): UpstreamAddress {
  const { url } = compatible.address(call, { ...channel, baseUrl: `${resourceOf(channel.baseUrl)}/openai` })
  const version = versionOf(call.apiVersion, channel.other)
  const isSession = call.operation === 'realtime'
  const isCurrentOnly = isSession || call.dialect === 'openai-responses' || call.operation === 'compact'
  const deployment = call.operation === 'models' || call.operation === 'files' ? undefined : (withoutEffort(call.model) ?? call.model)
  return {
    url: isSession || (isCurrentOnly && isDatedVersion(version)) ? url : inVersion(url, version, deployment),
    headers: { ...forwarded(['openai-beta'], call), ...keyHeaders(channel, 'api-key') },
  }
}

/** An application shows the token that it was given. */
function keyHeaders({ key }: ChannelTarget, name: 'api-key' | 'x-api-key'): Readonly<Record<string, string>> {
  const signedIn = azureKeyOf(key)
  if (signedIn.kind === 'api-key') return { [name]: signedIn.apiKey }
  return signedIn.kind === 'token' ? { authorization: `Bearer ${signedIn.token}` } : {}
}

function claudeBody(body: JsonObject, call: UpstreamCall, losses: LossLog): JsonObject {
  return call.operation === 'chat' ? adaptMessages(body, settingsFor('claude', call), losses) : body
}

/** The name of a deployment may say nothing of its model: the one that was called then does. */
function deploymentBody(body: JsonObject, call: UpstreamCall, losses: LossLog): JsonObject {
  if (call.thinking !== undefined) return forReasoning(body, call, losses)
  const { requestedModel: model } = call
  const adapted = forReasoning(body, { ...call, model, thinking: traitsOf(model).thinking }, losses)
  return adapted === body ? body : { ...adapted, ...(body.model === undefined ? {} : { model: body.model }) }
}
