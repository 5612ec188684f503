// As whose models a channel's requests are written: many vendors speak OpenAI's chat dialect, and each refuses other parts of it.
import { channelTypes } from '@waystation/contract/channels/channel-type'
import type { DialectName } from '@waystation/wire/chat/dialects'
import { isRulebookName, type RulebookName } from '@waystation/wire/rules/rulebooks'
import type { ChannelTarget, Provider } from './provider.ts'

/** Whose rules hold at a host, and at all below it. */
const bookByHost: ReadonlyMap<string, RulebookName> = new Map(
  channelTypes.flatMap(({ hosts = [], rulebook }) => (isRulebookName(rulebook) ? hosts.map((host) => [host, rulebook] as const) : [])),
)

const ofDialects: Readonly<Partial<Record<DialectName, RulebookName>>> = {
  'anthropic-messages': 'anthropic',
  'openai-responses': 'openai-responses',
  'gemini-generate': 'gemini',
  'bedrock-converse': 'bedrock',
  'ollama-chat': 'ollama-chat',
}

/**
 * The rules for a channel's requests in this dialect: in OpenAI's chat those that the channel's setting names, else those of the host that
 * it goes to, else those of the vendor of its type.
 */
export function rulebookOf(
  { rulebook, rulebooks }: Pick<Provider, 'rulebook' | 'rulebooks'>,
  { baseUrl, setting }: Pick<ChannelTarget, 'baseUrl' | 'setting'>,
  dialect: DialectName,
): RulebookName {
  const own = rulebooks?.[dialect]
  if (isRulebookName(own)) return own
  if (dialect !== 'openai-chat') return ofDialects[dialect] ?? 'plain'
  if (isRulebookName(setting.rules)) return setting.rules
  const found = bookAt(baseUrl) ?? rulebook
  return isRulebookName(found) ? found : 'plain'
}

/** Whose rules hold at this address; undefined where it is nobody's in particular. */
function bookAt(address: string): RulebookName | undefined {
  const labels = URL.canParse(address) ? new URL(address).hostname.split('.') : []
  for (let at = 0; at < labels.length; at += 1) {
    const book = bookByHost.get(labels.slice(at).join('.'))
    if (book !== undefined) return book
  }
  return undefined
}
