// Requests that Google takes, after its documentation, and that no draw holds: https://ai.google.dev/gemini-api/docs and https://ai.google.dev/api.
import {
  asked,
  call,
  functions,
  model,
  response,
  signed,
  thinking,
  user,
  weather,
  withConfig,
  withParameters,
  withTools,
} from './examples.ts'

type Accepted = { body: unknown; model?: string; method?: string; query?: Record<string, string> }

const image = { inline_data: { mime_type: 'image/jpeg', data: '/9j/4AAQSkZJRg==' } }
const recipe = {
  type: 'ARRAY',
  items: {
    type: 'OBJECT',
    properties: { recipeName: { type: 'STRING' }, ingredients: { type: 'ARRAY', items: { type: 'STRING' } } },
    propertyOrdering: ['recipeName', 'ingredients'],
  },
}

export const accepted: Readonly<Record<string, Accepted>> = {
  'single values where lists belong': { body: { contents: { role: 'user', parts: { text: 'Hello' } } } },
  'settings in both spellings': {
    body: withConfig({ stopSequences: ['Title'], temperature: 1.0, max_output_tokens: 800, topP: 0.8, top_k: 10, seed: 42 }),
  },
  'settings that are null': { body: { contents: asked, systemInstruction: null, generationConfig: { stopSequences: null } } },
  'a penalty of zero': { body: withConfig({ presencePenalty: 0, frequencyPenalty: 0 }) },
  'several candidates': { body: withConfig({ candidateCount: 2 }) },
  'a stream of a chat': {
    method: 'streamGenerateContent',
    query: { alt: 'sse', key: 'key' },
    body: { contents: [user({ text: 'Hello' }), model({ text: 'Great to meet you.' }), user({ text: 'I have two dogs.' })] },
  },
  'an image': { body: { contents: [{ parts: [image, { text: 'Caption this image.' }] }] } },
  'a PDF of the Files API': {
    body: {
      contents: [
        {
          parts: [
            { text: 'Summarize this document.' },
            { file_data: { mime_type: 'application/pdf', file_uri: 'https://generativelanguage.googleapis.com/v1beta/files/abc' } },
          ],
        },
      ],
    },
  },
  'a function whose parameters are JSON Schema': {
    body: withTools({
      functionDeclarations: [
        {
          ...weather,
          parametersJsonSchema: { $schema: 'x', type: ['object'], properties: {}, additionalProperties: false, $defs: { a: { const: 1 } } },
        },
      ],
    }),
  },
  'a nested object of any shape': { body: withParameters({ type: 'object', properties: { filter: { type: 'object' } } }) },
  'a choice of types': {
    body: withParameters({ type: 'object', properties: { day: { anyOf: [{ type: 'string', format: 'date-time' }, { type: 'null' }] } } }),
  },
  'text before a response, and a role of its own': {
    body: { contents: [...asked, model(call('weather')), { role: 'function', parts: [{ text: 'Here.' }, response('weather')] }] },
  },
  'a signature at the first of parallel calls': {
    model: 'gemini-3-pro-preview',
    body: { contents: [...asked, model(signed('weather'), call('news')), user(response('weather'), response('news'))] },
  },
  'calls of an earlier turn without signatures': {
    model: 'gemini-3.6-flash',
    body: { contents: [...asked, model(call('weather')), user(response('weather')), model({ text: 'It is 21 °C.' }), ...asked] },
  },
  'a signature that says to look away': {
    model: 'gemini-3-flash-preview',
    body: {
      contents: [...asked, model({ ...call('weather'), thoughtSignature: 'skip_thought_signature_validator' }), user(response('weather'))],
    },
  },
  'parallel calls with their ids': {
    model: 'gemini-3.8-flash',
    body: {
      contents: [
        ...asked,
        model({ functionCall: { id: '1', name: 'weather' }, thoughtSignature: 'aGk=' }, { functionCall: { id: '2', name: 'weather' } }),
        user(
          { functionResponse: { id: '2', name: 'weather', response: {} } },
          { functionResponse: { id: '1', name: 'weather', response: {} } },
        ),
      ],
    },
  },
  'references inside of a JSON Schema': {
    body: withTools({
      functionDeclarations: [
        {
          name: 'tree',
          parametersJsonSchema: {
            type: 'object',
            properties: { left: { $ref: '#' }, value: { $ref: '#/$defs/a~1b' }, note: { default: { $ref: '#/none' } } },
            $defs: { 'a/b': { type: 'string' } },
          },
        },
      ],
    }),
  },
  'an answer by JSON Schema': {
    model: 'gemini-3-flash-preview',
    body: withConfig({ responseMimeType: 'application/json', responseJsonSchema: { $ref: '#/$defs/a', $defs: { a: { type: 'string' } } } }),
  },
  'a structured answer beside functions': {
    model: 'gemini-3-pro-preview',
    body: { ...withTools(...functions), generationConfig: { responseMimeType: 'application/json', responseSchema: recipe } },
  },
  'a thinking budget': { body: thinking({ thinkingBudget: 0, includeThoughts: true }) },
  'a dynamic budget': { model: 'gemini-2.5-pro', body: thinking({ thinkingBudget: -1 }) },
  'a thinking level': { model: 'gemini-3-pro-preview', body: thinking({ thinkingLevel: 'low' }) },
  'a budget at Gemini 3': { model: 'gemini-3.6-flash', body: thinking({ thinkingBudget: 0 }) },
  'search beside functions': {
    model: 'gemini-3.5-flash',
    body: { ...withTools(...functions, { googleSearch: {} }), toolConfig: { includeServerSideToolInvocations: true } },
  },
  'Gemma 4 with a system instruction': { model: 'gemma-4-31b-it', body: { ...withTools(...functions), systemInstruction: asked[0] } },
  'a model of a name to come': { model: 'gemini-flash-latest', body: thinking({ thinkingLevel: 'MINIMAL' }) },
  'tokens of a whole request': {
    method: 'countTokens',
    body: {
      generateContentRequest: {
        model: 'models/gemini-2.5-flash',
        contents: asked,
        tools: functions,
        systemInstruction: { parts: [{ text: 'Hi' }] },
      },
    },
  },
  'tokens of contents': { method: 'countTokens', body: { contents: [...asked, model({ text: 'Sunny.' })] } },
}
