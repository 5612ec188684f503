import { vendor } from './vendor.ts'

/**
 * The apps of Dify's cloud or of a server of one's own. The key is an app's, so that the names of models are the admin's. What kind of app it
 * is stands in no answer of Dify's, and each kind has a door of its own. Source: https://docs.dify.ai/en/api-reference, 2026.
 */
export const dify = vendor({
  id: 37,
  name: 'Dify',
  hint: {
    zh: 'Dify 应用。密钥即应用，模型名称自定；提示词、模型与工具由应用决定，请求里的温度、工具等设置不生效',
    en: 'Apps of Dify. The key is the app, and the names of models are yours; the app has its own prompt, model and tools, so a request’s temperature, tools and the like have no effect',
  },
  baseUrl: 'https://api.dify.ai',
  other: {
    zh: '应用类型：chat（默认，含 agent 与 chatflow）、completion 或 workflow；后两种可加接收文本的输入变量名，默认 query，如 workflow:question',
    en: 'Kind of app: chat (the default; agents and chatflows too), completion or workflow. The last two may name the input variable that takes the text, else query: workflow:question',
  },
  dialects: ['dify-app'],
  operations: ['chat'],
  hidesPrompt: true,
})
