// Requests of the Gemini API's documentation that Google takes: https://ai.google.dev/gemini-api/docs and https://ai.google.dev/api.
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
const instrument = { type: 'STRING', enum: ['Percussion', 'String', 'Woodwind', 'Brass', 'Keyboard'] }

export const accepted: Readonly<Record<string, Accepted>> = {
  'a question without a role': { body: { contents: [{ parts: [{ text: 'How does AI work?' }] }] } },
  'single values where lists belong': { body: { contents: { role: 'user', parts: { text: 'Hello' } } } },
  'a system instruction': { body: { system_instruction: { parts: [{ text: 'You are a cat. Your name is Neko.' }] }, contents: asked } },
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
  'a video with its settings': {
    body: {
      contents: [
        user(
          { fileData: { fileUri: 'https://www.youtube.com/watch?v=9hE5-98ZeCg' }, videoMetadata: { startOffset: '40s', fps: 5 } },
          { text: 'Summarize the video.' },
        ),
      ],
      generationConfig: { mediaResolution: 'MEDIA_RESOLUTION_LOW' },
    },
  },
  functions: {
    body: withParameters({ type: 'object', properties: { location: { type: 'string', description: 'The city' } }, required: ['location'] }),
  },
  'a function without parameters': { body: withTools(...functions) },
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
  'a forced function': {
    body: { ...withTools(...functions), toolConfig: { functionCallingConfig: { mode: 'any', allowedFunctionNames: ['weather'] } } },
  },
  'parallel calls with their answers': {
    body: { contents: [...asked, model(call('weather'), call('news')), user(response('weather'), response('news'))], tools: functions },
  },
  'calls at the end': { body: { contents: [...asked, model({ text: 'I look.' }, call('weather'))] } },
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
  'an image as a function’s answer': {
    model: 'gemini-3.7-flash',
    body: {
      contents: [
        ...asked,
        model(signed('photo')),
        user({
          functionResponse: {
            name: 'photo',
            response: { image: { $ref: 'a.jpg' } },
            parts: [{ inlineData: { ...image.inline_data, displayName: 'a.jpg' } }],
          },
        }),
      ],
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
  'a structured answer': { body: withConfig({ responseMimeType: 'application/json', responseSchema: recipe }) },
  'an enum as the answer': { body: withConfig({ responseMimeType: 'text/x.enum', responseSchema: instrument }) },
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
  'cached content': { body: { contents: asked, cachedContent: 'cachedContents/1234' } },
  'search, code and pages': { body: withTools({ google_search: {} }, { code_execution: {} }, { url_context: {} }) },
  'search beside functions': {
    model: 'gemini-3.5-flash',
    body: { ...withTools(...functions, { googleSearch: {} }), toolConfig: { includeServerSideToolInvocations: true } },
  },
  'maps near a place': {
    body: {
      ...withTools({ googleMaps: { enableWidget: true } }),
      toolConfig: { retrievalConfig: { latLng: { latitude: 34.05, longitude: -118.25 } } },
    },
  },
  'code that Google ran': {
    body: {
      contents: [
        ...asked,
        model(
          { executableCode: { language: 'PYTHON', code: 'print(1)' } },
          { codeExecutionResult: { outcome: 'OUTCOME_OK', output: '1' } },
        ),
        user({ text: 'And now twice.' }),
      ],
      tools: [{ codeExecution: {} }],
    },
  },
  'safety settings': {
    body: { contents: asked, safetySettings: [{ category: 'HARM_CATEGORY_DANGEROUS_CONTENT', threshold: 'BLOCK_ONLY_HIGH' }] },
  },
  speech: {
    model: 'gemini-2.5-flash-preview-tts',
    body: withConfig({
      responseModalities: ['AUDIO'],
      speechConfig: { voiceConfig: { prebuiltVoiceConfig: { voiceName: 'Kore' } } },
    }),
  },
  'a drawing': {
    model: 'gemini-2.5-flash-image',
    body: withConfig({ responseModalities: ['Text', 'Image'], imageConfig: { aspectRatio: '16:9' } }),
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
