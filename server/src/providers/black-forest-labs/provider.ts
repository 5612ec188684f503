// Pictures of Black Forest Labs, by tasks (wire/src/images/flux). Source: https://docs.bfl.ai, "Integration guidelines", "Errors" and "Get credits",
// November 2026.
import { givenBase } from '@waystation/contract/channels/channel-address'
import { blackForestLabs as vendor } from '@waystation/contract/vendors/black-forest-labs'
import { numberOf } from '../balance.ts'
import { baseOf, type ChannelTarget, type Provider, spokenBy, type UpstreamAddress } from '../provider.ts'

/** A credit is a cent. */
const CREDITS_IN_A_DOLLAR = 100

export const blackForestLabs: Provider = {
  ...vendor,
  speaks: spokenBy(vendor),

  address({ model }, channel) {
    // A name of points only would be another address.
    if (/^\.*$/.test(model)) throw new TypeError(`the vendor has no model ${model}`)
    return addressAt(`/v1/${encodeURIComponent(model)}`, channel)
  },

  /**
   * A request or a picture that was rejected for its content is tried nowhere else. An unknown key is told with 403, like a key that may not use the
   * model; one of another form with 422, like a field that is wrong.
   */
  normalizeStatus({ status, message, code = '' }) {
    if (status === 403 && message.startsWith('Not authenticated')) return 401
    if (status === 422 && message === 'Invalid API key format') return 401
    return status >= 500 && code.endsWith(' Moderated') ? 400 : undefined
  },

  balance(channel, [answer]) {
    if (!answer) return { ask: addressAt('/v1/credits', channel) }
    const credits = numberOf(answer.credits)
    return credits === undefined ? undefined : { balance: { amount: credits / CREDITS_IN_A_DOLLAR, currency: 'USD' } }
  },
}

function addressAt(path: string, channel: ChannelTarget): UpstreamAddress {
  const base = (givenBase(channel.baseUrl) ?? baseOf(vendor, channel)).replace(/\/v1$/, '')
  return { url: new URL(base + path), headers: { 'x-key': channel.key } }
}
