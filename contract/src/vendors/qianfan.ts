import { vendor } from './vendor.ts'

const models = ['ernie-4.5-turbo-128k', 'ernie-x1.1']

/** Source: https://cloud.baidu.com/doc/qianfan, "Inference API V2", 2026. */
export const qianfan = vendor({
  id: 46,
  name: 'Baidu Qianfan v2',
  chineseName: '百度千帆 v2',
  hint: { zh: '文心等模型，密钥以 bce-v3/ 开头', en: 'ERNIE and other models; keys begin with bce-v3/' },
  baseUrl: 'https://qianfan.baidubce.com',
  rulebook: 'qianfan',
  hosts: ['qianfan.baidubce.com'],
  versionPaths: { 'openai-chat': '/v2' },
  operations: ['chat', 'completions', 'embeddings', 'rerank', 'images', 'models'],
  paths: { rerank: '/v2/rerankers' },
  models,
  smallModel: 'ernie-4.5-turbo-128k',
})
