import { vendor } from './vendor.ts'

/** Seedance on Volcano Ark, which channels of type 45 serve too. Source: https://www.volcengine.com/docs/82379, "Create a video generation task", 2026. */
export const doubaoVideo = vendor({
  id: 54,
  name: 'Doubao Video',
  chineseName: '豆包视频',
  hint: { zh: '火山方舟的 Seedance 视频', en: 'Seedance videos on Volcano Ark' },
  baseUrl: 'https://ark.cn-beijing.volces.com',
  presets: [{ name: { zh: '国际站 BytePlus', en: 'International, BytePlus' }, address: 'https://ark.ap-southeast.bytepluses.com' }],
  versionPaths: { 'openai-chat': '/api/v3' },
  formats: { videos: 'ark' },
  models: ['doubao-seedance-2-0-260128', 'doubao-seedance-2-0-fast-260128', 'doubao-seedance-1-0-pro-250528'],
  unpriced: ['doubao-seedance-1-0-pro-250528'],
  operations: ['videos'],
  isTestable: false,
})
