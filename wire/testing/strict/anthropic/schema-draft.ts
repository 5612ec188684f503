// What makes a schema no schema of JSON Schema draft 2020-12, as far as its meta-schema tells by types.
import { isObject, type Json, type JsonObject } from '../../../src/encoding/json.ts'

const types = ['array', 'boolean', 'integer', 'null', 'number', 'object', 'string']
const ofSchema = 'additionalProperties contains else if items not propertyNames then unevaluatedItems unevaluatedProperties'.split(' ')
const ofSchemas = ['allOf', 'anyOf', 'oneOf', 'prefixItems']
const ofNamedSchemas = ['$defs', 'definitions', 'dependentSchemas', 'patternProperties', 'properties']
const ofCount = ['maxItems', 'maxLength', 'maxProperties', 'minItems', 'minLength', 'minProperties']
const ofNumber = ['exclusiveMaximum', 'exclusiveMinimum', 'maximum', 'minimum', 'multipleOf']
const ofText = ['$id', '$ref', '$schema', 'description', 'format', 'pattern', 'title']

/** True where nothing in the schema is against the draft's meta-schema. The keywords of older drafts, like a list as `items`, are. */
export function isDraft202012(schema: Json): boolean {
  if (typeof schema === 'boolean') return true
  if (!isObject(schema)) return false
  return Object.entries(schema).every(([keyword, value]) => value !== undefined && keywordFits(keyword, value))
}

function keywordFits(keyword: string, value: Json): boolean {
  if (keyword === 'type') return typeFits(value)
  if (keyword === 'required') return areTexts(value)
  if (keyword === 'enum') return Array.isArray(value)
  if (keyword === 'uniqueItems') return typeof value === 'boolean'
  if (ofSchema.includes(keyword)) return isDraft202012(value)
  if (ofSchemas.includes(keyword)) return Array.isArray(value) && value.length > 0 && value.every(isDraft202012)
  if (ofNamedSchemas.includes(keyword)) return isObject(value) && namedFit(value)
  if (ofCount.includes(keyword)) return typeof value === 'number' && Number.isInteger(value) && value >= 0
  if (ofNumber.includes(keyword)) return typeof value === 'number'
  return !ofText.includes(keyword) || typeof value === 'string'
}

function typeFits(value: Json): boolean {
  if (typeof value === 'string') return types.includes(value)
  return (
    Array.isArray(value) && value.length > 0 && value.every((one) => types.includes(String(one))) && new Set(value).size === value.length
  )
}

function areTexts(value: Json): boolean {
  return Array.isArray(value) && value.every((one) => typeof one === 'string') && new Set(value).size === value.length
}

function namedFit(schemas: JsonObject): boolean {
  return Object.values(schemas).every((one) => one !== undefined && isDraft202012(one))
}
