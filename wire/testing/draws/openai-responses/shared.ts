// What the variations of Responses are made of.
import type { JsonObject } from '../../../src/encoding/json.ts'
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
/** A question whose answer took these items. */
export const turn = (...items: JsonObject[]): JsonObject[] => [user('Please do.'), ...items, assistant('Done.')]
/** The same beside the tools that the items are of. */
export const took = (tools: JsonObject[], ...items: JsonObject[]) => ({ tools, history: turn(...items) })
export const server: JsonObject[] = [
  { type: 'mcp', server_label: 'docs', server_url: 'https://mcp.example.com/mcp', require_approval: 'never' },
]
export const weather = tool('get_weather', { description: 'The weather of a city' })
export const longName = `mcp__files__${'read_the_whole_file_'.repeat(3)}`.slice(0, 64).padEnd(64, '_')
