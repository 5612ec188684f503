import { vendor } from './vendor.ts'
import { zhipu } from './zhipu.ts'

/** The type of an older API, for channels that have it: the same server takes the same keys for what it speaks today. */
export const zhipuThree = vendor({
  ...zhipu,
  id: 16,
  name: 'Zhipu ChatGLM v3',
  chineseName: '智谱 ChatGLM（旧）',
  hint: {
    zh: '旧类型，请求按 GLM 现行接口发送；新渠道请选智谱 GLM',
    en: 'An older type that uses today’s GLM API; select Zhipu GLM for new channels',
  },
  keyFormat: 'id.secret',
  isHidden: true,
})
