import type { Rule } from '../vendors/chat-rules.ts'
import { asOf, names, ofOpenAI } from './common.ts'

export const deepSeekRules: readonly Rule[] = [
  {
    name: 'deepseek-fields',
    asOf,
    source: 'https://api-docs.deepseek.com/api/create-chat-completion',
    accepts: {
      fields: { refused: [...ofOpenAI, 'metadata', 'serviceTier', 'modalities'] },
      turns: { refusesDeveloper: true, refusesRefusals: true },
      toolNames: names,
      tools: { max: 128, hosted: [], refusesSome: true },
      choices: { max: 1 },
      outputTokens: { refusesNewerName: true },
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
    accepts: { tools: { refusesForced: 'thinking' } },
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
    accepts: { stopWords: { max: 16 } },
  },
  {
    name: 'deepseek-json',
    asOf,
    source: 'https://api-docs.deepseek.com/guides/json_mode',
    accepts: { output: { refusesSchema: true, needsWord: true } },
  },
]
