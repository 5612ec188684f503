// Bots of Coze. Data of media are uploaded first, each with a request of its own, and then named in the call, which is always streamed: an
// answer that is not would have to be kept by the vendor and asked for again and again.
import { coze as vendor } from '@waystation/contract/vendors/coze'
import { isObject, type Json, type JsonObject, parseJson } from '@waystation/wire/encoding/json'
import { printForm } from '../../lib/bodies/multipart.ts'
import { bodyOf, type Conversation, UnreadableReply, type VendorRequest } from '../conversation.ts'
import { filePart, isData } from '../data-file.ts'
import { baseOf, type ChannelTarget, type Provider, spokenBy } from '../provider.ts'
import { appOf, tokenExchange } from './token.ts'

/**
 * What the vendor's codes mean as statuses: it gives most of them with 200. Bots that are not there, not published or out of order are the
 * channel's fault, after which another one may be tried. Source: "Error codes", https://docs.coze.cn/developer_guides/coze_error_codes, 2026.
 */
const statuses: Readonly<Record<string, number>> = {
  ...{ 4000: 400, 4003: 400, 4004: 400, 4005: 400, 4010: 400, 4014: 400, 4105: 400, 4300: 400, 4301: 400, 4303: 400, 4304: 400 },
  ...{ 4302: 413, 4100: 401, 700012006: 401, 4101: 403, 4102: 403, 4011: 402, 4019: 402, 4022: 402, 4008: 429, 4009: 429, 4020: 429 },
  ...{ 4006: 503, 4012: 503, 4013: 503, 4015: 503, 4016: 503, 4021: 503, 4200: 503, 5000: 500 },
}

export const coze: Provider = {
  ...vendor,
  speaks: spokenBy(vendor),

  credential({ key }, url) {
    const app = appOf(key)
    return app && tokenExchange(app, url)
  },

  address: (_call, channel) => ({
    url: urlOf(channel, '/v3/chat'),
    headers: appOf(channel.key) ? {} : { authorization: `Bearer ${channel.key}` },
  }),

  normalizeStatus: ({ code = '' }) => (Object.hasOwn(statuses, code) ? statuses[code] : undefined),

  async converse({ request, channel, pseudonym, send }: Conversation) {
    const given = bodyOf(request)
    const upload = (data: string, name: Json | undefined) => uploaded(data, name, { request, channel, send })
    const body = {
      ...given,
      bot_id: channel.other.trim() || (given.bot_id ?? ''),
      user_id: typeof given.user_id === 'string' ? given.user_id : pseudonym,
      ...(Array.isArray(given.additional_messages) && { additional_messages: await withUploads(given.additional_messages, upload) }),
    }
    const reply = await send({ ...request, body: JSON.stringify(body) })
    return reply.events()
  },
}

const urlOf = (channel: ChannelTarget, path: string): URL => new URL(baseOf(vendor, channel).replace(/\/v[13]$/, '') + path)

/** Gives the id of what was uploaded. */
type Upload = (data: string, name: Json | undefined) => Promise<string>

/** The messages with their data uploaded, one after another. */
async function withUploads(messages: readonly Json[], upload: Upload): Promise<Json[]> {
  const named: Json[] = []
  for (const message of messages) {
    const items = isObject(message) && message.content_type === 'object_string' ? parseJson(String(message.content)) : undefined
    if (!isObject(message) || !Array.isArray(items)) named.push(message)
    else named.push({ ...message, content: JSON.stringify(await itemsWithIds(items, upload)) })
  }
  return named
}

async function itemsWithIds(items: readonly Json[], upload: Upload): Promise<Json[]> {
  const named: Json[] = []
  for (const item of items) {
    const { file_url: url, name, ...rest } = isObject(item) ? item : {}
    named.push(isData(url) ? { ...rest, file_id: await upload(url, name) } : item)
  }
  return named
}

/** Source: "Upload files", https://docs.coze.cn/developer_guides/upload_files, 2026. */
async function uploaded(data: string, name: Json | undefined, parts: Pick<Conversation, 'request' | 'channel' | 'send'>): Promise<string> {
  const { contentType, body } = printForm([filePart(data, name)])
  const { authorization } = parts.request.headers
  const headers: VendorRequest['headers'] = {
    'content-type': contentType,
    accept: 'application/json',
    ...(authorization && { authorization }),
  }
  const reply = await parts.send({ method: 'POST', url: urlOf(parts.channel, '/v1/files/upload'), headers, body })
  const answer = await reply.json()
  const file: JsonObject = isObject(answer) && isObject(answer.data) ? answer.data : {}
  if (typeof file.id !== 'string') throw new UnreadableReply('the upstream took a file and gave it no id')
  return file.id
}
