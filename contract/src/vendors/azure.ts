import { anthropic } from './anthropic.ts'
import { optionsOf, vendor } from './vendor.ts'

/**
 * OpenAI's models, and those of other makers, that an account has deployed, under the names of its deployments; Claude in Anthropic's dialect.
 * Sources: Microsoft, "Azure OpenAI v1 API", "Azure OpenAI REST API reference", "Deploy and use Claude models in Microsoft Foundry", 2026.
 */
export const azure = vendor({
  id: 3,
  name: 'Azure OpenAI',
  tracedAs: 'azure.ai.openai',
  hint: {
    zh: 'Azure OpenAI 与 Microsoft Foundry 上部署的模型，含 Claude；密钥或 Entra ID 应用均可',
    en: 'Models deployed on Azure OpenAI and Microsoft Foundry, Claude too; by key or by an Entra ID application',
  },
  baseUrl: '',
  addressExample: 'https://RESOURCE.openai.azure.com',
  keyFormat: 'api-key / tenant-id|client-id|client-secret',
  other: {
    zh: 'API 版本：留空或 v1 为新接口，旧接口填日期，如 2024-10-21',
    en: 'API version: empty or v1 for the current API, a date such as 2024-10-21 for the older one',
  },
  otherFormat: 'api-version',
  modelsHint: {
    zh: '填写部署名称。部署名与模型名不同时，用模型映射把模型名指向部署名。Claude 的部署名须以 claude- 开头',
    en: 'The names of your deployments. Where one differs from the model’s name, map the model to it. Deployments of Claude must begin with claude-',
  },
  rulebook: 'openai',
  hosts: ['openai.azure.com', 'services.ai.azure.com', 'cognitiveservices.azure.com'],
  dialects: ['openai-chat', 'openai-responses', 'anthropic-messages'],
  isDialectChosen: true,
  keepsResponses: true,
  operations: [
    'chat',
    'completions',
    'embeddings',
    'compact',
    'transcription',
    'translation',
    'speech',
    'images',
    'image-edits',
    'realtime',
    'files',
    'models',
    'count',
  ],
  options: optionsOf('claude', anthropic),
})
