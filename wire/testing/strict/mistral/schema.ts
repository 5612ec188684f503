// What api.mistral.ai checks of a function's schema: that it is a schema of draft 7 at all.
import type { Json } from '../../../src/json.ts'
import { isObject } from '../../../src/json.ts'
import { isGiven } from '../openai/refusal.ts'

const types = ['array', 'boolean', 'integer', 'null', 'number', 'object', 'string']
const numbers = ['minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum', 'multipleOf']
const counts = ['minLength', 'maxLength', 'minItems', 'maxItems', 'minProperties', 'maxProperties']

/** The first fault, as the vendor's validator tells it; undefined where the schema is one. */
export function schemaFault(schema: Json | undefined): string | undefined {
  if (schema === undefined || typeof schema === 'boolean') return undefined
  if (!isObject(schema)) return `${JSON.stringify(schema)} is not of type 'object', 'boolean'`
  const own = typeFault(schema.type) ?? requiredFault(schema.required) ?? numberFault(schema)
  if (own !== undefined) return own
  if (isGiven(schema.properties) && !isObject(schema.properties)) return `${JSON.stringify(schema.properties)} is not of type 'object'`
  const inner = [...Object.values(isObject(schema.properties) ? schema.properties : {}), ...listed(schema.items), ...branches(schema)]
  return inner.flatMap((one) => schemaFault(one) ?? [])[0]
}

const listed = (value: Json | undefined) => (Array.isArray(value) ? value : value === undefined ? [] : [value])

const branches = (schema: { [key: string]: Json | undefined }) =>
  ['anyOf', 'allOf', 'oneOf'].flatMap((name) => (Array.isArray(schema[name]) ? schema[name] : []))

function typeFault(type: Json | undefined): string | undefined {
  const wrong = listed(type).find((one) => typeof one !== 'string' || !types.includes(one))
  return wrong === undefined ? undefined : `${JSON.stringify(type)} is not valid under any of the given schemas`
}

function requiredFault(required: Json | undefined): string | undefined {
  if (required === undefined || Array.isArray(required)) return undefined
  return `${JSON.stringify(required)} is not of type 'array'`
}

function numberFault(schema: { [key: string]: Json | undefined }): string | undefined {
  const wrong = [...numbers, ...counts].find((name) => schema[name] !== undefined && typeof schema[name] !== 'number')
  return wrong === undefined
    ? undefined
    : `${JSON.stringify(schema[wrong])} is not of type '${numbers.includes(wrong) ? 'number' : 'integer'}'`
}
