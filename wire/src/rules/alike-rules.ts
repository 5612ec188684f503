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
    accepts: { turns: { refusesDeveloper: true, refusesRefusals: true, needsJsonArguments: true } },
  },
]

export const deepSeekRules: readonly Rule[] = [
  {
    name: 'deepseek-fields',
    asOf,
    source: 'https://api-docs.deepseek.com/api/create-chat-completion',
    accepts: {
      fields: { refused: [...ofOpenAI, 'metadata', 'serviceTier', 'modalities'] },
      turns: { refusesDeveloper: true, refusesRefusals: true },
      toolNames: names,
      tools: { most: 128, hosted: [], refusesSome: true },
      choices: { most: 1 },
      callIds: { isUnique: true },
      sampling: { bounds: { topP: [0.01, 1] } },
    },
  },
  {
    name: 'deepseek-media',
    models: /^(?!.*(v4\.[1-9]|^deepseek-(flash|pro)|vision|v[5-9]))/,
    asOf,
    source: 'https://api-docs.deepseek.com/api/create-chat-completion',
    accepts: { media: { taken: [] } },
  },
  {
    name: 'deepseek-media-of-newer-models',
    models: /v4\.[1-9]|^deepseek-(flash|pro)|vision|v[5-9]/,
    asOf,
    source: 'https://api-docs.deepseek.com/api/create-chat-completion',
    accepts: { media: { taken: ['image', 'file'] } },
  },
  {
    name: 'deepseek-thinking-with-tools',
    models: /reasoner|v[4-9]|flash|pro/,
    asOf,
    source: 'https://api-docs.deepseek.com/guides/thinking_mode#tool-calls',
    accepts: { turns: { needsThoughtsBesideCalls: true } },
  },
  {
    name: 'deepseek-reasoner-choice',
    models: /reasoner/,
    asOf,
    source: 'https://api-docs.deepseek.com/guides/thinking_mode',
    accepts: { tools: { refusesForced: true } },
  },
  {
    name: 'deepseek-forced-tools',
    models: /v[4-9]|flash|pro/,
    asOf,
    source: 'https://api-docs.deepseek.com/guides/thinking_mode',
    accepts: { notThinking: { field: 'thinking', value: { type: 'disabled' }, besideForcedTools: true } },
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
      turns: { refusesDeveloper: true, refusesNames: true, refusesThoughts: true, refusesRefusals: true, refusesCitations: true },
      choices: { most: 1 },
      serviceTiers: ['auto', 'on_demand', 'flex', 'performance'],
      outputTokens: { most: 65_536 },
      output: { needsWord: true },
    },
  },
  {
    name: 'groq-media',
    models: /^(?!.*(llama-4|vision|qwen3\.[5-9]))/,
    asOf,
    source: 'https://console.groq.com/docs/vision',
    accepts: { media: { taken: [] } },
  },
  {
    name: 'groq-pictures',
    models: /llama-4|vision|qwen3\.[5-9]/,
    asOf,
    source: 'https://console.groq.com/docs/vision',
    accepts: { media: { taken: ['image'] } },
  },
  {
    name: 'groq-tools',
    asOf,
    source: 'https://console.groq.com/docs/tool-use',
    accepts: { toolNames: names, tools: { most: 128, hosted: [], refusesSome: true }, stopWords: { most: 4 } },
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
    name: 'groq-qwen-longest-answers',
    models: /qwen/,
    asOf,
    source: 'https://console.groq.com/docs/models',
    accepts: { outputTokens: { most: 16_384 } },
  },
  {
    name: 'groq-qwen-efforts',
    models: /qwen/,
    asOf,
    source: 'https://console.groq.com/docs/reasoning',
    accepts: { efforts: ['none'] },
  },
  {
    name: 'groq-output-beside-tools',
    asOf,
    source: 'https://console.groq.com/docs/structured-outputs',
    accepts: { mixes: { refusesSchemaBesideTools: true, refusesJsonBesideTools: true } },
  },
  {
    name: 'groq-json',
    models: /^(?!.*(gpt-oss|kimi-k2|llama-4))/,
    asOf,
    source: 'https://console.groq.com/docs/structured-outputs#supported-models',
    accepts: { output: { refusesSchema: true } },
  },
]

export const mistralRules: readonly Rule[] = [
  {
    name: 'mistral-fields',
    asOf,
    source: 'https://docs.mistral.ai/api/endpoint/chat',
    accepts: {
      fields: { refused: [...ofOpenAI, 'endUser', 'serviceTier', 'modalities'] },
      sampling: { refused: ['seed', 'logprobs', 'topLogprobs'], bounds: { temperature: [0, 1.5], topP: [0.01, 1] } },
      turns: {
        ...{ refusesDeveloper: true, refusesNames: true, refusesEmpty: true, refusesThoughts: true, refusesRefusals: true },
        ...{ refusesLaterInstructions: true, refusesPrefill: true, needsJsonArguments: true, answersResults: true, refusesCitations: true },
      },
      callIds: { form: { pattern: /^[a-zA-Z0-9]{9}$/, length: 9 } },
      media: { taken: ['image', 'audio'] },
    },
  },
  {
    name: 'mistral-tools',
    asOf,
    source: 'https://docs.mistral.ai/capabilities/function_calling',
    accepts: { toolNames: names, tools: { needsProperties: true, hosted: [], refusesSome: true } },
  },
  {
    name: 'mistral-small-efforts',
    models: /mistral-(small|medium)|magistral/,
    asOf,
    source: 'https://docs.mistral.ai/capabilities/reasoning',
    accepts: { efforts: ['none', 'high'] },
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
      turns: { refusesRefusals: true, needsJsonArguments: true, refusesEmpty: true, refusesEmptyResults: true },
      media: { taken: ['image', 'file'] },
      toolNames: names,
      tools: { hosted: [], refusesSome: true },
    },
  },
  {
    name: 'xai-efforts',
    models: /^grok-4\.\d/,
    asOf,
    source: 'https://docs.x.ai/docs/guides/reasoning',
    accepts: { efforts: ['none', 'low', 'medium', 'high'] },
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
      turns: { refusesDeveloper: true, refusesEmpty: true, refusesEmptyResults: true, refusesRefusals: true, needsJsonArguments: true },
      sampling: { bounds: { temperature: [0, 1] } },
      choices: { most: 5 },
      media: { taken: [] },
    },
  },
  {
    name: 'moonshot-tool-names',
    asOf,
    source: 'https://platform.moonshot.ai/docs/api/tool-use',
    accepts: {
      toolNames: { ...names, begins: /^[A-Za-z_]/ },
      tools: { most: 128, needsProperties: true, renamesDefinitions: true, hosted: [], refusesSome: true },
    },
  },
  {
    name: 'moonshot-stop-words',
    asOf,
    source: 'https://platform.moonshot.ai/docs/api/chat',
    accepts: { stopWords: { most: 5, longest: 32 } },
  },
  {
    name: 'moonshot-json',
    asOf,
    source: 'https://platform.moonshot.ai/docs/api/chat',
    accepts: { output: { refusesSchema: true, needsWord: true } },
  },
  {
    name: 'moonshot-pictures',
    models: /^kimi-(k2\.[5-9]|k[3-9]|latest|vl)|vision/,
    asOf,
    source: 'https://platform.moonshot.ai/docs/guide/use-kimi-vision-model',
    accepts: { media: { taken: ['image', 'video'], refusesAddresses: true } },
  },
  {
    name: 'moonshot-thinking-with-tools',
    models: /^kimi-(k2-thinking|k2\.[5-9]|k[3-9])/,
    asOf,
    source: 'https://platform.moonshot.ai/docs/guide/use-kimi-k2-thinking-model',
    accepts: { turns: { needsThoughtsBesideCalls: true } },
  },
  {
    name: 'moonshot-thinker-choice',
    models: /^kimi-k2(-thinking|\.7-code)/,
    asOf,
    source: 'https://platform.moonshot.ai/docs/guide/use-kimi-k2-thinking-model',
    accepts: { tools: { refusesForced: true } },
  },
  {
    name: 'moonshot-newest-choice',
    models: /^kimi-k[3-9]/,
    asOf,
    source: 'https://platform.kimi.ai/docs/api/chat',
    accepts: { tools: { refusesNamed: true } },
  },
  {
    name: 'moonshot-forced-tools',
    models: /^kimi-k2\.[5-9](?!-code)/,
    asOf,
    source: 'https://platform.moonshot.ai/docs/guide/kimi-k2-5-quickstart',
    accepts: { notThinking: { field: 'thinking', value: { type: 'disabled' }, besideForcedTools: true } },
  },
  {
    name: 'moonshot-efforts',
    models: /^kimi-k[3-9]/,
    asOf,
    source: 'https://platform.moonshot.ai/docs/api/chat',
    accepts: { efforts: ['low', 'high', 'max'] },
  },
  {
    name: 'moonshot-fixed-sampling',
    models: /^kimi-k(2\.[5-9]|[3-9])/,
    asOf,
    source: 'https://platform.moonshot.ai/docs/guide/kimi-k2-5-quickstart',
    accepts: { sampling: { refused: ['temperature', 'topP', 'presencePenalty', 'frequencyPenalty'] }, choices: { most: 1 } },
  },
]

export const qwenRules: readonly Rule[] = [
  {
    name: 'qwen-fields',
    asOf,
    source: 'https://help.aliyun.com/zh/model-studio/qwen-api-via-openai-chat-completions',
    accepts: {
      fields: { refused: [...ofOpenAI, 'metadata', 'serviceTier'] },
      turns: { refusesDeveloper: true, refusesRefusals: true, needsJsonArguments: true },
      toolNames: names,
      tools: { hosted: [], refusesSome: true },
      sampling: { bounds: { temperature: [0, 1.99], topP: [0.01, 1] } },
    },
  },
  {
    name: 'qwen-forced-tools',
    models: /^qwen(3\.[5-9]|[4-9])/,
    asOf,
    source: 'https://help.aliyun.com/zh/model-studio/qwen-function-calling',
    accepts: { notThinking: { field: 'enable_thinking', value: false, besideForcedTools: true } },
  },
  {
    name: 'qwen-older-choice',
    models: /^(?!qwen(3\.[5-9]|[4-9]))/,
    asOf,
    source: 'https://help.aliyun.com/zh/model-studio/qwen-function-calling',
    accepts: { tools: { refusesRequired: true } },
  },
  {
    name: 'qwen-models-that-only-stream',
    models: /^(qwq|qvq)/,
    asOf,
    source: 'https://help.aliyun.com/zh/model-studio/deep-thinking',
    accepts: { streamsOnly: true },
  },
  {
    name: 'qwen-models-that-think-in-streams',
    models: /^qwen3-\d/,
    asOf,
    source: 'https://help.aliyun.com/zh/model-studio/deep-thinking',
    accepts: { notThinking: { field: 'enable_thinking', value: false, inWholeCalls: true, besideForcedTools: true } },
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

/** vLLM: what its own models take is not known. */
export const vllmRules: readonly Rule[] = [
  {
    name: 'vllm-fields',
    asOf,
    source: 'https://docs.vllm.ai/en/stable/serving/openai_compatible_server',
    accepts: {
      fields: { refused: ofOpenAI },
      turns: { refusesDeveloper: true, refusesRefusals: true, needsJsonArguments: true },
      media: { taken: ['image', 'audio', 'video'] },
      sampling: { bounds: { topP: [0.01, 1] } },
      tools: { hosted: [], refusesSome: true },
    },
  },
]

/** Ollama, at its own address. */
export const ollamaChatRules: readonly Rule[] = [
  {
    name: 'ollama-fields',
    asOf,
    source: 'https://docs.ollama.com/api/openai-compatibility',
    accepts: {
      fields: { refused: ofOpenAI },
      turns: { refusesDeveloper: true, refusesRefusals: true, needsJsonArguments: true, refusesMediaOfAssistant: true },
      media: { taken: ['image'], refusesAddresses: true },
      tools: { hosted: [], refusesSome: true },
    },
  },
  {
    name: 'ollama-efforts',
    asOf,
    source: 'https://docs.ollama.com/capabilities/thinking',
    accepts: { efforts: ['none', 'low', 'medium', 'high', 'max'] },
  },
  {
    name: 'ollama-models-that-do-not-think',
    models: /^(llama|gemma|mistral|mixtral|phi|qwen2|codellama|tinyllama)/,
    asOf,
    source: 'https://docs.ollama.com/capabilities/thinking#supported-models',
    accepts: { efforts: [] },
  },
]

/** Ollama, at the address for OpenAI's libraries. */
export const ollamaRules: readonly Rule[] = [
  ...ollamaChatRules,
  {
    name: 'ollama-openai-pictures',
    asOf,
    source: 'https://github.com/ollama/ollama/blob/main/openai/openai.go',
    accepts: { media: { taken: ['image', 'audio'], imageTypes: ['image/png', 'image/jpeg', 'image/jpg', 'image/webp'] } },
  },
]
