import { vendor } from './vendor.ts'

const models = ['360gpt2-pro', '360gpt-pro', '360gpt-turbo']

/** Source: https://ai.360.cn/platform/docs/overview, 2026. */
export const ai360 = vendor({
  id: 19,
  name: '360',
  chineseName: '360 智脑',
  hint: { zh: '360 智脑官方接口', en: 'Official API of 360 Zhinao' },
  baseUrl: 'https://api.360.cn',
  operations: ['chat', 'models'],
  models,
  unpriced: models,
  smallModel: '360gpt-turbo',
})
