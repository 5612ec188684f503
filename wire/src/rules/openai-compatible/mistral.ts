import type { Rule } from '../vendors/chat-rules.ts'
import { asOf, names, ofOpenAI } from './common.ts'

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
      outputTokens: { refusesNewerName: true },
      refusesStreamOptions: true,
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
