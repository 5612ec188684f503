// The providers that a channel can name, as far as the gateway serves them. The numbers are the family's (specification section 3).
import type { TextKey } from '~/i18n'

export interface ChannelType {
  readonly type: number
  readonly name: TextKey
  readonly hint: TextKey
  /** Two letters for the tile. */
  readonly short: string
  /** Used when the base URL is empty; undefined when one must be given. */
  readonly defaultBaseUrl?: string
}

export const channelTypes: readonly ChannelType[] = [
  { type: 1, name: 'channel.providerOpenai', hint: 'channel.providerOpenaiHint', short: 'Oa', defaultBaseUrl: 'https://api.openai.com' },
  { type: 8, name: 'channel.providerCustom', hint: 'channel.providerCustomHint', short: 'Cu' },
]

/** The entry of a number; undefined for providers that this console does not know yet. */
export function channelTypeOf(type: number): ChannelType | undefined {
  return channelTypes.find((entry) => entry.type === type)
}
