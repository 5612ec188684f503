import { vendor } from './vendor.ts'

/**
 * Apps of FastGPT. A key stands for its app, or is a person's with the app's id behind a dash. A whole answer reports one token of each kind,
 * whatever it says, and a stream none. Sources: https://doc.fastgpt.io, "OpenAPI", and its public code, "v1/chat/completions.ts", 2026.
 */
export const fastGpt = vendor({
  id: 22,
  name: 'FastGPT',
  hint: {
    zh: 'FastGPT 应用；密钥即应用（或“个人密钥-应用 ID”），模型名称自定；自建站点请填 https://…/api',
    en: 'FastGPT apps; the key selects the app (or use personal key-app ID), and model names are up to you; for your own server enter https://…/api',
  },
  baseUrl: 'https://cloud.fastgpt.cn/api',
  keyFormat: 'api-key-app-id',
  operations: ['chat'],
  hasMadeUpCounts: true,
})
