import { type VendorRecord, vendor } from './vendor.ts'

/** What is drawn at a proxy: an action is a model. Source: server-behaviour 9.1; `mj_uploads` is what older lists call `mj_upload`. */
const models = [
  ...['mj_imagine', 'mj_upscale', 'mj_variation', 'mj_high_variation', 'mj_low_variation', 'mj_reroll', 'mj_pan', 'mj_zoom'],
  ...['mj_custom_zoom', 'mj_inpaint', 'mj_modal', 'mj_blend', 'mj_describe', 'mj_shorten', 'mj_upload', 'mj_uploads', 'swap_face'],
]

const proxy: Omit<VendorRecord, 'id' | 'name'> = {
  baseUrl: '',
  addressExample: 'https://midjourney-proxy.example.com',
  operations: ['drawing'],
  models,
  hint: {
    zh: 'midjourney-proxy 兼容的绘图代理；密钥以 mj-api-secret 发送',
    en: 'A drawing proxy compatible with midjourney-proxy; the key is sent as mj-api-secret',
  },
  modelsHint: { zh: '每个操作是一个模型，如 mj_imagine', en: 'Each action is a model, such as mj_imagine' },
  isTestable: false,
}

export const midjourney = vendor({ ...proxy, id: 2, name: 'Midjourney Proxy' })
export const midjourneyPlus = vendor({ ...proxy, id: 5, name: 'Midjourney Proxy Plus', models: [...models, 'mj_edits', 'mj_video'] })
