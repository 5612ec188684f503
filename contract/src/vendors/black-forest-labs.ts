import { vendor } from './vendor.ts'

/**
 * Pictures only, by tasks. An address of a picture is good for ten minutes. It lists its models nowhere. Sources: https://docs.bfl.ai,
 * "API reference", "Integration guidelines" and "Pricing", and https://api.bfl.ai/openapi.json, November 2026.
 */
export const blackForestLabs = vendor({
  id: 1066,
  name: 'Black Forest Labs',
  hint: {
    zh: 'Black Forest Labs 官方接口（FLUX 图片生成与编辑）。图片链接仅 10 分钟内有效',
    en: 'Official Black Forest Labs API (image generation and editing with FLUX). Links to images work for 10 minutes',
  },
  baseUrl: 'https://api.bfl.ai',
  presets: [
    { name: { zh: '全球', en: 'Global' }, address: 'https://api.bfl.ai' },
    { name: { zh: '欧盟', en: 'EU' }, address: 'https://api.eu.bfl.ai' },
    { name: { zh: '美国', en: 'US' }, address: 'https://api.us.bfl.ai' },
  ],
  operations: ['images', 'image-edits'],
  formats: { images: 'black-forest-labs', 'image-edits': 'black-forest-labs' },
  models: [
    'flux-3-image',
    'flux-2-max',
    'flux-2-pro',
    'flux-2-flex',
    'flux-2-klein-9b',
    'flux-2-klein-4b',
    'flux-kontext-max',
    'flux-kontext-pro',
    'flux-pro-1.1-ultra',
    'flux-pro-1.1',
  ],
  unpriced: ['flux-3-image', 'flux-2-max', 'flux-2-pro', 'flux-2-flex', 'flux-2-klein-9b', 'flux-2-klein-4b'],
  balanceAt: 'everywhere',
})
