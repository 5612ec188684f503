import type { Rule } from '../vendors/chat-rules.ts'
import { asOf, names, ofOpenAI } from './common.ts'

export const moonshotRules: readonly Rule[] = [
  {
    name: 'moonshot-fields',
    asOf,
    source: 'https://platform.moonshot.ai/docs/api/chat',
    accepts: {
      fields: { refused: [...ofOpenAI, 'metadata', 'serviceTier', 'modalities', 'endUser'] },
      turns: { refusesDeveloper: true, refusesEmpty: true, refusesEmptyResults: true, refusesRefusals: true, needsJsonArguments: true },
      sampling: { bounds: { temperature: [0, 1] } },
      choices: { max: 5 },
      media: { taken: [] },
    },
  },
  {
    name: 'moonshot-tool-names',
    asOf,
    source: 'https://platform.moonshot.ai/docs/api/tool-use',
    accepts: {
      toolNames: { ...names, begins: /^[A-Za-z_]/ },
      tools: { max: 128, needsProperties: true, renamesDefinitions: true, hosted: [], refusesSome: true },
    },
  },
  {
    name: 'moonshot-stop-words',
    asOf,
    source: 'https://platform.moonshot.ai/docs/api/chat',
    accepts: { stopWords: { max: 5, maxLength: 32 } },
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
    accepts: { sampling: { refused: ['temperature', 'topP', 'presencePenalty', 'frequencyPenalty'] }, choices: { max: 1 } },
  },
]
