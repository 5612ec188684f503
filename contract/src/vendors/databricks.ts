import { vendor } from './vendor.ts'

const claude = ['openai-chat', 'anthropic-messages']
const gemini = ['openai-chat', 'gemini-generate']
const gpt = ['openai-chat', 'openai-responses']
const open = ['openai-chat']

const models = [
  'system.ai.claude-opus-5-5',
  'system.ai.claude-sonnet-4-6',
  'system.ai.claude-haiku-4-5',
  'system.ai.gpt-5-6-sol',
  'system.ai.gpt-5-4-mini',
  'system.ai.gemini-3-8-flash',
  'system.ai.gpt-oss-120b',
  'system.ai.qwen3-embedding-0-6b',
]

/**
 * Models of many makers in a workspace: OpenAI's chat for all, and the dialect of their maker for some. They are called by the names of model
 * services (`system.ai.…`), or by those of serving endpoints (`databricks-…`), which mean the same. Sources: Databricks, "Query model
 * services", "Query with the Anthropic Messages API", "… the OpenAI Responses API", "… the Google Gemini API", "Authorize service principal
 * access to Databricks with OAuth", 2026. Its prices are in units of its own that depend on the contract.
 */
export const databricks = vendor({
  id: 1064,
  name: 'Databricks',
  hint: {
    zh: '填工作区地址即使用 AI Gateway；旧接口填 https://{工作区}/serving-endpoints',
    en: 'Enter the address of the workspace to use its AI Gateway; for the older API enter https://{workspace}/serving-endpoints',
  },
  baseUrl: '',
  addressExample: 'https://dbc-a1b2345c-d6e7.cloud.databricks.com',
  keyFormat: 'token / client-id|client-secret',
  modelsHint: {
    zh: '模型服务的全名（system.ai.…、catalog.schema.name）或服务端点名称（databricks-…）。自建服务用原厂格式时，在“其他设置”的 dialects 中写明',
    en: 'Full names of model services (system.ai.…, catalog.schema.name) or names of serving endpoints (databricks-…). To use the provider’s own format with a service of your own, set it in dialects under “Other settings”',
  },
  dialectsOfModels: {
    ...{ 'system.ai.claude-': claude, 'databricks-claude-': claude, 'system.ai.databricks-claude-': claude },
    ...{ 'system.ai.gemini-': gemini, 'databricks-gemini-': gemini, 'system.ai.databricks-gemini-': gemini },
    ...{ 'system.ai.gpt-oss-': open, 'databricks-gpt-oss-': open, 'system.ai.databricks-gpt-oss-': open },
    ...{ 'system.ai.gpt-': gpt, 'databricks-gpt-': gpt, 'system.ai.databricks-gpt-': gpt },
  },
  rulebook: 'databricks',
  isDialectChosen: true,
  operations: ['chat', 'embeddings', 'models'],
  versionPaths: {
    'openai-chat': '/ai-gateway/mlflow/v1',
    'openai-responses': '/ai-gateway/mlflow/v1',
    'anthropic-messages': '/ai-gateway/anthropic/v1',
    'gemini-generate': '/ai-gateway/gemini/v1beta',
  },
  paths: { models: '/api/2.0/serving-endpoints' },
  models,
  unpriced: models,
  smallModel: 'system.ai.claude-haiku-4-5',
})
