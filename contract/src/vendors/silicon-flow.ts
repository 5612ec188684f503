import { vendor } from './vendor.ts'

/** Its models are many and change often: they are fetched. Source: https://docs.siliconflow.cn, 2026. */
export const siliconFlow = vendor({
  id: 40,
  name: 'SiliconFlow',
  chineseName: 'SiliconFlow 硅基流动',
  hint: { zh: '托管 DeepSeek、Qwen、GLM 等开源模型', en: 'Hosts open models such as DeepSeek, Qwen and GLM' },
  baseUrl: 'https://api.siliconflow.cn',
  presets: [{ name: { zh: '国际站', en: 'International' }, address: 'https://api.siliconflow.com' }],
  rulebook: 'siliconflow',
  hosts: ['siliconflow.cn', 'siliconflow.com'],
  balanceAt: 'everywhere',
  dialects: ['openai-chat', 'anthropic-messages'],
  isDialectChosen: true,
  operations: ['chat', 'completions', 'embeddings', 'transcription', 'speech', 'rerank', 'images', 'image-edits', 'videos', 'models'],
  paths: { 'image-edits': '/v1/images/generations' },
  formats: { images: 'siliconflow', 'image-edits': 'siliconflow', videos: 'siliconflow' },
})
