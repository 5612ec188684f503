import { givenBase } from '@waystation/contract/channels/channel-address'
import { elevenLabs as vendor } from '@waystation/contract/vendors/eleven-labs'
import { isObject, type JsonObject } from '@waystation/wire/encoding/json'
import { elevenlabsOutputFormat, elevenlabsVoice } from '@waystation/wire/sound/vendors/elevenlabs-speech'
import { numberOf } from '../balance.ts'
import { baseOf, type ChannelTarget, type Operation, type Provider, spokenBy, type UpstreamAddress } from '../provider.ts'

/**
 * What the vendor's codes mean as statuses: an account without credits is refused like a bad key, and a voice that is not there is the fault of
 * who names it. Source: ElevenLabs, "Error messages" and "API - Error Code 400 or 401", 2026.
 */
const statuses: Readonly<Record<string, number>> = {
  ...{ quota_exceeded: 402, insufficient_credits: 402, voice_not_found: 400, max_character_limit_exceeded: 400 },
  ...{ too_many_concurrent_requests: 429, concurrent_limit_exceeded: 429, system_busy: 503 },
}

const paths: Readonly<Partial<Record<Operation, string>>> = { transcription: '/v1/speech-to-text', models: '/v1/models' }

export const elevenLabs: Provider = {
  ...vendor,
  speaks: spokenBy(vendor),

  address: ({ operation, asked = sample }, channel) => addressAt(paths[operation] ?? speechPath(asked, channel), channel),

  normalizeStatus: ({ code = '' }) => (Object.hasOwn(statuses, code) ? statuses[code] : undefined),

  /** Models that only change a voice are called at no door of ours. */
  readModels: (list) =>
    Array.isArray(list)
      ? list.flatMap((model) => {
          const isSpoken = isObject(model) && typeof model.model_id === 'string' && model.can_do_text_to_speech !== false
          return isSpoken ? [String(model.model_id)] : []
        })
      : undefined,

  /** Credits that are left of the plan's until it is renewed; a character costs one or half a one, as the model is. */
  balance(channel, [subscription]) {
    if (!subscription) return { ask: addressAt('/v1/user/subscription', channel) }
    const [limit, used] = [numberOf(subscription.character_limit), numberOf(subscription.character_count)]
    return limit === undefined || used === undefined ? undefined : { balance: { amount: limit - used, currency: 'credits' } }
  },
}

function addressAt(path: string, channel: ChannelTarget): UpstreamAddress {
  const base = (givenBase(channel.baseUrl) ?? baseOf(vendor, channel)).replace(/\/v1$/, '')
  return { url: new URL(base + path), headers: { 'xi-api-key': channel.key } }
}

/** What is shown of the address where no call is made. */
const sample: JsonObject = { voice: 'alloy' }

/** Voice and format stand in the address. Throws TypeError on a request that names none that the vendor has. */
function speechPath(asked: JsonObject, { setting }: ChannelTarget): string {
  const { voices } = setting
  const voice = elevenlabsVoice(asked, typeof voices === 'object' && voices !== null ? { ...voices } : {})
  const format = elevenlabsOutputFormat(asked)
  if (voice === undefined || format === undefined) throw new TypeError('the vendor has no such voice, or no such format')
  return `/v1/text-to-speech/${voice}/stream?output_format=${format}`
}
