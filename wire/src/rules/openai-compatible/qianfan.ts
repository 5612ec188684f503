import type { Rule } from '../vendors/chat-rules.ts'
import { asOf, names, ofOpenAI } from './common.ts'

export const qianfanRules: readonly Rule[] = [
  {
    name: 'qianfan-fields',
    asOf,
    source: 'https://cloud.baidu.com/doc/qianfan-api/s/3m7of64lb',
    accepts: {
      fields: { refused: [...ofOpenAI, 'serviceTier', 'modalities'] },
      turns: { refusesDeveloper: true, refusesRefusals: true, needsJsonArguments: true },
      toolNames: names,
      tools: { hosted: [], refusesSome: true },
      stopWords: { max: 4, maxLength: 20 },
    },
  },
]
