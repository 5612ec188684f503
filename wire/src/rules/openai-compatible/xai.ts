import type { Rule } from '../vendors/chat-rules.ts'
import { asOf, names } from './common.ts'

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
    accepts: { sampling: { refused: ['presencePenalty', 'frequencyPenalty'] }, stopWords: { max: 0 } },
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
