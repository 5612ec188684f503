import { channelTypes as allTypes, channelType } from '@waystation/contract/channels/channel-type'
import { type Text, useLanguage, useText } from '~/i18n'
import type { Language } from '~/i18n/language'
import './channel.css'

/** Two letters in a box, in place of a logo that is not ours. */
export function ProviderTile({ type }: { readonly type: number }) {
  return (
    <span className="provider-tile" aria-hidden>
      {typeLetters(type)}
    </span>
  )
}

// How the providers of the contract are shown when a channel is made.

/** The types that can be chosen: those whose provider works, and the one that a stored channel has already. @param isShort the common ones only */
export function choosableTypes(current: number | undefined, isShort: boolean) {
  return allTypes.filter((type) => (type.isReady && !type.isHidden && (type.isCommon || !isShort)) || type.id === current)
}

export function typeName(type: number, t: Text, language: Language): string {
  const vendor = channelType(type)
  return (language === 'zh' ? vendor?.chineseName : undefined) ?? vendor?.name ?? t('channel.typeUnknown', { type })
}

export const typeHint = (type: number, language: Language): string => channelType(type)?.hint?.[language] ?? ''

/** How a key looks, in its empty field. */
export function keyExample(type: number): string {
  const format = channelType(type)?.keyFormat ?? 'bearer'
  if (format === 'bearer') return 'sk-…'
  return format === 'service-account-json' ? '{ "type": "service_account", … }' : format
}

/** Two letters in a box, in place of a logo that is not ours. */
const typeLetters = (type: number): string => {
  const [word = '?', ...more] = (channelType(type)?.name ?? '?').split(' ')
  const capitals = more.length === 0 ? (word.match(/[A-Z]/g) ?? []) : []
  const letters = capitals.length > 1 ? capitals.slice(0, 2).join('') : word.slice(0, 2)
  return `${letters.charAt(0).toUpperCase()}${letters.slice(1).toLowerCase()}`
}

export function useTypeName(type: number): string {
  return typeName(type, useText(), useLanguage())
}
