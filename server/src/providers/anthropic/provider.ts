import { belowVersion, givenBase } from '@waystation/contract/channels/channel-address'
import { anthropic as vendor } from '@waystation/contract/vendors/anthropic'
import { lossList } from '@waystation/wire/chat/losses/loss'
import { baseOf, type Operation, type Provider, spokenBy } from '../provider.ts'
import { adaptMessages, FORWARDED, inVersionOf, messagesHeaders, withoutThinking } from './messages.ts'

const paths: Readonly<Partial<Record<Operation, string>>> = {
  models: '/v1/models?limit=1000',
  count: '/v1/messages/count_tokens',
  files: '/v1/files',
  batches: '/v1/messages/batches',
}

/**
 * An account without credit is refused with 400 (decision D49). Proxies before the vendor say it, and that they are full, in their own
 * words.
 */
const EMPTY_ACCOUNT = /balance is too low|insufficient (?:account )?balance|余额不足/i
const OVERLOAD = /\boverloaded\b|负载/i

export const anthropic: Provider = {
  ...vendor,
  speaks: spokenBy(vendor),
  forwardedHeaders: FORWARDED,

  address(call, channel) {
    const path = paths[call.operation] ?? '/v1/messages'
    const given = givenBase(channel.baseUrl)
    const base = (given ?? baseOf(vendor, channel)).replace(/\/v1$/, '')
    return {
      url: new URL(base + (given === base ? belowVersion(path) : path)),
      headers: { ...messagesHeaders(call), 'x-api-key': channel.key },
    }
  },

  normalizeStatus({ status, type, message }) {
    if (status !== 400) return undefined
    if (type === 'billing_error' || EMPTY_ACCOUNT.test(message)) return 402
    return type === 'overloaded_error' || OVERLOAD.test(message) ? 529 : undefined
  },

  adapt: adaptMessages,
  adaptCount: (body, call) => inVersionOf(call, body, lossList()),
  bareName: withoutThinking,
}
