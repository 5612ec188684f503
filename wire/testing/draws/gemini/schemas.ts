// Schemas in Google's subset of OpenAPI.
import type { JsonObject } from '../../../src/encoding/json.ts'

const text = { type: 'STRING' }
const holding = (properties: JsonObject, rest: JsonObject = {}): JsonObject => ({
  type: 'OBJECT',
  properties,
  required: Object.keys(properties),
  ...rest,
})
function nest(levels: number): JsonObject {
  return levels === 0 ? text : holding({ inner: nest(levels - 1) })
}

export const openApiSchemas: Readonly<Record<string, JsonObject>> = {
  'one text': holding({ city: text }),
  'types in lower case': { type: 'object', properties: { city: { type: 'string' } }, required: ['city'] },
  'optional properties': { type: 'OBJECT', properties: { city: text, day: text } },
  nullable: holding({ city: { type: 'STRING', nullable: true } }),
  enum: holding({ unit: { type: 'STRING', format: 'enum', enum: ['celsius', 'fahrenheit'] } }),
  'enum without a format': holding({ unit: { type: 'STRING', enum: ['celsius', 'fahrenheit'] } }),
  'formats of numbers': holding({
    count: { type: 'INTEGER', format: 'int32' },
    large: { type: 'INTEGER', format: 'int64' },
    share: { type: 'NUMBER', format: 'float' },
    exact: { type: 'NUMBER', format: 'double' },
  }),
  'format of a time': holding({ at: { type: 'STRING', format: 'date-time' } }),
  'bounds of numbers': holding({ count: { type: 'INTEGER', minimum: 1, maximum: 9 } }),
  'lengths of texts': holding({ code: { type: 'STRING', minLength: '2', maxLength: 8, pattern: '^[A-Z]+$' } }),
  'lengths of lists': holding({ tags: { type: 'ARRAY', items: text, minItems: '1', maxItems: 5 } }),
  'counts of properties': holding({ city: text }, { minProperties: 1, maxProperties: '3' }),
  anyOf: holding({ place: { anyOf: [text, { type: 'INTEGER' }] } }),
  'list of objects': holding({ stops: { type: 'ARRAY', items: holding({ city: text, days: { type: 'INTEGER' } }) } }),
  'list of lists': holding({ grid: { type: 'ARRAY', items: { type: 'ARRAY', items: { type: 'NUMBER' } } } }),
  'order of properties': holding({ city: text, day: text }, { propertyOrdering: ['day', 'city'] }),
  'title, default and example': holding({ city: { ...text, title: 'City', default: 'Paris', example: 'Rome' } }, { title: 'Weather' }),
  flags: holding({ open: { type: 'BOOLEAN' } }),
  'six levels': nest(6),
  descriptions: holding({ city: { ...text, description: 'A city. '.repeat(100) } }, { description: 'Where' }),
}
