import { vendor } from './vendor.ts'

const models = ['yi-lightning', 'yi-vision-v2']

/** Source: https://platform.lingyiwanwu.com/docs, 2026. */
export const lingyiwanwu = vendor({
  id: 31,
  name: '01.AI',
  chineseName: '零一万物',
  hint: { zh: 'Yi 系列模型，官方接口', en: 'Official API of the Yi models' },
  baseUrl: 'https://api.lingyiwanwu.com',
  operations: ['chat', 'models'],
  models,
  smallModel: 'yi-lightning',
})
