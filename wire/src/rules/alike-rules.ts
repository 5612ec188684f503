// What vendors accept that speak OpenAI's chat dialect: each refuses other parts of it.
import type { ChatRules, Rule } from './chat-rules.ts'

const asOf = '2026-11'
const names: ChatRules['toolNames'] = { longest: 64, refused: /[^\w-]/ }
/** What only OpenAI knows. */
const ofOpenAI = ['store', 'cacheKey', 'safetyIdentifier', 'verbosity'] as const

/** Common to all of them, unknown servers too. */
export const plainRules: readonly Rule[] = [
  {
    name: 'plain-roles',
    asOf,
    source: 'https://github.com/openai/openai-python/issues/2190',
    accepts: { turns: { refusesDeveloper: true } },
  },
]

export const deepSeekRules: readonly Rule[] = [
  {
    name: 'deepseek-fields',
    asOf,
    source: 'https://api-docs.deepseek.com/api/create-chat-completion',
    accepts: {
      fields: { refused: [...ofOpenAI, 'metadata', 'serviceTier', 'modalities'] },
      turns: { refusesDeveloper: true },
      toolNames: names,
      tools: { most: 128 },
    },
  },
  {
    name: 'deepseek-stop-words',
    asOf,
    source: 'https://api-docs.deepseek.com/api/create-chat-completion',
    accepts: { stopWords: { most: 16 } },
  },
  {
    name: 'deepseek-json',
    asOf,
    source: 'https://api-docs.deepseek.com/guides/json_mode',
    accepts: { output: { refusesSchema: true, needsWord: true } },
  },
]

export const groqRules: readonly Rule[] = [
  {
    name: 'groq-fields',
    asOf,
    source: 'https://console.groq.com/docs/openai#currently-unsupported-openai-features',
    accepts: {
      fields: { refused: [...ofOpenAI, 'modalities'] },
      sampling: { refused: ['logprobs', 'topLogprobs'] },
      turns: { refusesDeveloper: true, refusesNames: true },
    },
  },
  {
    name: 'groq-tools',
    asOf,
    source: 'https://console.groq.com/docs/tool-use',
    accepts: { toolNames: names, tools: { most: 128 }, stopWords: { most: 4 } },
  },
  {
    name: 'groq-efforts',
    models: /^(?!.*(gpt-oss|qwen))/,
    asOf,
    source: 'https://console.groq.com/docs/reasoning',
    accepts: { efforts: [] },
  },
  {
    name: 'groq-gpt-oss-efforts',
    models: /gpt-oss/,
    asOf,
    source: 'https://console.groq.com/docs/reasoning',
    accepts: { efforts: ['low', 'medium', 'high'] },
  },
  {
    name: 'groq-json',
    models: /^(?!.*(gpt-oss|kimi-k2|llama-4))/,
    asOf,
    source: 'https://console.groq.com/docs/structured-outputs#supported-models',
    accepts: { output: { refusesSchema: true, needsWord: true } },
  },
]

export const mistralRules: readonly Rule[] = [
  {
    name: 'mistral-fields',
    asOf,
    source: 'https://docs.mistral.ai/api/endpoint/chat',
    accepts: {
      fields: { refused: [...ofOpenAI, 'endUser', 'serviceTier', 'modalities'] },
      sampling: { refused: ['seed', 'logprobs', 'topLogprobs'] },
      turns: { refusesDeveloper: true, refusesNames: true, refusesEmpty: true },
    },
  },
  {
    name: 'mistral-tools',
    asOf,
    source: 'https://docs.mistral.ai/capabilities/function_calling',
    accepts: { toolNames: names, tools: { most: 128 } },
  },
  {
    name: 'mistral-efforts',
    models: /^(?!.*(magistral|mistral-(small|medium)))/,
    asOf,
    source: 'https://docs.mistral.ai/capabilities/reasoning',
    accepts: { efforts: [] },
  },
]

export const xAIRules: readonly Rule[] = [
  {
    name: 'xai-fields',
    asOf,
    source: 'https://docs.x.ai/docs/api-reference#chat-completions',
    accepts: {
      fields: { refused: ['store', 'safetyIdentifier', 'verbosity', 'metadata', 'modalities'] },
      toolNames: names,
      tools: { most: 128 },
    },
  },
  {
    name: 'xai-models-that-think',
    models: /^grok-(3-mini|[4-9]|code)/,
    asOf,
    source: 'https://docs.x.ai/docs/guides/reasoning',
    accepts: { sampling: { refused: ['presencePenalty', 'frequencyPenalty'] }, stopWords: { most: 0 } },
  },
  {
    name: 'xai-grok-4-efforts',
    models: /^grok-(4($|-)|code)/,
    asOf,
    source: 'https://docs.x.ai/docs/guides/reasoning',
    accepts: { efforts: [] },
  },
  {
    name: 'xai-grok-3-mini-efforts',
    models: /^grok-3-mini/,
    asOf,
    source: 'https://docs.x.ai/docs/guides/reasoning',
    accepts: { efforts: ['low', 'high'] },
  },
]

export const moonshotRules: readonly Rule[] = [
  {
    name: 'moonshot-fields',
    asOf,
    source: 'https://platform.moonshot.ai/docs/api/chat',
    accepts: {
      fields: { refused: [...ofOpenAI, 'metadata', 'serviceTier', 'modalities', 'endUser'] },
      turns: { refusesDeveloper: true, refusesEmpty: true },
      sampling: { most: { temperature: 1 } },
    },
  },
  {
    name: 'moonshot-tool-names',
    asOf,
    source: 'https://platform.moonshot.ai/docs/api/tool-use',
    accepts: { toolNames: { ...names, begins: /^[A-Za-z_]/ }, tools: { most: 128, needsProperties: true } },
  },
  { name: 'moonshot-stop-words', asOf, source: 'https://platform.moonshot.ai/docs/api/chat', accepts: { stopWords: { most: 5 } } },
  {
    name: 'moonshot-json',
    asOf,
    source: 'https://platform.moonshot.ai/docs/api/chat',
    accepts: { output: { refusesSchema: true, needsWord: true } },
  },
  {
    name: 'moonshot-fixed-sampling',
    models: /^kimi-k(2\.[5-9]|[3-9])/,
    asOf,
    source: 'https://platform.moonshot.ai/docs/guide/kimi-k2-5-quickstart',
    accepts: { sampling: { refused: ['temperature', 'topP', 'presencePenalty', 'frequencyPenalty'] } },
  },
]

export const qwenRules: readonly Rule[] = [
  {
    name: 'qwen-fields',
    asOf,
    source: 'https://help.aliyun.com/zh/model-studio/qwen-api-via-openai-chat-completions',
    accepts: { fields: { refused: [...ofOpenAI, 'metadata', 'serviceTier'] }, turns: { refusesDeveloper: true }, toolNames: names },
  },
  {
    name: 'qwen-json',
    asOf,
    source: 'https://help.aliyun.com/zh/model-studio/json-mode',
    accepts: { output: { refusesSchema: true, needsWord: true } },
  },
]

export const openRouterRules: readonly Rule[] = [
  { name: 'openrouter-tool-names', asOf, source: 'https://openrouter.ai/docs/features/tool-calling', accepts: { toolNames: names } },
  {
    name: 'openrouter-roles',
    asOf,
    source: 'https://openrouter.ai/docs/api-reference/overview',
    accepts: { turns: { needsFileNames: true } },
  },
]

/** vLLM, and Ollama at its address for OpenAI's libraries: what their own models take is not known. */
export const ownServerRules: readonly Rule[] = [
  {
    name: 'own-server-fields',
    asOf,
    source: 'https://docs.vllm.ai/en/stable/serving/openai_compatible_server',
    accepts: { fields: { refused: ofOpenAI }, turns: { refusesDeveloper: true } },
  },
]
