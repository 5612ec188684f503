import { vendor } from './vendor.ts'

/** Films of Kling. A key of two halves signs a token for each request; newer keys are sent as they are. Source: Kling AI, API reference, "General", 2026. */
export const kling = vendor({
  id: 50,
  name: 'Kling',
  chineseName: '可灵',
  hint: { zh: '可灵视频，官方接口', en: 'Kling videos, official API' },
  baseUrl: 'https://api.klingai.com',
  presets: [{ name: { zh: '国际站', en: 'International' }, address: 'https://api-singapore.klingai.com' }],
  keyFormat: 'api-key|secret-key',
  formats: { videos: 'kling' },
  models: ['kling-v3', 'kling-v2-6', 'kling-v2-5-turbo', 'kling-v2-1', 'kling-v1-6'],
  unpriced: ['kling-v3', 'kling-v2-6', 'kling-v2-5-turbo', 'kling-v2-1', 'kling-v1-6'],
  operations: ['videos'],
  isTestable: false,
})
