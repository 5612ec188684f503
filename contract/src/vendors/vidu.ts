import { vendor } from './vendor.ts'

/** Films of Vidu, at both of its sites. Source: https://platform.vidu.com/docs, 2026. */
export const vidu = vendor({
  id: 52,
  name: 'Vidu',
  hint: { zh: 'Vidu 视频，官方接口', en: 'Vidu videos, official API' },
  baseUrl: 'https://api.vidu.cn',
  presets: [{ name: { zh: '国际站', en: 'International' }, address: 'https://api.vidu.com' }],
  formats: { videos: 'vidu' },
  models: ['viduq2', 'viduq2-pro', 'viduq2-turbo', 'viduq1', 'vidu2.0'],
  unpriced: ['viduq2', 'viduq2-pro', 'viduq2-turbo', 'viduq1', 'vidu2.0'],
  operations: ['videos'],
  isTestable: false,
})
