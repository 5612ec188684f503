// The fields of a request as vLLM's protocol has them. Pydantic turns what can be turned: a text of digits is a number, and 1 is true. Fields
// that the protocol does not name are ignored.
import type { Json } from '../../../src/encoding/json.ts'
import { firstOf } from '../../first-of.ts'
import { type ChatRule, isGiven } from '../chat-judge.ts'
import { rule } from '../judge.ts'
import { firstFault, list, nullable, open, required, type Shape, tagged, text, words } from '../shape.ts'
import { invalidField, protocol } from './words.ts'

const wholes = ['max_tokens', 'max_completion_tokens', 'n', 'seed', 'top_k', 'min_tokens', 'priority']
const decimals = ['temperature', 'top_p', 'frequency_penalty', 'presence_penalty', 'min_p', 'repetition_penalty']
const flags = ['stream', 'logprobs', 'parallel_tool_calls', 'ignore_eos']
const texts = ['model', 'user', 'chat_template']

type FieldFault = { type: string; message: string }

function wholeFault(value: Json): FieldFault | undefined {
  if (typeof value === 'boolean') return undefined
  if (typeof value === 'number') {
    const message = 'Input should be a valid integer, got a number with a fractional part'
    return Number.isInteger(value) ? undefined : { type: 'int_from_float', message }
  }
  if (typeof value !== 'string') return { type: 'int_type', message: 'Input should be a valid integer' }
  const message = 'Input should be a valid integer, unable to parse string as an integer'
  return /^\s*[+-]?\d+(\.0+)?\s*$/.test(value) ? undefined : { type: 'int_parsing', message }
}

function decimalFault(value: Json): FieldFault | undefined {
  if (typeof value === 'number' || typeof value === 'boolean') return undefined
  if (typeof value !== 'string') return { type: 'float_type', message: 'Input should be a valid number' }
  const message = 'Input should be a valid number, unable to parse string as a number'
  return value.trim() !== '' && Number.isFinite(Number(value)) ? undefined : { type: 'float_parsing', message }
}

function flagFault(value: Json): FieldFault | undefined {
  if (typeof value === 'boolean' || value === 0 || value === 1) return undefined
  if (typeof value === 'object') return { type: 'bool_type', message: 'Input should be a valid boolean' }
  const message = 'Input should be a valid boolean, unable to interpret input'
  return /^(0|1|off|on|f|t|false|true|n|y|no|yes)$/i.test(String(value)) ? undefined : { type: 'bool_parsing', message }
}

const textFault = (value: Json): FieldFault | undefined =>
  typeof value === 'string' ? undefined : { type: 'string_type', message: 'Input should be a valid string' }

function simpleRule(name: string, names: readonly string[], faultOf: (value: Json) => FieldFault | undefined): ChatRule {
  return rule(name, protocol, ({ body }) =>
    firstOf(names, (field) => {
      const value = body[field]
      const fault = isGiven(value) ? faultOf(value) : undefined
      return fault && invalidField(fault.type, [field], fault.message, value)
    }),
  )
}

const functionTool = open({
  type: words('function'),
  function: required(open({ name: required(text()), description: nullable(text()), parameters: nullable(open({})) })),
})
const format = nullable(
  tagged('type', {
    text: open({}),
    json_object: open({}),
    json_schema: open({ json_schema: nullable(open({ name: required(text()), schema: nullable(open({})) })) }),
    structural_tag: open({}),
  }),
)
const structured: Record<string, Shape> = {
  messages: required(list(open({}))),
  tools: nullable(list(functionTool)),
  response_format: format,
  reasoning_effort: nullable(words('none', 'minimal', 'low', 'medium', 'high', 'xhigh', 'max')),
}

/** `'a', 'b' or 'c'`, as pydantic lists what it takes. */
function alternatives(values: readonly string[]): string {
  const quoted = values.map((value) => `'${value}'`)
  return quoted.length < 2 ? quoted.join('') : `${quoted.slice(0, -1).join(', ')} or ${quoted.at(-1)}`
}

const typeWords: Partial<Record<Shape['is'], FieldFault>> = {
  text: { type: 'string_type', message: 'Input should be a valid string' },
  list: { type: 'list_type', message: 'Input should be a valid list' },
}
const objectWords: FieldFault = { type: 'dict_type', message: 'Input should be a valid dictionary' }

export const fieldRules: readonly ChatRule[] = [
  simpleRule('integer', wholes, wholeFault),
  simpleRule('number', decimals, decimalFault),
  simpleRule('boolean', flags, flagFault),
  simpleRule('string', texts, textFault),
  rule('field-required', protocol, ({ body }) => {
    const fault = firstFault(open(structured), body)
    return fault?.kind === 'missing-field' ? invalidField('missing', fault.path, 'Field required', body) : undefined
  }),
  rule('literal', `${protocol}, https://github.com/bytedance/deer-flow/issues/1673 (2026)`, ({ body }) => {
    const fault = firstFault(open(structured), body)
    return fault?.kind === 'not-in-list'
      ? invalidField('literal_error', fault.path, `Input should be ${alternatives(fault.allowed)}`, fault.value)
      : undefined
  }),
  rule('structure', protocol, ({ body }) => {
    const fault = firstFault(open(structured), body)
    if (fault?.kind !== 'wrong-type') return undefined
    const { type, message } = typeWords[fault.shape.is] ?? objectWords
    return invalidField(type, fault.path, message, fault.value)
  }),
]
