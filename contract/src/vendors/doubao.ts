import { vendor } from './vendor.ts'

/** Models are named by their id or by an endpoint of the account (`ep-…`). Source: https://www.volcengine.com/docs/82379, 2026. */
export const doubao = vendor({
  id: 45,
  name: 'VolcEngine Doubao',
  chineseName: '火山引擎豆包',
  hint: { zh: '火山方舟，豆包系列模型', en: 'Doubao models on Volcano Ark' },
  baseUrl: 'https://ark.cn-beijing.volces.com',
  versionPaths: { 'openai-chat': '/api/v3' },
  operations: ['chat', 'embeddings', 'models'],
})
