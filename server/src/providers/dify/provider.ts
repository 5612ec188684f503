import { givenBase } from '@waystation/contract/channels/channel-address'
import { dify as vendor } from '@waystation/contract/vendors/dify'
import { bodyOf, type Conversation } from '../conversation.ts'
import { baseOf, type ChannelTarget, type Provider, spokenBy } from '../provider.ts'
import { appKind, bodyForKind } from './app-kind.ts'
import { uploaded } from './uploads.ts'

/** Refusals with 400 that are none of the caller's doing, by the status that they stand for. Source: Dify's API reference, "Errors". */
const statuses: Readonly<Record<string, number>> = {
  provider_quota_exceeded: 402,
  provider_not_initialize: 503,
  app_unavailable: 503,
  not_chat_app: 503,
  not_workflow_app: 503,
  model_currently_not_support: 503,
}

/** Apps of Dify. Files are uploaded first, each with a request of its own, and then named in the call. */
export const dify: Provider = {
  ...vendor,
  speaks: spokenBy(vendor),

  address: (_call, channel) => ({
    url: new URL(belowVersion(channel, appKind(channel.other).path)),
    headers: { authorization: `Bearer ${channel.key}` },
  }),

  normalizeStatus: ({ status, code }) =>
    status === 400 && code !== undefined && Object.hasOwn(statuses, code) ? statuses[code] : undefined,

  async converse({ request, channel, pseudonym, send }: Conversation) {
    const given = bodyOf(request)
    const user = typeof given.user === 'string' ? given.user : pseudonym
    const { authorization = '' } = request.headers
    const parts = { url: new URL(belowVersion(channel, '/files/upload')), headers: { authorization }, user, send }
    const files = Array.isArray(given.files) ? { files: await uploaded(given.files, parts) } : {}
    const body = bodyForKind({ ...given, ...files, user }, appKind(channel.other))
    const reply = await send({ ...request, body: JSON.stringify(body) })
    return reply.events()
  },
}

function belowVersion(channel: ChannelTarget, path: string): string {
  const base = givenBase(channel.baseUrl) ?? `${baseOf(vendor, channel).replace(/\/v1$/, '')}/v1`
  return base + path
}
