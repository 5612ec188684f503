import { vendor } from './vendor.ts'

/**
 * TokenHub, which took the place of Hunyuan's own API on 2026-09-30; what was signed there goes by a bearer token here. Abroad it is
 * https://tokenhub-intl.tencentcloudmaas.com. Source: Tencent Cloud, TokenHub API documentation, 2026.
 */
export const tencent = vendor({
  id: 23,
  name: 'Tencent Hunyuan',
  chineseName: '腾讯混元',
  hint: {
    zh: '腾讯云 TokenHub；原混元接口已于 2026 年 9 月 30 日下线，旧密钥不再可用',
    en: 'Tencent Cloud TokenHub; the old Hunyuan API ended on September 30, 2026, and its keys no longer work',
  },
  baseUrl: 'https://tokenhub.tencentmaas.com',
  presets: [
    { name: { zh: '国际站', en: 'International' }, address: 'https://tokenhub-intl.tencentcloudmaas.com' },
    {
      name: { zh: 'Coding Plan', en: 'Coding Plan' },
      address: 'tencent-coding-plan',
      at: { 'openai-chat': 'https://api.lkeap.cloud.tencent.com/coding/v3' },
    },
    {
      name: { zh: 'Token Plan', en: 'Token Plan' },
      address: 'tencent-token-plan',
      at: { 'openai-chat': 'https://api.lkeap.cloud.tencent.com/plan/v3' },
    },
  ],
  // Some models are served in OpenAI's Responses and Anthropic's dialect too: a channel of these may say so.
  isDialectChosen: true,
  operations: ['chat', 'embeddings', 'models'],
  models: ['hy3', 'hy3-preview', 'glm-5.2', 'deepseek-v4-pro', 'deepseek-v4-flash', 'kimi-k2.7-code', 'minimax-m3'],
  smallModel: 'deepseek-v4-flash',
})
