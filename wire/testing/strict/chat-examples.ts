// Messages, tools and calls that the examples of several strict vendors are made of.
import type { JsonObject } from '../../src/encoding/json.ts'

export const hi: JsonObject = { role: 'user', content: 'What is the weather in Paris?' }
export const system: JsonObject = { role: 'system', content: 'Be brief.' }
export const png = 'data:image/png;base64,iVBORw0KGgo='

export function tool(name: string, parameters?: JsonObject): JsonObject {
  return { type: 'function', function: { name, description: 'The weather.', ...(parameters && { parameters }) } }
}

export function objectOf(properties: JsonObject, more: JsonObject = {}): JsonObject {
  return { type: 'object', properties, ...more }
}

export const weather = tool('get_weather', objectOf({ city: { type: 'string' } }, { required: ['city'] }))
export const named: JsonObject = { type: 'function', function: { name: 'get_weather' } }

export function call(id: string, args = '{"city":"Paris"}'): JsonObject {
  return { id, type: 'function', function: { name: 'get_weather', arguments: args } }
}

/** An assistant's message with calls and no text. */
export function calling(...calls: JsonObject[]): JsonObject {
  return { role: 'assistant', content: null, tool_calls: calls }
}

export function result(id: string): JsonObject {
  return { role: 'tool', tool_call_id: id, content: '15 degrees' }
}

export function shown(url: string): JsonObject {
  return {
    role: 'user',
    content: [
      { type: 'text', text: 'What is this?' },
      { type: 'image_url', image_url: { url } },
    ],
  }
}

export const schemaFormat: JsonObject = {
  type: 'json_schema',
  json_schema: {
    name: 'place',
    strict: true,
    schema: objectOf({ city: { type: 'string' } }, { required: ['city'], additionalProperties: false }),
  },
}
