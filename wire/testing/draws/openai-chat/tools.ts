// The tools of Chat Completions, the choice among them, and the form of the answer.
import type { JsonObject } from '../../../src/encoding/json.ts'
import { closedCity, looseSchemas, strictSchemas, strictWithBounds } from '../schemas.ts'
import { added, each, mixed, values } from '../variations.ts'

const tool = (name: string, held: JsonObject = {}): JsonObject => ({ type: 'function', function: { name, ...held } })
const custom = (name: string, held: JsonObject = {}): JsonObject => ({ type: 'custom', custom: { name, ...held } })
export const weather = tool('get_weather', { description: 'The weather of a city', parameters: closedCity })
/** As long as a name may be. */
export const longName = `mcp__files__${'read_the_whole_file_'.repeat(3)}`.slice(0, 64).padEnd(64, '_')
const allStrict = { ...strictSchemas, ...strictWithBounds }
const time = tool('get_time', { parameters: { type: 'object', properties: {} } })

const kinds = added('tools', 'tools', {
  one: [weather],
  two: [weather, time],
  'without parameters': [tool('now')],
  'with the empty schema': [tool('now', { parameters: {} })],
  'without a description': [tool('now', { parameters: { type: 'object', properties: {} } })],
  'empty description': [tool('now', { description: '', parameters: { type: 'object', properties: {} } })],
  'long description': [tool('now', { description: 'Tells the time. '.repeat(100), parameters: { type: 'object', properties: {} } })],
  'longest name': [tool(longName, { parameters: closedCity })],
  'name with a hyphen': [tool('get-the-time-2', { parameters: closedCity })],
  'name begins with a digit': [tool('2fa_code', { parameters: closedCity })],
  'strict false': [tool('find_city', { strict: false, parameters: closedCity })],
  'strict null': [tool('find_city', { strict: null, parameters: closedCity })],
  'thirty strict': Array.from({ length: 30 }, (_, index) => tool(`strict_${index}`, { strict: true, parameters: closedCity })),
  'one hundred and twenty': Array.from({ length: 120 }, (_, index) => tool(`tool_${index}`, { parameters: closedCity })),
  custom: [custom('run_code', { description: 'Runs Python' })],
  'custom text': [custom('run_code', { format: { type: 'text' } })],
  'custom grammar of Lark': [
    custom('sum', { format: { type: 'grammar', grammar: { syntax: 'lark', definition: 'start: NUMBER "+" NUMBER\nNUMBER: /[0-9]+/' } } }),
  ],
  'custom grammar of a pattern': [
    custom('day', { format: { type: 'grammar', grammar: { syntax: 'regex', definition: '^\\d{4}-\\d\\d$' } } }),
  ],
  'function and custom': [time, custom('run_code')],
})

const schemas = added(
  'tools',
  'tool schema',
  each(looseSchemas, (parameters) => [tool('with_schema', { parameters })]),
)
const strict = added(
  'tools',
  'strict tool schema',
  each(allStrict, (parameters) => [tool('with_strict_schema', { strict: true, parameters })]),
)

const choices = mixed('tool_choice', {
  auto: { set: { tool_choice: 'auto' }, tools: [weather] },
  none: { set: { tool_choice: 'none' }, tools: [weather] },
  required: { set: { tool_choice: 'required' }, tools: [weather] },
  'one function': { set: { tool_choice: { type: 'function', function: { name: 'get_weather' } } }, tools: [weather] },
  'one custom tool': { set: { tool_choice: { type: 'custom', custom: { name: 'run_code' } } }, tools: [custom('run_code')] },
  'some allowed': { set: { tool_choice: allowed('auto') }, tools: [weather, time] },
  'some allowed, one required': { set: { tool_choice: allowed('required') }, tools: [weather, time] },
  'none without tools': { set: { tool_choice: 'none' } },
})

function allowed(mode: string): JsonObject {
  return { type: 'allowed_tools', allowed_tools: { mode, tools: [{ type: 'function', function: { name: 'get_weather' } }] } }
}

const parallel = values('parallel_tool_calls', { yes: true, no: false }, { tools: [weather] })
const old = mixed('functions', {
  one: { set: { functions: [{ name: 'get_tide', description: 'The tide', parameters: closedCity }] } },
  'without parameters': { set: { functions: [{ name: 'get_tide' }] } },
  'choice auto': { set: { functions: [{ name: 'get_tide' }], function_call: 'auto' } },
  'choice none': { set: { functions: [{ name: 'get_tide' }], function_call: 'none' } },
  'choice by name': { set: { functions: [{ name: 'get_tide' }], function_call: { name: 'get_tide' } } },
})

const format = (held: JsonObject): JsonObject => ({ type: 'json_schema', json_schema: { name: 'answer', ...held } })
const formats = values('response_format', {
  text: { type: 'text' },
  'schema without strict': format({ schema: closedCity }),
  'schema strict false': format({ schema: looseSchemas['bounds of numbers'] ?? {}, strict: false }),
  'schema strict null': format({ schema: closedCity, strict: null }),
  'schema with a description': format({ schema: closedCity, description: 'A city', strict: true }),
  'schema without a schema': format({}),
  'schema with the longest name': { type: 'json_schema', json_schema: { name: 'a'.repeat(64), schema: closedCity, strict: true } },
  ...each(allStrict, (schema) => format({ schema, strict: true }), 'strict: '),
  ...each(looseSchemas, (schema) => format({ schema }), 'loose: '),
})
const anyJson = mixed('response_format', {
  JSON: { set: { response_format: { type: 'json_object' } }, first: [{ role: 'system', content: 'Answer in JSON.' }] },
  'JSON, said by the user': {
    set: { response_format: { type: 'json_object' } },
    parts: [{ type: 'text', text: 'Answer as a json object.' }],
  },
})

export const toolVariations = [...kinds, ...schemas, ...strict, ...choices, ...parallel, ...old, ...formats, ...anyJson]
