import type { Rule } from '../vendors/chat-rules.ts'
import { asOf, names, ofOpenAI, thinkingSwitch } from './common.ts'

/** Its page lists all fields that it takes, and of some of them the only values. */
const source = 'https://docs.bigmodel.cn/api-reference/%E6%A8%A1%E5%9E%8B-api/%E5%AF%B9%E8%AF%9D%E8%A1%A5%E5%85%A8'

export const zhipuRules: readonly Rule[] = [
  {
    name: 'zhipu-fields',
    asOf,
    source,
    accepts: {
      fields: { refused: [...ofOpenAI, 'metadata', 'serviceTier', 'modalities', 'endUser', 'parallelToolCalls'] },
      sampling: {
        refused: ['presencePenalty', 'frequencyPenalty', 'seed', 'logprobs', 'topLogprobs'],
        bounds: { temperature: [0, 1], topP: [0.01, 0.99] },
      },
      choices: { max: 1 },
      outputTokens: { max: 131_072, refusesNewerName: true },
      refusesStreamOptions: true,
      turns: {
        refusesDeveloper: true,
        refusesNames: true,
        needsUser: true,
        refusesEmpty: true,
        refusesRefusals: true,
        needsJsonArguments: true,
      },
    },
  },
  {
    name: 'zhipu-tools',
    asOf,
    source,
    accepts: { toolNames: names, tools: { max: 128, hosted: [], refusesSome: true, refusesChoices: true, refusesStrict: true } },
  },
  {
    name: 'zhipu-json',
    asOf,
    source: 'https://docs.bigmodel.cn/cn/guide/capabilities/struct-output',
    accepts: { output: { refusesSchema: true } },
  },
  {
    name: 'zhipu-models-of-text',
    models: /^glm-(4(\.\d)?|5(\.[12])?)(-(?!voice)[a-z]+)*$|^glm-5\.3$/,
    asOf,
    source: 'https://docs.bigmodel.cn/cn/guide/start/model-overview',
    accepts: { media: { taken: [] } },
  },
  {
    name: 'zhipu-pictures',
    models: /^glm-[\d.]+v|^glm-5\.3-flash/,
    asOf,
    source: 'https://docs.bigmodel.cn/cn/guide/start/model-overview',
    accepts: { media: { taken: ['image', 'video'] } },
  },
  {
    name: 'zhipu-models-that-think',
    models: /^glm-(4\.[5-9]|5($|-|v|\.1))/,
    asOf,
    source: 'https://docs.bigmodel.cn/cn/guide/capabilities/thinking-mode',
    accepts: { thinkingSwitch },
  },
  {
    name: 'zhipu-models-with-efforts',
    models: /^glm-5\.[23]/,
    asOf,
    source: 'https://docs.bigmodel.cn/cn/guide/capabilities/thinking-mode',
    accepts: { thinkingSwitch: { ...thinkingSwitch, hasDegrees: true } },
  },
  {
    name: 'zhipu-models-that-do-not-think',
    models: /^glm-4($|-|v|\.[0-4])/,
    asOf,
    source: 'https://docs.bigmodel.cn/cn/guide/capabilities/thinking-mode',
    accepts: { efforts: [] },
  },
]
