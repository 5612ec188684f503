import { vendor } from './vendor.ts'

/** Its keys serve as bearer tokens as they are. Source: https://docs.bigmodel.cn/api-reference, 2026. */
export const zhipu = vendor({
  id: 26,
  name: 'Zhipu GLM-4',
  chineseName: '智谱 GLM',
  hint: { zh: 'GLM 系列模型，官方接口', en: 'Official API of the GLM models' },
  baseUrl: 'https://open.bigmodel.cn',
  listedAs: ['zai', 'zhipuai'],
  versionPaths: { 'openai-chat': '/api/paas/v4' },
  operations: ['chat', 'embeddings', 'models'],
  models: ['glm-5.3', 'glm-5.3-flash', 'glm-5.2', 'glm-5.1', 'glm-5-turbo', 'glm-5', 'glm-4.7', 'glm-4.7-flashx', 'glm-4.5-air'],
  smallModel: 'glm-4.5-air',
})
