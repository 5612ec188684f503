import { vendor } from './vendor.ts'

/** OpenAI's chat, and Anthropic's dialect below `/anthropic`; its plans are sold by region. Source: https://platform.xiaomimimo.com, 2026. */
export const xiaomiMimo = vendor({
  id: 1030,
  name: 'Xiaomi MiMo',
  chineseName: '小米 MiMo',
  hint: {
    zh: 'MiMo 系列模型，官方接口；Token Plan 请选对应地址',
    en: 'Official API of the MiMo models; select the address of your Token Plan',
  },
  baseUrl: 'https://api.xiaomimimo.com',
  presets: [
    { name: { zh: 'Token Plan（中国）', en: 'Token Plan, China' }, address: 'https://token-plan-cn.xiaomimimo.com' },
    { name: { zh: 'Token Plan（新加坡）', en: 'Token Plan, Singapore' }, address: 'https://token-plan-sgp.xiaomimimo.com' },
    { name: { zh: 'Token Plan（欧洲）', en: 'Token Plan, Europe' }, address: 'https://token-plan-ams.xiaomimimo.com' },
  ],
  listedAs: ['xiaomi'],
  dialects: ['openai-chat', 'anthropic-messages'],
  isDialectChosen: true,
  operations: ['chat', 'models'],
  versionPaths: { 'anthropic-messages': '/anthropic/v1' },
})
