import { vendor } from './vendor.ts'

/** A relay with OpenAI's video API, which has ended at OpenAI itself. Source: OpenAI, API reference, "Videos", 2026. */
export const sora = vendor({
  id: 55,
  name: 'Sora',
  hint: { zh: '兼容 OpenAI 视频接口（/v1/videos）的中转', en: 'A relay with the video API of OpenAI (/v1/videos)' },
  baseUrl: '',
  addressExample: 'https://relay.example.com',
  models: ['sora-2', 'sora-2-pro'],
  unpriced: ['sora-2', 'sora-2-pro'],
  operations: ['videos'],
  isTestable: false,
})
