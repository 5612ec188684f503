import { custom } from './custom.ts'
import { vendor } from './vendor.ts'

/** A newer type of the family for addresses of the operator's own, for channels that come from there. */
export const advancedCustom = vendor({
  ...custom,
  id: 58,
  name: 'Advanced Custom',
  chineseName: '高级自定义',
  hint: { zh: '与自定义相同；新渠道请选自定义', en: 'The same as Custom; select Custom for new channels' },
  isCommon: false,
  isHidden: true,
})
