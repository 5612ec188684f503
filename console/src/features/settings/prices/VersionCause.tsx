import type { PriceVersion } from '@waystation/contract/price-version'
import { useText } from '~/i18n'

/** Who made a version, and why. */
export function VersionCause({ version: { cause, username, returned_to } }: { readonly version: PriceVersion }) {
  const t = useText()
  return t(`price.cause.${cause}`, { user: username === '' ? t('price.unknownUser') : username, id: returned_to })
}
