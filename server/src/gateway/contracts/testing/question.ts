// The question that every vendor is asked, with instructions, a tool and a call of it that was answered, in the dialects of two clients.
import type { Json } from './vendor.ts'

/** Nine letters and digits, which all vendors take. */
export const CALL_ID = 'callRome1'
export const MAX_TOKENS = 300
export const TEMPERATURE = 0.5
export const parameters = {
  type: 'object',
  properties: { city: { type: 'string', description: 'Name of the city' } },
  required: ['city'],
}
export const described = { name: 'get_weather', description: 'Tells the weather of a city.' }

/** In OpenAI's chat, without the model. @param turn more fields of the turn that calls the tool */
export const chatQuestion = (turn: Json = {}): Json => ({
  messages: [
    { role: 'system', content: 'Be brief.' },
    { role: 'user', content: 'How warm is it in Rome?' },
    {
      role: 'assistant',
      content: 'I look.',
      ...turn,
      tool_calls: [{ id: CALL_ID, type: 'function', function: { name: 'get_weather', arguments: '{"city":"Rome"}' } }],
    },
    { role: 'tool', tool_call_id: CALL_ID, content: '{"celsius":18}' },
  ],
  tools: [{ type: 'function', function: { ...described, parameters } }],
  temperature: TEMPERATURE,
  max_tokens: MAX_TOKENS,
})

/** In Gemini's dialect, which few vendors speak, so that the others get a translation. @param call more fields of the part that calls the tool */
export const geminiQuestion = (call: Json = {}): Json => ({
  systemInstruction: { parts: [{ text: 'Be brief.' }] },
  contents: [
    { role: 'user', parts: [{ text: 'How warm is it in Rome?' }] },
    {
      role: 'model',
      parts: [{ text: 'I look.' }, { functionCall: { id: CALL_ID, name: 'get_weather', args: { city: 'Rome' } }, ...call }],
    },
    { role: 'user', parts: [{ functionResponse: { id: CALL_ID, name: 'get_weather', response: { celsius: 18 } } }] },
  ],
  tools: [{ functionDeclarations: [{ ...described, parametersJsonSchema: parameters }] }],
  generationConfig: { maxOutputTokens: MAX_TOKENS, temperature: TEMPERATURE },
})
