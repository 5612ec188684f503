// The fields of a request as OpenRouter's published schema has them. Fields that it does not name are ignored.
import { plain, toolCall } from '../chat-body.ts'
import type { ChatRule } from '../chat-judge.ts'
import { rule } from '../judge.ts'
import {
  anything,
  decimal,
  dictionary,
  type Fault,
  firstFault,
  flag,
  list,
  nullable,
  open,
  required,
  type Shape,
  tagged,
  text,
  words,
} from '../shape.ts'
import { zodIssue, zodMessage } from './zod.ts'

const schema = 'https://github.com/OpenRouterTeam/typescript-sdk/blob/main/src/models/chatrequest.ts (2026)'
const parameters = 'https://openrouter.ai/docs/api/reference/parameters (documentation as known in 2026)'

const efforts = words('max', 'xhigh', 'high', 'medium', 'low', 'minimal', 'none')

/** What stands in a content is left to the vendor of the model. */
const message = tagged('role', {
  system: open({ content: required(anything()) }),
  developer: open({ content: required(anything()) }),
  user: open({ content: required(anything()) }),
  assistant: open({ content: anything(), tool_calls: nullable(list(toolCall)) }),
  tool: open({ content: required(anything()), tool_call_id: required(text()) }),
})

const functionTool = tagged(
  'type',
  {
    function: open({ function: required(open({ name: required(text({ max: 64 })), description: nullable(text()) })) }),
    other: open({}),
  },
  // Tools of OpenRouter's own have names that it adds to.
  { strangersAre: 'other' },
)

const answerFormat = tagged('type', {
  text: open({}),
  json_object: open({}),
  json_schema: open({ json_schema: required(open({ name: required(text({ max: 64 })) })) }),
  grammar: open({}),
  python: open({}),
})

const ranges = { frequency_penalty: [-2, 2], presence_penalty: [-2, 2], temperature: [0, 2], top_p: [0, 1], top_logprobs: [0, 20] } as const

const fields: Record<string, Shape> = {
  messages: list(message),
  model: text(),
  models: list(text()),
  ...plain(['frequency_penalty', 'presence_penalty', 'temperature', 'top_p', 'top_logprobs', 'logprobs'], ranges),
  logit_bias: nullable(dictionary(decimal())),
  ...plain(['max_completion_tokens', 'max_tokens', 'parallel_tool_calls', 'seed', 'stream']),
  metadata: dictionary(text({ max: 512 })),
  reasoning: nullable(open({ effort: nullable(efforts), max_tokens: nullable(decimal()), enabled: nullable(flag()) })),
  reasoning_effort: nullable(efforts),
  response_format: nullable(answerFormat),
  session_id: text({ max: 256 }),
  stream_options: nullable(open({ include_usage: flag() })),
  tools: list(functionTool),
  user: text(),
}

const rules: Readonly<Record<string, { kinds: readonly Fault['kind'][]; source: string }>> = {
  'wrong-type': { kinds: ['wrong-type'], source: schema },
  'missing-field': { kinds: ['missing-field'], source: schema },
  'value-not-in-list': { kinds: ['not-in-list'], source: schema },
  'number-out-of-range': { kinds: ['too-small', 'too-large'], source: parameters },
  'text-too-long': { kinds: ['text-too-long'], source: schema },
}

export const structureRules: readonly ChatRule[] = Object.entries(rules).map(([name, { kinds, source }]) =>
  rule(name, source, ({ body }) => {
    const fault = firstFault(open(fields), body)
    return fault && kinds.includes(fault.kind) ? zodMessage(zodIssue(fault)) : undefined
  }),
)
