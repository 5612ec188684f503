// What the variations of Messages are made of.
import type { JsonObject } from '../../../src/encoding/json.ts'
import { closedCity, strictSchemas } from '../schemas.ts'

export const text = (words: string): JsonObject => ({ type: 'text', text: words })
export const user = (content: string | JsonObject[]): JsonObject => ({ role: 'user', content })
export const assistant = (content: string | JsonObject[]): JsonObject => ({ role: 'assistant', content })
/** The same block with a mark of the cache. */
export const marked = (block: JsonObject, ttl?: string): JsonObject => ({
  ...block,
  cache_control: { type: 'ephemeral', ...(ttl === undefined ? {} : { ttl }) },
})
export const beta = (names: string): Record<string, string> => ({ 'anthropic-beta': names })
export const tool = (name: string, rest: JsonObject = {}): JsonObject => ({ name, input_schema: closedCity, ...rest })
export const weather = tool('get_weather', { description: 'The weather of a city' })
export const longName = `mcp__files__${'read_the_whole_file_'.repeat(6)}`.slice(0, 128)
export const closedSchemas = strictSchemas
