import { vendor } from './vendor.ts'

/** Source: https://platform.moonshot.cn/docs/api, 2026. */
export const moonshot = vendor({
  id: 25,
  name: 'Moonshot',
  chineseName: 'Moonshot 月之暗面',
  hint: { zh: 'Kimi 系列模型，官方接口', en: 'Official API of the Kimi models' },
  baseUrl: 'https://api.moonshot.cn',
  rulebook: 'moonshot',
  hosts: ['moonshot.cn', 'moonshot.ai'],
  listedAs: ['moonshotai'],
  operations: ['chat', 'models'],
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
