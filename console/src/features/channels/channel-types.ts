// How the providers of the contract are shown when a channel is made.
import { channelTypes as allTypes, channelType } from '@waystation/contract/channel-type'
import { type Text, type TextKey, useText } from '~/i18n'

/** The type whose address is always given by the admin, and may be a whole one. */
export const CUSTOM = 8
export const OPENAI = 1

const hints: Readonly<Record<number, TextKey>> = {
  [OPENAI]: 'channel.providerOpenaiHint',
  [CUSTOM]: 'channel.providerCustomHint',
  14: 'channel.providerAnthropicHint',
  24: 'channel.providerGeminiHint',
  43: 'channel.providerDeepseekHint',
}

/** The types that can be chosen: those whose provider works, and the one that a stored channel has already. */
export function choosableTypes(current: number | undefined) {
  return allTypes.filter((type) => (type.isReady && !type.isHidden) || type.id === current)
}

export function typeName(type: number, t: Text): string {
  return type === CUSTOM ? t('channel.providerCustom') : (channelType(type)?.name ?? t('channel.typeUnknown', { type }))
}

export function typeHint(type: number, t: Text): string {
  const hint = hints[type]
  return hint ? t(hint, { model: '{model}' }) : ''
}

/** Used when the base URL is empty; '' where one must be given. */
export const defaultBaseUrl = (type: number): string => channelType(type)?.defaultBaseUrl ?? ''

/** Two letters in a box, in place of a logo that is not ours. */
export const typeLetters = (type: number): string => {
  const [word = '?', ...more] = (channelType(type)?.name ?? '?').split(' ')
  const capitals = more.length === 0 ? (word.match(/[A-Z]/g) ?? []) : []
  const letters = capitals.length > 1 ? capitals.slice(0, 2).join('') : word.slice(0, 2)
  return `${letters.charAt(0).toUpperCase()}${letters.slice(1).toLowerCase()}`
}

export function useTypeName(type: number): string {
  return typeName(type, useText())
}
