import { vendor } from './vendor.ts'

const models = [
  'jimeng_ti2v_v30_pro',
  'jimeng_t2v_v30_1080p',
  'jimeng_i2v_first_v30_1080',
  'jimeng_i2v_first_tail_v30_1080',
  'jimeng_t2v_v30',
  'jimeng_i2v_first_v30',
  'jimeng_i2v_first_tail_v30',
  'jimeng_vgfm_t2v_l20',
  'jimeng_vgfm_i2v_l20',
]

/**
 * Films of Jimeng, in the visual service of Volcengine. Each request is signed; another gateway of the family takes a token of its own in the place of
 * the key. Source: https://www.volcengine.com/docs/85621, "Video generation", 2026.
 */
export const jimeng = vendor({
  id: 51,
  name: 'Jimeng',
  chineseName: '即梦',
  hint: {
    zh: '火山引擎即梦视频，使用访问密钥 AK|SK；接入同类网关时填写其地址和 sk- 令牌',
    en: 'Jimeng videos on Volcengine, with an access key as AK|SK. For another gateway of this kind, enter its address and one of its tokens (sk-…).',
  },
  baseUrl: 'https://visual.volcengineapi.com',
  keyFormat: 'access-key|secret-key',
  formats: { videos: 'jimeng' },
  models,
  unpriced: models,
  operations: ['videos'],
  isTestable: false,
})
