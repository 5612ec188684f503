// For every rule on tools, settings and kinds of models one request that it refuses, and a part of what Google says.
import { asked, functions, type Refused, thinking, weather, withConfig, withTools } from './examples.ts'

const calling = (functionCallingConfig: object, tools: object[] = functions) => ({
  contents: asked,
  tools,
  toolConfig: { functionCallingConfig },
})

export const refusedSettings: Readonly<Record<string, Refused>> = {
  'no-system-instruction': {
    model: 'gemma-3-27b-it',
    body: { contents: asked, systemInstruction: { parts: [{ text: 'Be brief.' }] } },
    says: 'Developer instruction is not enabled for models/gemma-3-27b-it',
  },
  'no-function-calling': {
    model: 'gemini-2.5-flash-image',
    body: withTools(...functions),
    says: 'Function calling is not enabled for models/gemini-2.5-flash-image',
  },
  'no-json-mode': {
    model: 'gemma-3-4b-it',
    body: withConfig({ responseMimeType: 'application/json' }),
    says: 'JSON mode is not enabled for models/gemma-3-4b-it',
  },
  'no-url-context': {
    model: 'gemini-3.1-flash-image',
    body: withTools({ urlContext: {} }),
    says: 'Url context is not supported for models/gemini-3.1-flash-image',
  },
  'no-search': {
    model: 'gemini-2.5-flash-image',
    body: withTools({ googleSearch: {} }),
    says: 'Search Grounding is not supported for models/gemini-2.5-flash-image',
  },
  'too-many-functions': {
    body: withTools({ functionDeclarations: Array.from({ length: 513 }, (_, index) => ({ name: `tool_${index}` })) }),
    says: '[FIELD_INVALID] At most 512 function declarations can be specified.',
  },
  'duplicate-function': {
    body: withTools({ functionDeclarations: [weather] }, { functionDeclarations: [weather] }),
    says: 'Duplicate function declaration found: weather',
  },
  'two-schemas-of-one-function': {
    body: withTools({
      functionDeclarations: [
        {
          ...weather,
          parameters: { type: 'OBJECT', properties: { city: { type: 'STRING' } } },
          parametersJsonSchema: { type: 'object' },
        },
      ],
    }),
    says: 'Request contains an invalid argument.',
  },
  'search-retrieval-is-gone': {
    body: withTools({ google_search_retrieval: {} }),
    says: 'google_search_retrieval is not supported. Please use google_search tool instead.',
  },
  'built-in-tools-with-functions': {
    body: withTools(...functions, { googleSearch: {} }),
    says: 'Tool use with function calling is unsupported',
  },
  'built-in-tools-without-flag': {
    model: 'gemini-3.1-pro-preview',
    body: withTools(...functions, { codeExecution: {} }),
    says: 'Please enable tool_config.include_server_side_tool_invocations to use Built-in tools with Function calling.',
  },
  'functions-with-json': {
    body: { ...withTools(...functions), generationConfig: { responseMimeType: 'application/json' } },
    says: "Function calling with a response mime type: 'application/json' is unsupported",
  },
  'built-in-tools-with-json': {
    body: { ...withTools({ googleSearch: {} }), generationConfig: { responseMimeType: 'application/json' } },
    says: "Tool use with a response mime type: 'application/json' is unsupported",
  },
  'calling-config-without-functions': {
    body: calling({ mode: 'AUTO' }, [{ google_search: {} }]),
    says: 'Function calling config is set without function_declarations.',
  },
  'allowed-functions-without-any': {
    body: calling({ mode: 'AUTO', allowedFunctionNames: ['weather'] }),
    says: 'Please set allowed_function_names only when function calling mode is ANY.',
  },
  'allowed-function-not-declared': {
    body: calling({ mode: 'ANY', allowedFunctionNames: ['news'] }),
    says: 'allowed_function_names should be a subset of the provided function_declarations',
  },
  temperature: { body: withConfig({ temperature: 2.1 }), says: 'temperature must be in the range [0.0, 2.0]' },
  'top-p': { body: withConfig({ topP: 1.5 }), says: 'top_p must be in the range [0.0, 1.0]' },
  'top-k': { body: withConfig({ topK: -1 }), says: 'top_k must be nonnegative' },
  'max-output-tokens': { body: withConfig({ maxOutputTokens: 0 }), says: 'Request contains an invalid argument.' },
  'stop-sequences': {
    body: withConfig({ stopSequences: ['a', 'b', 'c', 'd', 'e', 'f'] }),
    says: '* GenerateContentRequest.generation_config.stop_sequences: the number of stop_sequences must not exceed 5\n',
  },
  'multiple-candidates': {
    model: 'gemini-3-flash-preview',
    body: withConfig({ candidateCount: 2 }),
    says: 'Multiple candidates is not enabled for this model',
  },
  penalty: { body: withConfig({ presencePenalty: 0.2 }), says: 'Penalty is not enabled for this model' },
  'log-probabilities': {
    body: withConfig({ responseLogprobs: true, logprobs: 3 }),
    says: 'Logprobs is not enabled for models/gemini-2.5-flash',
  },
  'response-mime-type': {
    body: withConfig({ responseMimeType: 'image/png' }),
    says: '* GenerateContentRequest.generation_config.response_mime_type: allowed mimetypes are `text/plain`, `application/json`, `application/xml`, `application/yaml` and `text/x.enum`.\n',
  },
  'response-schema-without-mime-type': {
    body: withConfig({ responseJsonSchema: { type: 'object' } }),
    says: 'Request contains an invalid argument.',
  },
  'two-response-schemas': {
    body: withConfig({ responseMimeType: 'application/json', responseSchema: { type: 'STRING' }, responseJsonSchema: { type: 'string' } }),
    says: 'Request contains an invalid argument.',
  },
  'text-model-asked-for-media': {
    body: withConfig({ responseModalities: ['TEXT', 'IMAGE'] }),
    says: 'This model only supports text output.',
  },
  'speech-model-asked-for-text': {
    model: 'gemini-2.5-flash-preview-tts',
    body: { contents: asked },
    says: 'The requested combination of response modalities (TEXT) is not supported by the model. models/gemini-2.5-flash-preview-tts accepts the following combination of response modalities:\n* AUDIO\n',
  },
  'thinking-budget-and-level': {
    model: 'gemini-3-flash-preview',
    body: thinking({ thinkingBudget: 1024, thinkingLevel: 'low' }),
    says: 'You can only set only one of thinking budget and thinking level.',
  },
  'thinking-level-before-gemini-3': { body: thinking({ thinkingLevel: 'HIGH' }), says: 'Thinking level is not supported for this model.' },
  'thinking-level-of-model': {
    model: 'gemini-3.7-flash',
    body: thinking({ thinkingLevel: 'MINIMAL' }),
    says: 'Thinking level MINIMAL is not supported for this model. Please retry with other thinking level.',
  },
  'thinking-cannot-be-off': {
    model: 'gemini-2.5-pro',
    body: thinking({ thinkingBudget: 0 }),
    says: 'Budget 0 is invalid. This model only works in thinking mode.',
  },
  'thinking-off-at-flash-lite': {
    model: 'gemini-3.5-flash-lite',
    body: thinking({ thinkingBudget: 0 }),
    says: 'Request contains an invalid argument.',
  },
  'thinking-budget-range': {
    model: 'gemini-2.5-flash-lite',
    body: thinking({ thinkingBudget: 128 }),
    says: 'The thinking budget 128 is invalid. Please choose a value between 512 and 24576.',
  },
  'thinking-budget-of-gemma': {
    model: 'gemma-4-31b-it',
    body: thinking({ thinkingBudget: 1024 }),
    says: 'Thinking budget is not supported for this model.',
  },
  'thinking-at-gemini-2.0': {
    model: 'gemini-2.0-flash',
    body: thinking({ thinkingBudget: 500 }),
    says: 'Unable to submit request because thinking is not supported by this model.',
  },
}
