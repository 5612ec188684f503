import type { Words } from '../errors.ts'
import { vendor } from './vendor.ts'

/** Three dialects, each below a path of its own. Its keys serve as bearer tokens as they are. Source: https://docs.bigmodel.cn/api-reference, 2026. */
export const zhipu = vendor({
  id: 26,
  name: 'Zhipu GLM-4',
  chineseName: '智谱 GLM',
  hint: {
    zh: 'GLM 系列模型，官方接口；国际站与 Coding Plan 请选对应地址',
    en: 'Official API of the GLM models; select the address of your site or plan',
  },
  baseUrl: 'https://open.bigmodel.cn',
  presets: [
    { name: { zh: '国际站', en: 'International' }, address: 'https://api.z.ai' },
    codingPlan('glm-coding-plan', 'https://open.bigmodel.cn', { zh: 'Coding Plan', en: 'Coding Plan' }),
    codingPlan('glm-coding-plan-international', 'https://api.z.ai', { zh: 'Coding Plan（国际）', en: 'Coding Plan, international' }),
  ],
  rulebook: 'zhipu',
  hosts: ['bigmodel.cn', 'z.ai'],
  listedAs: ['zai', 'zhipuai'],
  dialects: ['openai-chat', 'openai-responses', 'anthropic-messages'],
  isDialectChosen: true,
  versionPaths: { 'openai-chat': '/api/paas/v4', 'openai-responses': '/api/v1', 'anthropic-messages': '/api/anthropic/v1' },
  operations: ['chat', 'embeddings', 'transcription', 'speech', 'rerank', 'images', 'videos', 'models'],
  formats: { embeddings: 'plain', images: 'zhipu', videos: 'zhipu' },
  models: [
    ...['glm-5.3', 'glm-5.3-flash', 'glm-5.2', 'glm-5.1', 'glm-5', 'glm-5-turbo', 'glm-5v-turbo', 'glm-4.7', 'glm-4.7-flashx', 'glm-4.6v'],
    ...['glm-4.5-air', 'embedding-3', 'glm-image'],
  ],
  unpriced: ['embedding-3'],
  smallModel: 'glm-5.3-flash',
})

/** The plan for coding has models of text only. Source: https://docs.z.ai/devpack/faq, 2026. */
function codingPlan(address: string, host: string, name: Words) {
  const at = { 'openai-chat': `${host}/api/coding/paas/v4`, 'anthropic-messages': `${host}/api/anthropic/v1` }
  return { name, address, at, lacks: ['images', 'videos'] as const }
}
