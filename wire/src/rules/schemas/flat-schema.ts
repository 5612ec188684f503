// A schema of arguments that is one object at its top: some vendors take no alternatives there.
import { isObject, type Json, type JsonObject } from '../../encoding/json.ts'

const COMBINED = ['allOf', 'anyOf', 'oneOf'] as const

/** Does the schema combine others at its top? */
export function isCombined(schema: JsonObject): boolean {
  return COMBINED.some((key) => schema[key] !== undefined)
}

/**
 * The schema as one object that has the properties of all that it combines. Required is what every alternative demands; what the words said
 * goes into the description.
 */
export function flatSchema(schema: JsonObject): JsonObject {
  const { allOf, anyOf, oneOf, ...rest } = schema
  const said = Object.entries({ allOf, anyOf, oneOf }).flatMap(([key, value]) =>
    value === undefined ? [] : [`${key}: ${JSON.stringify(value)}`],
  )
  const all = variantsOf(allOf, schema)
  const alternatives = [variantsOf(anyOf, schema), variantsOf(oneOf, schema)]
  const properties: JsonObject = {}
  for (const variant of [...alternatives.flat(), ...all, schema])
    if (isObject(variant.properties)) Object.assign(properties, variant.properties)
  const required = new Set([schema, ...all].flatMap(requiredOf))
  for (const list of alternatives) for (const name of sharedBy(list)) required.add(name)
  const description = typeof rest.description === 'string' && rest.description !== '' ? `${rest.description} ` : ''
  return {
    ...rest,
    type: 'object',
    properties,
    ...(required.size > 0 && { required: [...required] }),
    description: `${description}(${said.join(', ')})`,
  }
}

/** The objects of a list of schemas, references to the schema's own definitions looked up. */
function variantsOf(list: Json | undefined, schema: JsonObject): JsonObject[] {
  return Array.isArray(list) ? list.filter(isObject).map((variant) => definitionOf(variant, schema) ?? variant) : []
}

function definitionOf({ $ref: reference }: JsonObject, schema: JsonObject): JsonObject | undefined {
  const [, place = '', name = ''] = typeof reference === 'string' ? (/^#\/(\$defs|definitions)\/([^/]+)$/.exec(reference) ?? []) : []
  const definitions = schema[place]
  const found = isObject(definitions) ? definitions[name] : undefined
  return isObject(found) ? found : undefined
}

function requiredOf({ required }: JsonObject): string[] {
  return Array.isArray(required) ? required.filter((name) => typeof name === 'string') : []
}

function sharedBy([first, ...others]: readonly JsonObject[]): string[] {
  return first === undefined ? [] : requiredOf(first).filter((name) => others.every((other) => requiredOf(other).includes(name)))
}
