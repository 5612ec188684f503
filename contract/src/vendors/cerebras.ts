import { vendor } from './vendor.ts'

/** Source: https://inference-docs.cerebras.ai, 2026; models: models.dev, 2026. */
export const cerebras = vendor({
  id: 1002,
  name: 'Cerebras',
  hint: { zh: '高速推理，托管开源模型', en: 'Fast inference of open models' },
  baseUrl: 'https://api.cerebras.ai',
  operations: ['chat', 'models'],
  models: ['gpt-oss-120b', 'gemma-4-31b'],
  smallModel: 'gpt-oss-120b',
})
