import type { Rule } from '../vendors/chat-rules.ts'
import { asOf, names, ofOpenAI } from './common.ts'

const source = 'https://www.xfyun.cn/doc/spark/HTTP调用文档.html'

export const sparkRules: readonly Rule[] = [
  {
    name: 'spark-fields',
    asOf,
    source,
    accepts: {
      fields: { refused: [...ofOpenAI, 'metadata', 'serviceTier', 'modalities'] },
      sampling: { refused: ['seed', 'logprobs', 'topLogprobs'], bounds: { temperature: [0, 2] } },
      turns: { refusesDeveloper: true, refusesNames: true, refusesRefusals: true, needsJsonArguments: true },
      choices: { max: 1 },
      outputTokens: { refusesNewerName: true },
      efforts: [],
      media: { taken: [] },
      output: { refusesSchema: true },
    },
  },
  {
    name: 'spark-tools',
    asOf,
    source,
    accepts: { toolNames: names, tools: { refusesSome: true, needsProperties: true, hosted: [], refusesStrict: true } },
  },
  {
    name: 'spark-models-without-tools',
    models: /^(lite|generalv3|pro-128k)$/,
    asOf,
    source,
    accepts: { conflicts: { refusesFunctions: true } },
  },
]
