import { vendor } from './vendor.ts'

const models = ['Baichuan4-Turbo', 'Baichuan-M3', 'Baichuan-M3-Plus']

/** The models of its M line are made for medicine; searches of the web cost extra. Source: https://platform.baichuan-ai.com/docs/api, 2026. */
export const baichuan = vendor({
  id: 1026,
  name: 'Baichuan',
  chineseName: '百川智能',
  hint: { zh: '百川系列模型，官方接口', en: 'Official API of the Baichuan models' },
  baseUrl: 'https://api.baichuan-ai.com',
  operations: ['chat', 'models'],
  models,
  smallModel: 'Baichuan4-Turbo',
})
