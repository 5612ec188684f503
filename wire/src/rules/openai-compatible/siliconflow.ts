import type { Rule } from '../vendors/chat-rules.ts'
import { asOf, names, ofOpenAI } from './common.ts'

const source = 'https://docs.siliconflow.cn/docs/api/chat-completions-post'

export const siliconFlowRules: readonly Rule[] = [
  {
    name: 'siliconflow-fields',
    asOf,
    source,
    accepts: {
      fields: { refused: [...ofOpenAI, 'metadata', 'serviceTier', 'modalities', 'endUser'] },
      sampling: { refused: ['presencePenalty', 'seed', 'logprobs', 'topLogprobs'], bounds: { temperature: [0, 2] } },
      outputTokens: { refusesNewerName: true },
      turns: { refusesDeveloper: true, refusesRefusals: true, needsJsonArguments: true },
      toolNames: names,
      tools: { max: 128, hosted: [], refusesSome: true },
      stopWords: { max: 4 },
    },
  },
  {
    name: 'siliconflow-json',
    asOf,
    source: 'https://docs.siliconflow.cn/cn/userguide/guides/json-mode',
    accepts: { output: { refusesSchema: true } },
  },
]
