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
    en: 'Dify apps. The key selects the app, and model names are up to you. The app has its own prompt, model and tools, so temperature, tools and similar settings in requests have no effect',
  },
  baseUrl: 'https://api.dify.ai',
  other: {
    zh: '应用类型：chat（默认，含 agent 与 chatflow）、completion 或 workflow；后两种可加接收文本的输入变量名，默认 query，如 workflow:question',
    en: 'Kind of app: chat (the default; agents and chatflows too), completion or workflow. The last two may name the input variable for the text (query by default), as in workflow:question',
  },
  dialects: ['dify-app'],
  operations: ['chat'],
  hidesPrompt: true,
})
