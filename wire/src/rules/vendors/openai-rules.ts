// What OpenAI's models accept, at Chat Completions and at Responses.
import type { Rule } from './chat-rules.ts'

const REFERENCE = 'https://platform.openai.com/docs/api-reference/chat/create'
const THINKING = 'https://platform.openai.com/docs/guides/reasoning'
const NEWEST = 'https://platform.openai.com/docs/guides/latest-model'
const asOf = '2026-11'

const notWhileThinking = ['temperature', 'topP', 'presencePenalty', 'frequencyPenalty', 'logprobs', 'topLogprobs'] as const

const commonRules: readonly Rule[] = [
  { name: 'openai-names-of-people', asOf, source: REFERENCE, accepts: { endUserId: { maxLength: 64 } } },
  { name: 'openai-modalities', asOf, source: REFERENCE, accepts: { modalities: { taken: ['text'] } } },
  { name: 'openai-stop-words', asOf, source: REFERENCE, accepts: { stopWords: { max: 4 } } },
  {
    name: 'openai-tool-names',
    asOf,
    source: `${REFERENCE}#chat-create-tools`,
    accepts: { toolNames: { maxLength: 64, refused: /[^\w-]/ } },
  },
  {
    name: 'openai-tools',
    asOf,
    source: REFERENCE,
    accepts: { tools: { needsProperties: true, hosted: ['web-search', 'code-execution'] } },
  },
  { name: 'openai-call-ids', asOf, source: 'https://github.com/vercel/ai/issues/5833', accepts: { callIds: { maxLength: 64 } } },
  {
    name: 'openai-guaranteed-schemas',
    asOf,
    source: 'https://platform.openai.com/docs/guides/structured-outputs#supported-schemas',
    accepts: {
      schemas: {
        isWholeOnly: true,
        refused: [
          'allOf',
          'not',
          'dependentRequired',
          'dependentSchemas',
          'if',
          'then',
          'else',
          'patternProperties',
          'oneOf',
          'uniqueItems',
        ],
      },
    },
  },
  {
    name: 'openai-json-word',
    asOf,
    source: 'https://platform.openai.com/docs/guides/structured-outputs#json-mode',
    accepts: { output: { needsWord: true } },
  },
  {
    name: 'openai-file-names',
    asOf,
    source: 'https://platform.openai.com/docs/guides/pdf-files',
    accepts: { turns: { needsFileNames: true } },
  },
  {
    name: 'openai-models-that-do-not-think',
    models: /^(gpt-[34]|chatgpt-4|gpt-5-chat|gpt-audio)/,
    asOf,
    source: THINKING,
    accepts: { efforts: [], fields: { refused: ['verbosity'] } },
  },
  {
    name: 'openai-o-series',
    models: /^o\d/,
    asOf,
    source: THINKING,
    accepts: { efforts: ['low', 'medium', 'high'], sampling: { refused: notWhileThinking }, fields: { refused: ['verbosity'] } },
  },
  { name: 'openai-o-series-stop-words', models: /^o(3(?!-mini)|4)/, asOf, source: REFERENCE, accepts: { stopWords: { max: 0 } } },
  {
    name: 'openai-gpt-5',
    models: /^gpt-5(-mini|-nano)?$/,
    asOf,
    source: NEWEST,
    accepts: { efforts: ['minimal', 'low', 'medium', 'high'], sampling: { refused: notWhileThinking }, stopWords: { max: 0 } },
  },
  {
    name: 'openai-codex-and-pro',
    models: /^gpt-5(\.\d+)?-(codex|pro)/,
    asOf,
    source: NEWEST,
    accepts: { efforts: ['low', 'medium', 'high'], sampling: { refused: notWhileThinking }, stopWords: { max: 0 } },
  },
  {
    name: 'openai-gpt-5-pro',
    models: /^gpt-5-pro/,
    asOf,
    source: NEWEST,
    accepts: { efforts: ['high'], sampling: { refused: notWhileThinking }, stopWords: { max: 0 } },
  },
  {
    name: 'openai-gpt-5.1',
    models: /^gpt-5\.1(?!\d|.*(codex|pro))/,
    asOf,
    source: NEWEST,
    accepts: {
      efforts: ['none', 'low', 'medium', 'high'],
      sampling: { refused: notWhileThinking, takenAtEffort: { effort: 'none', usual: 'none' } },
      stopWords: { max: 0 },
    },
  },
  {
    name: 'openai-gpt-5.2-to-5.4',
    models: /^gpt-5\.[2-4](?!\d|.*(codex|pro))/,
    asOf,
    source: NEWEST,
    accepts: {
      efforts: ['none', 'low', 'medium', 'high', 'xhigh'],
      sampling: { refused: notWhileThinking, takenAtEffort: { effort: 'none', usual: 'none' } },
      stopWords: { max: 0 },
    },
  },
  {
    name: 'openai-gpt-5.5',
    models: /^gpt-5\.5(?!\d)/,
    asOf,
    source: NEWEST,
    accepts: {
      efforts: ['none', 'low', 'medium', 'high', 'xhigh'],
      sampling: { refused: notWhileThinking, takenAtEffort: { effort: 'none', usual: 'medium' } },
      stopWords: { max: 0 },
    },
  },
  {
    name: 'openai-gpt-5.6-and-later',
    models: /^gpt-(5\.([6-9]|\d\d)|[6-9]|[12]\d)(?!\d)/,
    asOf,
    source: NEWEST,
    accepts: {
      efforts: ['none', 'low', 'medium', 'high', 'xhigh', 'max'],
      choices: { max: 8 },
      sampling: { refused: notWhileThinking, takenAtEffort: { effort: 'none', usual: 'medium' } },
      stopWords: { max: 0 },
    },
  },
]

/** At Chat Completions. */
export const openAIChatRules: readonly Rule[] = [
  ...commonRules,
  {
    name: 'openai-chat-hosted-tools',
    asOf,
    source: 'https://platform.openai.com/docs/guides/tools',
    accepts: { tools: { max: 128, hosted: [] } },
  },
  {
    name: 'openai-o-series-longest-answers',
    models: /^o\d/,
    asOf,
    source: 'https://platform.openai.com/docs/models',
    accepts: { outputTokens: { max: 100_000 } },
  },
  {
    name: 'openai-chat-media',
    asOf,
    source: 'https://platform.openai.com/docs/guides/pdf-files',
    accepts: { media: { taken: ['image', 'audio', 'file'], filesArePdf: true }, turns: { refusesMediaOfAssistant: true } },
  },
  {
    name: 'openai-chat-text-models',
    models: /^(gpt-3\.5|gpt-4(-32k)?(-0\d{3})?$|o1-mini|o3-mini|gpt-audio)/,
    asOf,
    source: 'https://platform.openai.com/docs/models',
    accepts: { media: { taken: ['audio', 'file'] } },
  },
  {
    name: 'openai-chat-longest-answers',
    models: /^(gpt-3\.5|gpt-4-turbo)/,
    asOf,
    source: 'https://platform.openai.com/docs/models',
    accepts: { outputTokens: { max: 4096 } },
  },
  {
    name: 'openai-chat-longest-answers-of-gpt-4o',
    models: /^(gpt-4o|chatgpt-4o|gpt-5-chat)/,
    asOf,
    source: 'https://platform.openai.com/docs/models/gpt-4o',
    accepts: { outputTokens: { max: 16_384 } },
  },
  {
    name: 'openai-chat-longest-answers-of-gpt-4.1',
    models: /^gpt-4\.1/,
    asOf,
    source: 'https://platform.openai.com/docs/models/gpt-4.1',
    accepts: { outputTokens: { max: 32_768 } },
  },
  {
    name: 'openai-chat-tiers',
    asOf,
    source: REFERENCE,
    accepts: { serviceTiers: ['auto', 'default', 'fast', 'flex', 'priority'] },
  },
  {
    name: 'openai-chat-parallel-calls',
    models: /^(o1|o3-mini)$/,
    asOf,
    source: 'https://github.com/langchain-ai/langchain/issues/29704',
    accepts: { fields: { refused: ['verbosity', 'parallelToolCalls'] } },
  },
  {
    name: 'openai-chat-gpt-5.4-functions',
    models: /^gpt-5\.4/,
    asOf,
    source: NEWEST,
    accepts: { conflicts: { effortBesideFunctions: { effort: 'none', usual: 'none' } } },
  },
  {
    name: 'openai-chat-gpt-5.6-functions',
    models: /^gpt-(5\.([6-9]|\d\d)|6(-sol|-luna)?$)/,
    asOf,
    source: NEWEST,
    accepts: { conflicts: { effortBesideFunctions: { effort: 'none', usual: 'medium' } } },
  },
  {
    name: 'openai-chat-efforts',
    models: /^gpt-5\.([6-9]|\d\d)/,
    asOf,
    source: NEWEST,
    accepts: { efforts: ['none', 'low', 'medium', 'high', 'xhigh'] },
  },
  {
    name: 'openai-chat-gpt-6-thinkers',
    models: /^gpt-(6-astra|6\.)/,
    asOf,
    source: NEWEST,
    accepts: { conflicts: { refusesFunctions: true }, efforts: ['low', 'medium', 'high', 'xhigh'], alwaysThinks: true },
  },
]

/** At Responses. */
export const openAIResponsesRules: readonly Rule[] = commonRules
