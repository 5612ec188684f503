import type { Rule } from '../vendors/chat-rules.ts'
import { asOf, names, ofOpenAI, thinkingSwitch } from './common.ts'

const source = 'https://www.volcengine.com/docs/82379/1494384'

/** Models on Volcano Ark, of ByteDance and of others. */
export const doubaoRules: readonly Rule[] = [
  {
    name: 'doubao-fields',
    asOf,
    source,
    accepts: {
      fields: { refused: [...ofOpenAI, 'metadata', 'modalities'] },
      turns: { refusesDeveloper: true, refusesRefusals: true, needsJsonArguments: true },
      serviceTiers: ['auto', 'default'],
      toolNames: names,
      tools: { hosted: [], refusesSome: true },
      stopWords: { max: 4 },
    },
  },
  {
    name: 'doubao-models-that-think',
    models: /^doubao-(seed|1-5-thinking)|^deepseek-(r1|v[4-9])/,
    asOf,
    source,
    accepts: { stopWords: { max: 0 } },
  },
  {
    name: 'doubao-thinking',
    models: /^doubao-seed-(1-[68]|[2-9])|^deepseek-v[4-9]/,
    asOf,
    source,
    accepts: { thinkingSwitch: { ...thinkingSwitch, hasDegrees: true } },
  },
  {
    name: 'doubao-efforts',
    models: /^doubao-seed-(1-6-(lite-)?251015|1-8|[2-9]-)/,
    asOf,
    source,
    accepts: { efforts: ['minimal', 'low', 'medium', 'high'] },
  },
]
