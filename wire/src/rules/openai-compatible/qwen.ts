import type { Rule } from '../vendors/chat-rules.ts'
import { asOf, names, ofOpenAI } from './common.ts'

export const qwenRules: readonly Rule[] = [
  {
    name: 'qwen-fields',
    asOf,
    source: 'https://help.aliyun.com/zh/model-studio/qwen-api-via-openai-chat-completions',
    accepts: {
      fields: { refused: [...ofOpenAI, 'metadata', 'serviceTier'] },
      turns: { refusesDeveloper: true, refusesRefusals: true, needsJsonArguments: true },
      toolNames: names,
      tools: { hosted: [], refusesSome: true },
      sampling: { bounds: { temperature: [0, 1.99], topP: [0.001, 0.999] } },
    },
  },
  {
    name: 'qwen-forced-tools',
    models: /^qwen(3\.[5-9]|[4-9])/,
    asOf,
    source: 'https://help.aliyun.com/zh/model-studio/qwen-function-calling',
    accepts: { notThinking: { field: 'enable_thinking', value: false, besideForcedTools: true } },
  },
  {
    name: 'qwen-older-choice',
    models: /^(?!qwen(3\.[5-9]|[4-9]))/,
    asOf,
    source: 'https://help.aliyun.com/zh/model-studio/qwen-function-calling',
    accepts: { tools: { refusesRequired: true } },
  },
  {
    name: 'qwen-models-that-only-stream',
    models: /^(qwq|qvq)/,
    asOf,
    source: 'https://help.aliyun.com/zh/model-studio/deep-thinking',
    accepts: { streamsOnly: true, tools: { refusesForced: true } },
  },
  {
    name: 'qwen-models-that-think-in-streams',
    models: /^qwen3-\d/,
    asOf,
    source: 'https://help.aliyun.com/zh/model-studio/deep-thinking',
    accepts: { notThinking: { field: 'enable_thinking', value: false, inWholeCalls: true, besideForcedTools: true } },
  },
  {
    name: 'qwen-json',
    asOf,
    source: 'https://help.aliyun.com/zh/model-studio/json-mode',
    accepts: { output: { refusesSchema: true, needsWord: true } },
  },
]
