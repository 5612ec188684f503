import { vendor } from './vendor.ts'

/**
 * OpenAI's two dialects, and Anthropic's below `/anthropic`. Accounts in China and abroad are apart, and so is the plan for coding. Source:
 * https://platform.kimi.com/docs/api, 2026; the plan: https://www.kimi.com/code/docs, 2026.
 */
export const moonshot = vendor({
  id: 25,
  name: 'Moonshot',
  chineseName: 'Moonshot 月之暗面',
  hint: {
    zh: 'Kimi 系列模型，官方接口；国际站与 Coding Plan 请选对应地址',
    en: 'Official API of the Kimi models; select the address of your site or plan',
  },
  baseUrl: 'https://api.moonshot.cn',
  presets: [
    { name: { zh: '国际站', en: 'International' }, address: 'https://api.moonshot.ai' },
    {
      name: { zh: 'Coding Plan', en: 'Coding Plan' },
      address: 'kimi-coding-plan',
      at: { 'openai-chat': 'https://api.kimi.com/coding/v1', 'anthropic-messages': 'https://api.kimi.com/coding/v1' },
    },
  ],
  rulebook: 'moonshot',
  hosts: ['moonshot.cn', 'moonshot.ai'],
  listedAs: ['moonshotai'],
  balanceAt: 'everywhere',
  dialects: ['openai-chat', 'openai-responses', 'anthropic-messages'],
  isDialectChosen: true,
  versionPaths: { 'anthropic-messages': '/anthropic/v1' },
  operations: ['chat', 'files', 'models'],
  models: [
    'kimi-k3',
    'kimi-k2.7-code',
    'kimi-k2.7-code-highspeed',
    'kimi-k2.6',
    'kimi-k2.5',
    'moonshot-v1-128k',
    'moonshot-v1-32k',
    'moonshot-v1-8k',
  ],
  smallModel: 'moonshot-v1-8k',
})
