import { vendor } from './vendor.ts'

/** AWS sells them at prices that the packaged lists do not have. */
const unpriced = ['cohere.embed-v4:0', 'cohere.embed-multilingual-v3']

/**
 * Models of many makers, by AWS's own ids and those of inference profiles, in the Converse API; Claude also in Anthropic's dialect and OpenAI's
 * models in OpenAI's; rankings and vectors by InvokeModel. The names that Anthropic has for Claude are taken too. The address follows from the
 * key's region. Source: AWS, Bedrock API reference and user guide, "Supported foundation models", "Inference profiles", "API keys", 2026.
 */
export const bedrock = vendor({
  id: 33,
  name: 'AWS Bedrock',
  tracedAs: 'aws.bedrock',
  hint: {
    zh: 'Amazon Bedrock（Converse、Anthropic 与 OpenAI 接口）；也可使用 Bedrock API 密钥（api-key|region）',
    en: 'Amazon Bedrock (Converse and the APIs of Anthropic and OpenAI); also accepts a Bedrock API key (api-key|region)',
  },
  baseUrl: '',
  isAddressComputed: true,
  keyFormat: 'access-key|secret-key|region',
  dialects: ['bedrock-converse', 'anthropic-messages', 'openai-chat', 'openai-responses'],
  operations: ['chat', 'embeddings', 'rerank', 'models'],
  formats: { embeddings: 'bedrock', rerank: 'bedrock' },
  reportsUsageOnRequest: false,
  models: [
    'global.anthropic.claude-opus-5-5',
    'global.anthropic.claude-opus-5',
    'global.anthropic.claude-sonnet-5',
    'global.anthropic.claude-opus-4-8',
    'global.anthropic.claude-opus-4-7',
    'global.anthropic.claude-opus-4-6-v1',
    'global.anthropic.claude-sonnet-4-6',
    'global.anthropic.claude-opus-4-5-20251101-v1:0',
    'global.anthropic.claude-sonnet-4-5-20250929-v1:0',
    'global.anthropic.claude-haiku-4-5-20251001-v1:0',
    'global.amazon.nova-2-lite-v1:0',
    'us.amazon.nova-premier-v1:0',
    'amazon.nova-pro-v1:0',
    'amazon.nova-lite-v1:0',
    'amazon.nova-micro-v1:0',
    'openai.gpt-oss-120b-1:0',
    'openai.gpt-oss-20b-1:0',
    'amazon.titan-embed-text-v2:0',
    ...unpriced,
    'cohere.rerank-v3-5:0',
    'amazon.rerank-v1:0',
  ],
  unpriced,
  smallModel: 'global.anthropic.claude-haiku-4-5-20251001-v1:0',
})
