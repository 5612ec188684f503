// What the variations of Responses are made of.
import type { JsonObject } from '../../../src/json.ts'
import { closedCity } from '../schemas.ts'

export const user = (content: string | JsonObject[]): JsonObject => ({ role: 'user', content })
export const assistant = (content: string): JsonObject => ({ role: 'assistant', content })
export const input = (words: string): JsonObject => ({ type: 'input_text', text: words })
export const tool = (name: string, rest: JsonObject = {}): JsonObject => ({
  type: 'function',
  name,
  parameters: closedCity,
  strict: false,
  ...rest,
})
export const custom = (name: string, rest: JsonObject = {}): JsonObject => ({ type: 'custom', name, ...rest })
export const weather = tool('get_weather', { description: 'The weather of a city' })
export const longName = `mcp__files__${'read_the_whole_file_'.repeat(3)}`.slice(0, 64).padEnd(64, '_')
