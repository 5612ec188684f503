import { isObject, type Json, type JsonObject } from '../../../encoding/json.ts'
import { put } from '../../../encoding/reader.ts'

/** Google's names of schema fields, where plain JSON schema has another one or the old API spells it in two words. */
const renamed: Readonly<Record<string, string>> = {
  any_of: 'anyOf',
  one_of: 'oneOf',
  all_of: 'allOf',
  max_items: 'maxItems',
  min_items: 'minItems',
  max_length: 'maxLength',
  min_length: 'minLength',
  max_properties: 'maxProperties',
  min_properties: 'minProperties',
  additional_properties: 'additionalProperties',
  ref: '$ref',
  defs: '$defs',
}
const counts = new Set(['maxItems', 'minItems', 'maxLength', 'minLength', 'maxProperties', 'minProperties'])
const schemaMaps = new Set(['properties', '$defs', 'patternProperties'])
const schemaLists = new Set(['anyOf', 'oneOf', 'allOf', 'prefixItems'])
/** Words for Google's models only; plain JSON schema has no such thing. */
const ownFields = new Set(['nullable', 'propertyOrdering', 'property_ordering', 'example'])

/**
 * A schema in Google's own form (a subset of OpenAPI's: types in upper case, `nullable`, counts as text) as plain JSON schema.
 * Source: "Schema" of the Gemini API reference.
 */
export function plainSchema(schema: JsonObject): JsonObject {
  const plain: JsonObject = {}
  for (const key of Object.keys(schema)) {
    if (ownFields.has(key)) continue
    const name = renamed[key] ?? key
    put(plain, name, plainField(name, schema[key]))
  }
  if (plain.type === undefined) delete plain.type
  // Google's word for a text of which the possible values are listed.
  if (plain.format === 'enum') delete plain.format
  if (schema.example !== undefined && plain.examples === undefined) plain.examples = [schema.example]
  if (schema.nullable === true) allowNull(plain)
  return plain
}

function plainField(name: string, value: Json | undefined): Json | undefined {
  if (name === 'type') return plainType(value)
  if (counts.has(name) && typeof value === 'string' && value.trim() !== '' && Number.isFinite(Number(value))) return Number(value)
  if (schemaMaps.has(name) && isObject(value)) {
    const map: JsonObject = {}
    for (const key of Object.keys(value)) put(map, key, inner(value[key]))
    return map
  }
  if (schemaLists.has(name) && Array.isArray(value)) return value.map((item) => inner(item) ?? null)
  return name === 'items' || name === 'additionalProperties' ? inner(value) : value
}

function inner(value: Json | undefined): Json | undefined {
  return isObject(value) ? plainSchema(value) : value
}

function plainType(value: Json | undefined): Json | undefined {
  if (value === 'TYPE_UNSPECIFIED') return undefined
  return typeof value === 'string' && value === value.toUpperCase() ? value.toLowerCase() : value
}

function allowNull(plain: JsonObject): void {
  if (typeof plain.type === 'string') plain.type = [plain.type, 'null']
  else if (Array.isArray(plain.anyOf)) plain.anyOf = [...plain.anyOf, { type: 'null' }]
  if (Array.isArray(plain.enum) && !plain.enum.includes(null)) plain.enum = [...plain.enum, null]
}
