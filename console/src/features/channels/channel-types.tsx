import { channelTypes as allTypes, channelType } from '@waystation/contract/channels/channel-type'
import type { Vendor } from '@waystation/contract/vendors/vendor'
import { type Text, useLanguage, useText } from '~/i18n'
import type { Language } from '~/i18n/language'
import { vendorName } from '~/shared/vendor-name'
import { typeLetters } from './provider-letters.ts'
import './channel.css'

/** Two letters in a box, in place of a logo that is not ours. */
export function ProviderTile({ type }: { readonly type: number }) {
  const name = useTypeName(type)
  return (
    <span className="provider-tile" title={name} aria-hidden>
      {typeLetters(type)}
    </span>
  )
}

// How the providers of the contract are shown when a channel is made.

/**
 * The types that can be chosen: those whose provider works, and the one that a stored channel has already. That and common ones first, the
 * others by name.
 */
export function choosableTypes(current: number | undefined, language: Language): readonly Vendor[] {
  const types = allTypes.filter((type) => (type.isReady && !type.isHidden) || type.id === current)
  const isFirst = ({ id, isCommon }: Vendor) => isCommon || id === current
  return [
    ...types.filter(isFirst),
    ...types
      .filter((type) => !isFirst(type))
      .toSorted((a, b) => vendorName(a, language).localeCompare(vendorName(b, language), language, { numeric: true })),
  ]
}

/** The name of a type; of a number that no list has, that of an own address with the number. */
export function typeName(type: number, t: Text, language: Language): string {
  const vendor = channelType(type)
  const name = vendorName(vendor, language)
  return vendor.id === type ? name : t('channel.typeUnknown', { name, type })
}

export const typeHint = (type: number, language: Language): string => channelType(type).hint?.[language] ?? ''

/** What a type is found by beside its name and hint: its name in the other language, and its address. */
export const typeWords = ({ name, chineseName = '', hint, baseUrl }: Vendor): string =>
  [name, chineseName, hint?.zh, hint?.en, baseUrl].filter(Boolean).join(' ')

/** How a key looks, in its empty field. */
export function keyExample(type: number): string {
  const format = channelType(type).keyFormat
  if (format === 'bearer') return 'sk-…'
  if (format === 'token / jwt-app-json') return 'pat_… / { "client_type": "jwt", … }'
  return format === 'service-account-json' ? '{ "type": "service_account", … }' : format
}

export function useTypeName(type: number): string {
  return typeName(type, useText(), useLanguage())
}
