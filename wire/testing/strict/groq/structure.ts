// What the body of a request to api.groq.com must be made of. The body and each message are closed: a field too many is refused.
import type { JsonObject } from '../../../src/encoding/json.ts'
import { answerFormat, contentOf, imagePart, plain, type Ranges, textPart, toolCall, toolChoice } from '../chat-body.ts'
import type { ChatWalk } from '../chat-judge.ts'
import { type StrictRule, sourced } from '../judge.ts'
import { objects, textOf } from '../openai/refusal.ts'
import {
  anything,
  closed,
  dictionary,
  either,
  type Fault,
  firstFault,
  flag,
  list,
  nullable,
  open,
  type Path,
  required,
  type Shape,
  tagged,
  text,
  type Wanted,
  wanted,
  words,
} from '../shape.ts'
import type { Complaint } from './groq.ts'

const SCHEMA = 'https://github.com/groq/groq-python/blob/main/src/groq/types/chat/completion_create_params.py'

const content = contentOf(tagged('type', { text: textPart, image_url: imagePart, document: open({}) }, { atObject: true }))
const spoken = closed({ role: anything(), content: required(content), name: nullable(text()) })
const assistant = closed({
  role: anything(),
  content: nullable(content),
  name: nullable(text()),
  reasoning: nullable(text()),
  tool_calls: nullable(list(toolCall)),
  function_call: nullable(open({})),
  // The vendor's own answers can have these two. Whether it takes them back is not documented, so they are let through.
  executed_tools: anything(),
  annotations: anything(),
})
const roles: Record<string, Shape> = {
  system: spoken,
  developer: spoken,
  user: spoken,
  assistant,
  tool: closed({ role: anything(), content: required(content), tool_call_id: required(text()), name: nullable(text()) }),
  function: closed({ role: anything(), content: required(nullable(text())), name: required(text()) }),
}

const ranges: Ranges = {
  ...{ frequency_penalty: [-2, 2], presence_penalty: [-2, 2], temperature: [0, 2], top_p: [0, 1], top_logprobs: [0, 20] },
  ...{ max_completion_tokens: [1], max_tokens: [1], n: [1, 1], tools: [undefined, 128] },
}
/** Taken whatever they hold. */
const unread = [
  ...['citation_options', 'compound_custom', 'documents', 'exclude_domains', 'include_domains', 'search_settings'],
  ...['function_call', 'functions', 'logit_bias', 'metadata'],
]

const fields: Record<string, Shape> = {
  messages: required(list(tagged('role', roles, { atObject: true }), { min: 1 })),
  model: required(text()),
  ...Object.fromEntries(unread.map((name) => [name, anything()])),
  ...plain(['frequency_penalty', 'presence_penalty', 'logprobs', 'top_logprobs', 'max_completion_tokens', 'max_tokens', 'n'], ranges),
  ...plain(['parallel_tool_calls', 'reasoning_effort', 'seed', 'store', 'stream', 'stream_options', 'temperature'], ranges),
  disable_tool_validation: nullable(flag()),
  include_reasoning: nullable(flag()),
  reasoning_format: nullable(words('hidden', 'raw', 'parsed')),
  response_format: answerFormat({ name: required(text()), schema: nullable(dictionary(anything())), strict: nullable(flag()) }),
  service_tier: nullable(words('auto', 'on_demand', 'flex', 'performance')),
  stop: nullable(either(text(), list(text(), { max: 4 }))),
  tool_choice: toolChoice,
  ...plain(['tools', 'top_p', 'user'], ranges),
}

const rules: readonly StrictRule[] = sourced({
  'unsupported-property':
    'https://github.com/tashfeenahmed/freellmapi/issues/1070 (2026-08-30), https://github.com/musistudio/llms/pull/64 (2025-12-31), https://github.com/mnfst/modelparams.dev/pull/114 (2026-07-14)',
  'missing-property': `https://github.com/vercel/ai/issues/7808 (2025-08-05), ${SCHEMA}`,
  'wrong-type': 'https://github.com/CherryHQ/cherry-studio/issues/3307 (2025-03-14)',
  'value-not-allowed': `https://github.com/vercel/ai/issues/7808 (2025-08-05), ${SCHEMA}`,
  discriminator: 'https://github.com/nhaouari/obsidian-textgenerator-plugin/issues/309 (2024-08-13)',
  'too-many-items':
    'https://github.com/duolahypercho/codex-router/issues/449 (2026-08-26), https://console.groq.com/docs/api-reference (stop)',
  'too-few-items': 'https://console.groq.com/docs/api-reference (messages)',
  'number-range': 'https://github.com/mnfst/modelparams.dev/pull/276 (2026-08-18), https://console.groq.com/docs/openai (n must be 1)',
})

export const structure: ChatWalk<Complaint> = {
  rules,
  walk(body) {
    const fault = firstFault(closed(fields), body)
    if (!fault) return undefined
    const { rule, text: found } = wording(fault)
    return { rule, complaint: { message: inMessage(fault, body, found) } }
  },
}

/** Of a message it is told for which role the message must be otherwise. */
function inMessage({ kind, path }: Fault, body: JsonObject, found: string): string {
  const [field, index] = path
  if (field !== 'messages' || typeof index !== 'number' || (kind === 'not-in-list' && path.length === 2)) return found
  const role = textOf(objects(body.messages)[index]?.role)
  return `'messages.${index}' : for 'role:${role}' the following must be satisfied[(${found})]`
}

const quoted = (path: Path) => `'${path.join('.')}'`
const inside = (path: Path, text: string) => (path.length === 0 ? text : `${quoted(path)} : ${text}`)

function wording(fault: Fault): { rule: string; text: string } {
  const { path } = fault
  switch (fault.kind) {
    case 'unknown-field':
      return { rule: 'unsupported-property', text: inside(path.slice(0, -1), `property '${path.at(-1)}' is unsupported`) }
    case 'missing-field':
      return { rule: 'missing-property', text: inside(path.slice(0, -1), `property '${path.at(-1)}' is missing`) }
    case 'not-in-list':
      return typeof path.at(-1) === 'number' ? ofTag(path) : ofValue(path, fault.allowed)
    case 'list-too-long':
      return { rule: 'too-many-items', text: `${quoted(path)} : maximum number of items is ${fault.limit}` }
    case 'list-too-short':
      return { rule: 'too-few-items', text: `${quoted(path)} : minimum number of items is ${fault.limit}` }
    case 'too-large':
      return { rule: 'number-range', text: `${quoted(path)} : number must be at most ${fault.limit}` }
    case 'too-small':
      return { rule: 'number-range', text: `${quoted(path)} : number must be at least ${fault.limit}` }
    default:
      return {
        rule: 'wrong-type',
        text: `${quoted(path)} : value must be ${'shape' in fault ? expectations[wanted(fault.shape)] : 'valid'}`,
      }
  }
}

function ofTag(path: Path): { rule: string; text: string } {
  const by = path.length === 2 ? 'role' : 'type'
  return { rule: 'discriminator', text: `${quoted(path)} : discriminator property '${by}' has invalid value` }
}

function ofValue(path: Path, allowed: readonly string[]): { rule: string; text: string } {
  const values = allowed.map((one) => `'${one}'`).join(',')
  return { rule: 'value-not-allowed', text: `${quoted(path)} : value is not one of the allowed values [${values}]` }
}

const expectations: Wanted = {
  ...{ text: 'a string', either: 'a string', integer: 'an integer', decimal: 'a number' },
  ...{ flag: 'a boolean', list: 'an array', object: 'an object' },
}
