import { vendor } from './vendor.ts'

/**
 * Pictures only, by predictions. Its models are named `owner/name`, those of its users `owner/name:version`; its lists are those of its collections
 * for pictures. Sources: https://replicate.com/docs/reference/http and https://replicate.com/docs/topics/predictions/create-a-prediction, 2026;
 * the package replicate 1.4.0.
 */
export const replicate = vendor({
  id: 56,
  name: 'Replicate',
  hint: {
    zh: 'Replicate 官方接口（图片生成与编辑）',
    en: 'Official Replicate API (image generation and editing)',
  },
  modelsHint: {
    zh: '官方模型写 owner/name，其他模型写 owner/name:version',
    en: 'owner/name for official models, owner/name:version for all others',
  },
  baseUrl: 'https://api.replicate.com',
  operations: ['images', 'image-edits', 'models'],
  formats: { images: 'replicate', 'image-edits': 'replicate' },
  models: [
    'black-forest-labs/flux-2-pro',
    'black-forest-labs/flux-kontext-max',
    'black-forest-labs/flux-kontext-pro',
    'black-forest-labs/flux-1.1-pro-ultra',
    'black-forest-labs/flux-1.1-pro',
    'black-forest-labs/flux-dev',
    'black-forest-labs/flux-schnell',
    'google/imagen-4',
    'google/nano-banana',
    'ideogram-ai/ideogram-v3-quality',
    'recraft-ai/recraft-v3',
    'stability-ai/stable-diffusion-3.5-large',
    'bytedance/seedream-4',
    'qwen/qwen-image',
    'qwen/qwen-image-edit-plus',
  ],
  unpriced: [
    'black-forest-labs/flux-2-pro',
    'google/imagen-4',
    'google/nano-banana',
    'stability-ai/stable-diffusion-3.5-large',
    'bytedance/seedream-4',
    'qwen/qwen-image',
    'qwen/qwen-image-edit-plus',
  ],
})
