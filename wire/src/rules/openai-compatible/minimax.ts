import type { Rule } from '../vendors/chat-rules.ts'
import { asOf, names, ofOpenAI } from './common.ts'

const source = 'https://platform.minimax.io/docs/api-reference/text-openai-api'

export const miniMaxRules: readonly Rule[] = [
  {
    name: 'minimax-fields',
    asOf,
    source,
    accepts: {
      fields: { refused: [...ofOpenAI, 'metadata', 'serviceTier', 'modalities', 'endUser'] },
      sampling: {
        refused: ['seed', 'presencePenalty', 'frequencyPenalty', 'logprobs', 'topLogprobs'],
        bounds: { temperature: [0.01, 1] },
      },
      turns: { refusesDeveloper: true, refusesNames: true, refusesRefusals: true, needsJsonArguments: true },
      choices: { max: 1 },
      efforts: [],
      media: { taken: ['image'] },
    },
  },
  {
    name: 'minimax-tools',
    asOf,
    source,
    accepts: {
      toolNames: names,
      tools: { refusesForced: true, refusesSome: true, needsProperties: true, hosted: [], refusesStrict: true },
      output: { refusesSchema: true, refusesJson: true },
    },
  },
]
