// The faults of a request's structure in OpenAI's words. The texts were taken from api.openai.com by others who sent it one broken request
// after another and wrote its answers down.
import type { Json } from '../../../src/json.ts'
import type { StrictRule } from '../judge.ts'
import type { Fault, Shape } from '../shape.ts'
import { listed, type Problem, place, type RuledProblem } from './refusal.ts'

/** Answers of the real API to broken requests, measured on 2026-08-30 and 2026-08-31 with gpt-5.6-terra, gpt-5.6-sol and gpt-5.5. */
export const measured = 'https://github.com/kangminlee-maker/local-OAuth-CLI-API-adapter/blob/main/docs/conformance-matrix.md (2026-08-31)'

export const structureRules: readonly StrictRule[] = [
  { rule: 'unknown-parameter', source: measured },
  { rule: 'missing-parameter', source: measured },
  { rule: 'wrong-type', source: measured },
  { rule: 'value-not-in-list', source: measured },
  {
    rule: 'text-pattern',
    source: 'https://github.com/jlcodes99/cockpit-tools/issues/2090 (2026-08), https://developers.openai.com/api/reference',
  },
  { rule: 'text-empty', source: measured },
  {
    rule: 'text-too-long',
    source: 'https://github.com/jin-bo/agentao/pull/321 (2026-09-19), https://github.com/AnswerDotAI/fastllm/issues/45',
  },
  { rule: 'list-empty', source: 'https://github.com/openai/openai-node/pull/1341 (2025-02-20)' },
  { rule: 'list-too-long', source: 'https://github.com/openai/codex/issues/36551 (2026), https://developers.openai.com/api/reference' },
  { rule: 'number-too-small', source: measured },
  { rule: 'number-too-large', source: measured },
  { rule: 'too-many-properties', source: measured },
  { rule: 'property-name-too-long', source: measured },
]

/** The fault as OpenAI tells it. */
export function told(fault: Fault): RuledProblem {
  const param = place(fault.path)
  return { rule: ruleOf(fault), param, ...wording(fault, param) }
}

function ruleOf(fault: Fault): string {
  switch (fault.kind) {
    case 'unknown-field':
      return 'unknown-parameter'
    case 'missing-field':
      return 'missing-parameter'
    case 'wrong-type':
      return 'wrong-type'
    case 'not-in-list':
      return 'value-not-in-list'
    case 'pattern':
      return 'text-pattern'
    case 'text-too-short':
      return 'text-empty'
    case 'text-too-long':
      return 'text-too-long'
    case 'list-too-short':
      return 'list-empty'
    case 'list-too-long':
      return 'list-too-long'
    case 'too-small':
      return 'number-too-small'
    case 'too-large':
      return 'number-too-large'
    case 'too-many-entries':
      return 'too-many-properties'
    case 'key-too-long':
      return 'property-name-too-long'
  }
}

function wording(fault: Fault, param: string): Pick<Problem, 'message' | 'code'> {
  switch (fault.kind) {
    case 'unknown-field':
      return { message: `Unknown parameter: '${param}'.`, code: 'unknown_parameter' }
    case 'missing-field':
      return { message: `Missing required parameter: '${param}'.`, code: 'missing_required_parameter' }
    case 'wrong-type':
      return {
        message: `Invalid type for '${param}': expected ${expected(fault.shape)}, but got ${got(fault.value)} instead.`,
        code: 'invalid_type',
      }
    case 'not-in-list':
      return { message: `Invalid value: '${fault.value}'. Supported values are: ${listed(fault.allowed, 'and')}.`, code: 'invalid_value' }
    case 'pattern': {
      const wanted = `Expected a string that matches the pattern '${fault.pattern.source}'.`
      return { message: `Invalid '${param}': string does not match pattern. ${wanted}`, code: 'invalid_value' }
    }
    case 'too-small':
    case 'too-large':
      return numberWording(fault, param)
    default:
      return lengthWording(fault, param)
  }
}

function numberWording(fault: Fault & { kind: 'too-small' | 'too-large' }, param: string): Pick<Problem, 'message' | 'code'> {
  const { limit, actual, kind } = fault
  const number = fault.whole ? 'integer' : 'decimal'
  const [where, sign, code] = kind === 'too-small' ? ['below minimum', '>=', 'below_min_value'] : ['above maximum', '<=', 'above_max_value']
  const message = `Invalid '${param}': ${number} ${where} value. Expected a value ${sign} ${limit}, but got ${actual} instead.`
  return { message, code: `${number}_${code}` }
}

type LengthFault = Extract<
  Fault,
  { kind: 'text-too-short' | 'text-too-long' | 'list-too-short' | 'list-too-long' | 'too-many-entries' | 'key-too-long' }
>

function lengthWording(fault: LengthFault, param: string): Pick<Problem, 'message' | 'code'> {
  const { limit, actual } = fault
  switch (fault.kind) {
    case 'text-too-short': {
      const message = `Invalid '${param}': empty string. Expected a string with minimum length ${limit}, but got an empty string instead.`
      return { message, code: 'empty_string' }
    }
    case 'text-too-long': {
      const message = `Invalid '${param}': string too long. Expected a string with maximum length ${limit}, but got a string with length ${actual} instead.`
      return { message, code: 'string_above_max_length' }
    }
    case 'list-too-short': {
      const message = `Invalid '${param}': empty array. Expected an array with minimum length ${limit}, but got an empty array instead.`
      return { message, code: 'empty_array' }
    }
    case 'list-too-long': {
      const message = `Invalid '${param}': array too long. Expected an array with maximum length ${limit}, but got an array with length ${actual} instead.`
      return { message, code: 'array_above_max_length' }
    }
    case 'too-many-entries': {
      const message = `Invalid '${param}': too many properties. Expected an object with at most ${limit} properties, but got an object with ${actual} properties instead.`
      return { message, code: 'object_above_max_properties' }
    }
    case 'key-too-long': {
      const key = String(fault.path.at(-1))
      const shown = `${key.slice(0, 3)}...${key.slice(-3)}`
      const held = place(fault.path.slice(0, -1))
      const message = `Invalid property name in '${held}': '${shown}' is too long. Expected a string with maximum length ${limit}, but got a string with length ${actual} instead.`
      return { message, code: 'property_name_above_max_length' }
    }
  }
}

function expected(shape: Shape): string {
  if (shape.words) return shape.words
  switch (shape.is) {
    case 'text':
      return shape.oneOf ? `one of ${listed(shape.oneOf, 'or')}` : 'a string'
    case 'number':
      return shape.whole ? 'an integer' : 'a decimal'
    case 'flag':
      return 'a boolean'
    case 'list':
      return shape.of.is === 'text' ? 'an array of strings' : 'an array of objects'
    case 'either':
      return `one of ${shape.shapes.map(expected).join(' or ')}`
    default:
      return 'an object'
  }
}

function got(value: Json): string {
  if (value === null) return 'null'
  if (Array.isArray(value)) return 'an array'
  switch (typeof value) {
    case 'string':
      return 'a string'
    case 'boolean':
      return 'a boolean'
    case 'number':
      return Number.isInteger(value) ? 'an integer' : 'a decimal number'
    default:
      return 'an object'
  }
}
