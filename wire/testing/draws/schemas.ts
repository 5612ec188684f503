// JSON schemas of all sorts, as clients write them for tools and answers.
import type { JsonObject } from '../../src/encoding/json.ts'

const text = { type: 'string' }
/** An object with these properties, all of them demanded. */
const holding = (properties: JsonObject, rest: JsonObject = {}): JsonObject => ({
  type: 'object',
  properties,
  required: Object.keys(properties),
  ...rest,
})

/** The same without any other property. */
const closed = (properties: JsonObject, rest: JsonObject = {}): JsonObject => holding(properties, { additionalProperties: false, ...rest })

function nest(levels: number): JsonObject {
  return levels === 0 ? text : closed({ inner: nest(levels - 1) })
}

export const closedCity = closed({ city: { type: 'string', description: 'A city, such as "Paris"' } })
const tree = {
  ...closed({ root: { $ref: '#/$defs/node' } }),
  $defs: { node: closed({ name: text, children: { type: 'array', items: { $ref: '#/$defs/node' } } }) },
}

/** By entries: an object with a field `then` would be taken for a promise. */
const conditional: JsonObject = Object.fromEntries([
  ['if', { properties: { country: { const: 'US' } } }],
  ['then', { required: ['country'] }],
])

/** Taken as the parameters of a tool that is not strict. */
export const looseSchemas: Readonly<Record<string, JsonObject>> = {
  'no properties': { type: 'object', properties: {} },
  'no properties, closed': { type: 'object', properties: {}, additionalProperties: false },
  'optional properties': { type: 'object', properties: { city: text, day: text }, required: ['city'] },
  'nothing demanded': { type: 'object', properties: { city: text }, required: [] },
  'bounds of numbers': holding({
    count: { type: 'integer', minimum: 1, maximum: 100 },
    share: { type: 'number', exclusiveMinimum: 0, exclusiveMaximum: 1 },
    step: { type: 'number', multipleOf: 0.5 },
  }),
  'lengths of texts': holding({ code: { type: 'string', minLength: 2, maxLength: 8, pattern: '^[A-Z]+$' } }),
  'lengths of lists': holding({ tags: { type: 'array', items: text, minItems: 1, maxItems: 5, uniqueItems: true } }),
  'formats of texts': holding({
    day: { type: 'string', format: 'date' },
    at: { type: 'string', format: 'date-time' },
    mail: { type: 'string', format: 'email' },
    page: { type: 'string', format: 'uri' },
    id: { type: 'string', format: 'uuid' },
  }),
  'enum of texts': holding({ unit: { type: 'string', enum: ['celsius', 'fahrenheit'] } }),
  'enum of numbers': holding({ floor: { type: 'integer', enum: [0, 1, 2] } }),
  'enum with null': holding({ unit: { type: ['string', 'null'], enum: ['celsius', null] } }),
  'enum with an empty text': holding({ unit: { type: 'string', enum: ['', 'celsius'] } }),
  const: holding({ kind: { const: 'city' }, version: { type: 'integer', const: 2 } }),
  'nullable by type': holding({ city: { type: ['string', 'null'] } }),
  'several types': holding({ value: { type: ['string', 'number', 'boolean'] } }),
  'any type': holding({ value: {} }),
  anyOf: holding({ place: { anyOf: [text, { type: 'integer' }, { type: 'null' }] } }),
  oneOf: holding({ place: { oneOf: [holding({ city: text }), holding({ zip: text })] } }),
  allOf: holding({ place: { allOf: [holding({ city: text }), holding({ zip: text })] } }),
  not: holding({ city: { type: 'string', not: { enum: ['Atlantis'] } } }),
  'if and then': holding({ country: text }, conditional),
  $defs: { ...holding({ home: { $ref: '#/$defs/place' } }), $defs: { place: holding({ city: text }) } },
  definitions: { ...holding({ home: { $ref: '#/definitions/place' } }), definitions: { place: holding({ city: text }) } },
  'a ref to itself': tree,
  'a ref with a description': {
    ...holding({ home: { $ref: '#/$defs/place', description: 'Where they live' } }),
    $defs: { place: holding({ city: text }) },
  },
  'open object': holding({ city: text }, { additionalProperties: true }),
  'dictionary of texts': holding({ labels: { type: 'object', additionalProperties: text } }),
  'dictionary by pattern': holding({ labels: { type: 'object', patternProperties: { '^x-': text }, propertyNames: { maxLength: 20 } } }),
  tuple: holding({ at: { type: 'array', prefixItems: [{ type: 'number' }, { type: 'number' }], items: { type: 'number' } } }),
  'list of objects': holding({ stops: { type: 'array', items: holding({ city: text, days: { type: 'integer' } }) } }),
  'list of lists': holding({ grid: { type: 'array', items: { type: 'array', items: { type: 'integer' } } } }),
  'eight levels': nest(8),
  'title, default and examples': holding(
    { city: { type: 'string', title: 'City', default: 'Paris', examples: ['Paris', 'Rome'], deprecated: false } },
    { title: 'Weather' },
  ),
  $schema: holding({ city: text }, { $schema: 'http://json-schema.org/draft-07/schema#' }),
  'draft of 2020': holding({ city: text }, { $schema: 'https://json-schema.org/draft/2020-12/schema', $id: 'https://example.com/city' }),
  'names with signs': holding({ 'first-name': text, 'last.name': text, straße: text, $top: text }),
  'forty properties': holding(Object.fromEntries(Array.from({ length: 40 }, (_, index) => [`field_${index}`, text]))),
  'a long description': holding({ city: { type: 'string', description: 'A city. '.repeat(150) } }, { description: 'Where.' }),
  'dependent properties': holding({ city: text, zip: text }, { dependentRequired: { zip: ['city'] }, minProperties: 1, maxProperties: 5 }),
}

/** Taken where the vendor keeps to the schema: closed objects, all properties demanded, no keyword that a grammar cannot keep. */
export const strictSchemas: Readonly<Record<string, JsonObject>> = {
  'one text': closedCity,
  'nullable by type': closed({ city: { type: ['string', 'null'] } }),
  'nullable by anyOf': closed({ city: { anyOf: [text, { type: 'null' }] } }),
  enum: closed({ unit: { type: 'string', enum: ['celsius', 'fahrenheit'] } }),
  const: closed({ kind: { type: 'string', const: 'city' } }),
  'list of objects': closed({ stops: { type: 'array', items: closed({ city: text, days: { type: 'integer' } }) } }),
  $defs: {
    ...closed({ home: { $ref: '#/$defs/place' } }),
    $defs: { place: closed({ city: text }) },
  },
  'three levels': nest(3),
  'formats of texts': closed({ day: { type: 'string', format: 'date' }, at: { type: 'string', format: 'date-time' } }),
  'numbers and flags': closed({ count: { type: 'integer' }, share: { type: 'number' }, open: { type: 'boolean' } }),
  descriptions: closed({ city: { type: 'string', description: 'A city' } }, { description: 'Where' }),
}

/** Strict schemas that only some vendors keep to. */
export const strictWithBounds: Readonly<Record<string, JsonObject>> = {
  'bounds of numbers': closed({ count: { type: 'integer', minimum: 1, maximum: 9 } }),
  'lengths of lists': closed({ tags: { type: 'array', items: text, minItems: 2, maxItems: 5 } }),
  pattern: closed({ code: { type: 'string', pattern: '^[A-Z]{3}$' } }),
  'a ref to itself': tree,
}
