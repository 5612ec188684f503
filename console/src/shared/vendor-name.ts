import type { Vendor } from '@waystation/contract/vendors/vendor'
import type { Language } from '~/i18n/language'

/** What a vendor is called in this language. */
export const vendorName = ({ name, chineseName }: Pick<Vendor, 'name' | 'chineseName'>, language: Language): string =>
  (language === 'zh' && chineseName) || name
