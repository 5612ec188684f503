// Every target that vendors show to the gateway: a channel, the models behind it, and the strict stand-in that judges what reaches it.
import type { DialectName } from '@waystation/wire/chat/dialects'
import type { RulebookName } from '@waystation/wire/rules/rulebooks'
import { alike } from '@waystation/wire/testing/strict/alike'
import { anthropic } from '@waystation/wire/testing/strict/anthropic/index'
import { gemini, geminiOpenai } from '@waystation/wire/testing/strict/gemini/index'
import type { StrictVendor } from '@waystation/wire/testing/strict/judge'
import { openaiChat, openaiResponses } from '@waystation/wire/testing/strict/openai/index'
import type { RoutableChannel } from '../../../domain/catalog/routable-channel.ts'
import { routableChannel } from '../../../domain/catalog/routable-channel.ts'

export interface Target {
  readonly name: string
  readonly channel: RoutableChannel
  readonly dialect: DialectName
  /** The rules that its requests follow. */
  readonly rulebook: RulebookName
  /** One of each family that has rules of its own. */
  readonly models: readonly string[]
  /** Only draws whose names say this are sent. */
  readonly draws?: RegExp
  /** Absent: only what is lost is looked at. */
  readonly judge?: StrictVendor
}

interface TargetRecord extends Omit<Target, 'channel' | 'models'> {
  /** Their names, with spaces between. */
  readonly models: string
  readonly type: number
  readonly setting?: Readonly<Record<string, unknown>>
  readonly baseUrl?: string
  readonly secret?: string
}

const CUSTOM = 8

function target({ type, setting = {}, baseUrl = '', secret = 'key', models: names, ...rest }: TargetRecord): Target {
  const models = names.split(' ')
  const channel = routableChannel(
    {
      ...{ id: 1, name: rest.name, type, status: 1, base_url: baseUrl, openai_organization: '', other: '', other_info: '' },
      ...{ models: models.join(','), group_names: 'default', model_prefix: '', priority: 0, weight: 1, auto_ban: 1 },
      ...{ max_input_tokens: 0, model_mapping: '', status_code_mapping: '', param_override: '', system_prompt: '' },
      // What has no price is another matter, and has tests of its own.
      setting: JSON.stringify({ unpriced: 'pass', vendor_ids: 'pass', dialects: [rest.dialect], ...setting }),
    },
    [{ id: 1, secret }],
  )
  return { ...rest, models, channel }
}

export const targets: readonly Target[] = [
  target({
    ...{ name: 'OpenAI, chat', type: 1, dialect: 'openai-chat', rulebook: 'openai', judge: openaiChat },
    models: 'gpt-3.5-turbo gpt-4o gpt-4.1 o1 o3 o3-mini gpt-5 gpt-5.1 gpt-5.2 gpt-5.4 gpt-5.5 gpt-5.6 gpt-6-sol gpt-6-astra',
  }),
  target({
    ...{ name: 'OpenAI, Responses', type: 1, dialect: 'openai-responses', rulebook: 'openai-responses', judge: openaiResponses },
    models: 'gpt-4o gpt-4.1 o3 o3-pro gpt-5 gpt-5-pro gpt-5.1-codex gpt-5.2 gpt-5.4 gpt-5.5 gpt-5.6 gpt-6-sol',
  }),
  target({
    ...{ name: 'Anthropic', type: 14, dialect: 'anthropic-messages', rulebook: 'anthropic', judge: anthropic },
    models:
      'claude-opus-4-1 claude-sonnet-4-0 claude-sonnet-4-5 claude-haiku-4-5 claude-opus-4-5 claude-sonnet-4-6 claude-opus-4-7 claude-opus-4-8 claude-sonnet-5 claude-opus-5 claude-fable-5 claude-opus-5-5 claude-sonnet-5-5',
  }),
  target({
    ...{ name: 'Gemini', type: 24, dialect: 'gemini-generate', rulebook: 'gemini', judge: gemini },
    models:
      'gemini-2.0-flash gemini-2.5-pro gemini-2.5-flash gemini-2.5-flash-lite gemini-3-pro-preview gemini-3-flash-preview gemini-3.6-flash gemma-3-27b-it',
  }),
  target({
    ...{ name: 'Gemini, OpenAI address', type: CUSTOM, dialect: 'openai-chat', rulebook: 'gemini-openai', judge: geminiOpenai },
    baseUrl: 'https://generativelanguage.googleapis.com/v1beta/openai/chat/completions',
    models: 'gemini-2.5-flash gemini-2.5-pro gemini-3-flash-preview',
  }),
  target({
    ...{ name: 'OpenAI, audio models', type: 1, dialect: 'openai-chat', rulebook: 'openai', judge: openaiChat },
    models: 'gpt-audio',
    draws: /sound with its words/,
  }),
  target({
    ...{ name: 'AWS Bedrock', type: 33, dialect: 'bedrock-converse', rulebook: 'bedrock', secret: 'id|secret|us-east-1' },
    models: 'anthropic.claude-sonnet-4-5-20250929-v1:0 anthropic.claude-opus-4-7 amazon.nova-pro-v1:0',
  }),
  alikeFace(
    'DeepSeek',
    'deepseek',
    'https://api.deepseek.com',
    'deepseek-chat deepseek-reasoner deepseek-v4 deepseek-v4-flash deepseek-v4.1 deepseek-flash',
  ),
  alikeFace('Groq', 'groq', 'https://api.groq.com/openai/v1/chat/completions', 'llama-3.1-8b-instant openai/gpt-oss-120b qwen/qwen3.6-27b'),
  alikeFace(
    'Mistral',
    'mistral',
    'https://api.mistral.ai',
    'mistral-large-latest mistral-small-latest magistral-medium-latest codestral-latest',
  ),
  alikeFace('xAI', 'xai', 'https://api.x.ai', 'grok-3 grok-3-mini grok-4 grok-4-fast grok-code-fast-1 grok-4.3'),
  alikeFace('Moonshot', 'moonshot', 'https://api.moonshot.cn', 'moonshot-v1-8k kimi-k2-0905-preview kimi-k2-thinking kimi-k2.5 kimi-k3'),
  alikeFace(
    'Qwen',
    'qwen',
    'https://dashscope.aliyuncs.com/compatible-mode/v1/chat/completions',
    'qwen-plus qwen3-max qwen3.5-plus qwen3-235b-a22b qwq-plus qwen-vl-max',
  ),
  alikeFace(
    'OpenRouter',
    'openrouter',
    'https://openrouter.ai/api',
    'openai/gpt-5.2 anthropic/claude-sonnet-4.5 meta-llama/llama-3.3-70b-instruct',
  ),
  alikeFace('Zhipu', 'zhipu', 'https://open.bigmodel.cn/api/paas/v4/chat/completions', 'glm-4.7 glm-4-plus glm-5.2 glm-5.3-flash glm-4.6v'),
  alikeFace('vLLM', 'vllm', 'http://localhost:8000', 'Qwen/Qwen3-8B'),
  alikeFace('Ollama, OpenAI address', 'ollama', 'http://localhost:11434', 'llama3.2 qwen3'),
  target({
    ...{ name: 'Doubao', type: 45, dialect: 'openai-chat', rulebook: 'doubao' },
    models: 'doubao-seed-2-0-code-preview-260215 doubao-1-5-pro-32k-250115 deepseek-v4-pro-ga-260813',
  }),
  target({
    ...{ name: 'SiliconFlow', type: 40, dialect: 'openai-chat', rulebook: 'siliconflow' },
    models: 'zai-org/GLM-5.2 deepseek-ai/DeepSeek-V4-Flash',
  }),
  target({
    ...{
      name: 'Databricks',
      type: 1064,
      dialect: 'openai-chat',
      rulebook: 'databricks',
      baseUrl: 'https://dbc-a1b2345c-d6e7.cloud.databricks.com',
    },
    models: 'system.ai.gpt-oss-120b system.ai.claude-haiku-4-5',
  }),
  target({ ...{ name: 'Baidu Qianfan', type: 46, dialect: 'openai-chat', rulebook: 'qianfan' }, models: 'ernie-4.5-turbo-128k' }),
  target({
    ...{ name: 'Xinference', type: 47, dialect: 'openai-chat', rulebook: 'xinference', baseUrl: 'http://localhost:9997' },
    models: 'qwen3-instruct',
  }),
  target({ ...{ name: 'Coze', type: 49, dialect: 'coze-bot', rulebook: 'plain' }, models: '7379462189365198898' }),
  target({ ...{ name: 'Dify', type: 37, dialect: 'dify-app', rulebook: 'plain' }, models: 'app' }),
  target({
    ...{ name: 'Ollama', type: 4, dialect: 'ollama-chat', rulebook: 'ollama-chat', judge: alike.ollamaNative },
    models: 'llama3.2 qwen3',
  }),
]

/** A vendor of OpenAI's chat dialect, found by its address; a server of one's own, which has none, by the channel's setting. */
function alikeFace(
  name: string,
  rulebook: 'deepseek' | 'groq' | 'mistral' | 'xai' | 'moonshot' | 'qwen' | 'openrouter' | 'zhipu' | 'vllm' | 'ollama',
  baseUrl: string,
  models: string,
): Target {
  const setting = baseUrl.startsWith('http:') ? { rules: rulebook } : {}
  return target({ name, type: CUSTOM, dialect: 'openai-chat', rulebook, judge: alike[rulebook], baseUrl, models, setting })
}
