// The faults of a request's structure in OpenAI's words. The texts were taken from api.openai.com by others who sent it one broken request
// after another and wrote its answers down.
import type { Json } from '../../../src/encoding/json.ts'
import { type StrictRule, sourced } from '../judge.ts'
import type { Fault, Path, Shape } from '../shape.ts'
import { listed, type Problem, place, type RuledProblem } from './refusal.ts'

/** Answers of the real API to broken requests, measured on 2026-08-30 and 2026-08-31 with gpt-5.6-terra, gpt-5.6-sol and gpt-5.5. */
export const measured = 'https://github.com/kangminlee-maker/local-OAuth-CLI-API-adapter/blob/main/docs/conformance-matrix.md (2026-08-31)'

export const structureRules: readonly StrictRule[] = sourced({
  'unknown-parameter': measured,
  'missing-parameter': measured,
  'wrong-type': measured,
  'value-not-in-list': measured,
  'text-pattern': 'https://github.com/jlcodes99/cockpit-tools/issues/2090 (2026-08), https://developers.openai.com/api/reference',
  'text-empty': measured,
  'text-too-long': 'https://github.com/jin-bo/agentao/pull/321 (2026-09-19), https://github.com/AnswerDotAI/fastllm/issues/45',
  'list-empty': 'https://github.com/openai/openai-node/pull/1341 (2025-02-20)',
  'list-too-long': 'https://github.com/openai/codex/issues/36551 (2026), https://developers.openai.com/api/reference',
  'number-too-small': measured,
  'number-too-large': measured,
  'too-many-properties': measured,
  'property-name-too-long': measured,
})

/** The fault as OpenAI tells it. */
export function told(fault: Fault): RuledProblem {
  const param = place(fault.path)
  return { rule: ruleOf[fault.kind], param, ...wording(fault, param) }
}

const ruleOf: Readonly<Record<Fault['kind'], string>> = {
  'unknown-field': 'unknown-parameter',
  'missing-field': 'missing-parameter',
  'wrong-type': 'wrong-type',
  'not-in-list': 'value-not-in-list',
  pattern: 'text-pattern',
  'text-too-short': 'text-empty',
  'text-too-long': 'text-too-long',
  'list-too-short': 'list-empty',
  'list-too-long': 'list-too-long',
  'too-small': 'number-too-small',
  'too-large': 'number-too-large',
  'too-many-entries': 'too-many-properties',
  'key-too-long': 'property-name-too-long',
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
  const [problem, wantedThing, gotThing, code] = lengthWords[fault.kind]
  const but =
    fault.kind === 'text-too-short' ? 'an empty string' : fault.kind === 'list-too-short' ? 'an empty array' : `${gotThing} ${actual}`
  const tail = fault.kind === 'too-many-entries' ? ' properties' : ''
  const invalid =
    fault.kind === 'key-too-long'
      ? `Invalid property name in '${place(fault.path.slice(0, -1))}': '${shortened(fault.path)}'`
      : `Invalid '${param}':`
  return { message: `${invalid} ${problem}. Expected ${wantedThing} ${limit}${tail}, but got ${but}${tail} instead.`, code }
}

const longest = 'a string with maximum length'
/** What is wrong, what was expected, what there is, and the code. */
const lengthWords: Readonly<Record<LengthFault['kind'], readonly [string, string, string, string]>> = {
  'text-too-short': ['empty string', 'a string with minimum length', '', 'empty_string'],
  'text-too-long': ['string too long', longest, 'a string with length', 'string_above_max_length'],
  'list-too-short': ['empty array', 'an array with minimum length', '', 'empty_array'],
  'list-too-long': ['array too long', 'an array with maximum length', 'an array with length', 'array_above_max_length'],
  'too-many-entries': ['too many properties', 'an object with at most', 'an object with', 'object_above_max_properties'],
  'key-too-long': ['is too long', longest, 'a string with length', 'property_name_above_max_length'],
}

function shortened(path: Path): string {
  const key = String(path.at(-1))
  return `${key.slice(0, 3)}...${key.slice(-3)}`
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
