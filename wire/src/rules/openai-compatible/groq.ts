import type { Rule } from '../vendors/chat-rules.ts'
import { asOf, names, ofOpenAI } from './common.ts'

export const groqRules: readonly Rule[] = [
  {
    name: 'groq-fields',
    asOf,
    source: 'https://console.groq.com/docs/openai#currently-unsupported-openai-features',
    accepts: {
      fields: { refused: [...ofOpenAI, 'modalities'] },
      sampling: { refused: ['logprobs', 'topLogprobs'] },
      turns: { refusesDeveloper: true, refusesNames: true, refusesThoughts: true, refusesRefusals: true, refusesCitations: true },
      choices: { max: 1 },
      serviceTiers: ['auto', 'on_demand', 'flex', 'performance'],
      outputTokens: { max: 65_536 },
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
    accepts: { toolNames: names, tools: { max: 128, hosted: [], refusesSome: true }, stopWords: { max: 4 } },
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
    accepts: { outputTokens: { max: 16_384 } },
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
    accepts: { conflicts: { refusesSchemaBesideTools: true, refusesJsonBesideTools: true } },
  },
  {
    name: 'groq-json',
    models: /^(?!.*(gpt-oss|kimi-k2|llama-4))/,
    asOf,
    source: 'https://console.groq.com/docs/structured-outputs#supported-models',
    accepts: { output: { refusesSchema: true } },
  },
]
