import { vendor } from './vendor.ts'

const models = ['4.0Ultra', 'max-32k', 'generalv3.5', 'pro-128k', 'generalv3', 'lite', 'x1']

/**
 * OpenAI's chat; the key is the APIPassword of a line of models. Of an older key of three parts the last two serve as one. There is no
 * list of models. Source: https://www.xfyun.cn/doc/spark/HTTP调用文档.html, 2026.
 */
export const spark = vendor({
  id: 18,
  name: 'iFlytek Spark',
  chineseName: '讯飞星火',
  hint: {
    zh: '星火 HTTP 接口；密钥填控制台的 APIPassword，旧的 APPID|APISecret|APIKey 也可使用',
    en: 'Spark over HTTP; the key is the APIPassword of the console, and an older APPID|APISecret|APIKey is also accepted',
  },
  baseUrl: 'https://spark-api-open.xf-yun.com',
  rulebook: 'spark',
  hosts: ['spark-api-open.xf-yun.com'],
  operations: ['chat'],
  models,
  unpriced: models,
  smallModel: 'lite',
})
