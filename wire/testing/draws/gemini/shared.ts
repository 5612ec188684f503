// What the variations of generateContent are made of.
import type { JsonObject } from '../../../src/encoding/json.ts'

export const text = (words: string): JsonObject => ({ text: words })
export const turn = (role: string, ...parts: JsonObject[]): JsonObject => ({ role, parts })
export const user = (...parts: JsonObject[]): JsonObject => turn('user', ...parts)
export const model = (...parts: JsonObject[]): JsonObject => turn('model', ...parts)
export const signature = { thoughtSignature: 'CpcBAVSoXO5V0Mx7cU9r' }
export const citySchema: JsonObject = { type: 'OBJECT', properties: { city: { type: 'STRING' } }, required: ['city'] }
export const declared = (...functionDeclarations: JsonObject[]): JsonObject => ({ functionDeclarations })
export const weather = declared({ name: 'get_weather', description: 'The weather of a city', parameters: citySchema })
export const longName = `mcp.files:${'read-the_whole.file_'.repeat(6)}`.slice(0, 128)
/** Wanted by Gemini 3 where functions stand beside tools that Google runs. */
export const withInvocations = { toolConfig: { includeServerSideToolInvocations: true } }
