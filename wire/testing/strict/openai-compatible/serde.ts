// The faults of a request's structure as servers written in Rust tell them: serde's words.
import type { Json, JsonObject } from '../../../src/encoding/json.ts'
import { place } from '../openai/refusal.ts'
import { type Fault, type Path, type Wanted, wanted } from '../shape.ts'

const prefix = 'Failed to deserialize the JSON body into the target type: '

/** The rule that a fault breaks, and how it is told. */
export function serdeComplaint(fault: Fault, body: JsonObject): { rule: string; complaint: string } {
  const { rule, text } = wording(fault)
  return { rule, complaint: `${prefix}${text} at line 1 column ${JSON.stringify(body).length}` }
}

function wording(fault: Fault): { rule: string; text: string } {
  switch (fault.kind) {
    case 'not-in-list':
      return {
        rule: 'unknown-variant',
        text: at(ofVariant(fault.path), `unknown variant \`${fault.value}\`, expected ${oneOf(fault.allowed)}`),
      }
    case 'missing-field':
      return { rule: 'missing-field', text: at(fault.path.slice(0, -1), `missing field \`${fault.path.at(-1)}\``) }
    case 'wrong-type':
      return {
        rule: 'invalid-type',
        text: at(fault.path, `invalid type: ${got(fault.value)}, expected ${expectations[wanted(fault.shape)]}`),
      }
    default:
      return { rule: 'invalid-type', text: at(fault.path, 'invalid value') }
  }
}

const at = (path: Path, text: string) => (path.length === 0 ? text : `${place(path)}: ${text}`)

/** The type of a part of the content is told at its message: the reader forgets where inside it was. */
function ofVariant(path: Path): Path {
  return path[2] === 'content' ? path.slice(0, 2) : path
}

function oneOf(values: readonly string[]): string {
  const quoted = values.map((value) => `\`${value}\``)
  return quoted.length < 3 ? quoted.join(' or ') : `one of ${quoted.join(', ')}`
}

function got(value: Json): string {
  if (value === null) return 'null'
  if (Array.isArray(value)) return 'sequence'
  switch (typeof value) {
    case 'string':
      return `string ${JSON.stringify(value)}`
    case 'number':
      return `${Number.isInteger(value) ? 'integer' : 'floating point'} \`${value}\``
    case 'boolean':
      return `boolean \`${value}\``
    default:
      return 'map'
  }
}

const expectations: Wanted = {
  ...{ text: 'a string', either: 'a string', integer: 'i64', decimal: 'f64', flag: 'a boolean', list: 'a sequence', object: 'a map' },
}
