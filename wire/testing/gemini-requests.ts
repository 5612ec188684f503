// Requests of Google's dialect, written by hand: together they use every feature that the dialect has, in both spellings.
import type { JsonObject } from '../src/json.ts'

const weather = {
  name: 'weather',
  description: 'The weather at a place.',
  behavior: 'BLOCKING',
  parameters: {
    type: 'OBJECT',
    properties: {
      place: { type: 'STRING', nullable: true, format: 'enum', enum: ['Paris', 'Rome'] },
      days: { type: 'ARRAY', items: { type: 'INTEGER' }, maxItems: '7' },
    },
    required: ['place'],
    propertyOrdering: ['place', 'days'],
  },
  response: { type: 'STRING' },
}
const search = {
  name: 'search',
  parametersJsonSchema: { type: 'object', properties: { query: { type: 'string' } }, additionalProperties: false },
  responseJsonSchema: { type: 'array' },
}
const PNG = 'iVBORw0KGgoAAAANSUhEUg=='

export const geminiRequests: Readonly<Record<string, JsonObject>> = {
  plain: { contents: [{ role: 'user', parts: [{ text: 'Hello' }] }] },
  'no roles': { contents: [{ parts: [{ text: 'Hello' }] }] },
  'every parameter': {
    systemInstruction: { role: 'system', parts: [{ text: 'Be brief.' }, { text: 'Be exact.' }] },
    contents: [{ role: 'user', parts: [{ text: 'Hello' }] }],
    safetySettings: [{ category: 'HARM_CATEGORY_HARASSMENT', threshold: 'BLOCK_NONE' }],
    generationConfig: {
      stopSequences: ['a', 'b'],
      responseMimeType: 'application/json',
      responseSchema: { type: 'OBJECT', properties: { x: { type: 'STRING', nullable: true } } },
      candidateCount: 2,
      maxOutputTokens: 100,
      temperature: 0.5,
      topP: 0.9,
      topK: 40,
      seed: 7,
      presencePenalty: 1,
      frequencyPenalty: -1,
      responseLogprobs: true,
      logprobs: 3,
      enableEnhancedCivicAnswers: true,
      speechConfig: { voiceConfig: { prebuiltVoiceConfig: { voiceName: 'Kore' } }, languageCode: 'de-DE' },
      imageConfig: { aspectRatio: '1:1' },
      thinkingConfig: { includeThoughts: true, thinkingBudget: 1024 },
      mediaResolution: 'MEDIA_RESOLUTION_LOW',
      responseModalities: ['TEXT', 'IMAGE'],
      audioTimestamp: true,
    },
    cachedContent: 'cachedContents/abc',
    labels: { team: 'blue' },
    serviceTier: 'flex',
  },
  'snake case, single objects and numbers as text': {
    system_instruction: { parts: { text: 'Be brief.' } },
    contents: { parts: { text: 'Hello' } },
    tools: { google_search: {} },
    tool_config: { function_calling_config: { mode: 'ANY', allowed_function_names: 'weather' }, retrieval_config: { language_code: 'de' } },
    generation_config: {
      stop_sequences: 'a',
      max_output_tokens: '100',
      top_p: '0.9',
      top_k: 3,
      candidate_count: 1,
      response_mime_type: 'application/json',
      response_json_schema: { type: 'object' },
      thinking_config: { thinking_level: 'low', include_thoughts: false },
      response_modalities: ['TEXT', 'VIDEO'],
    },
    safety_settings: [],
    cached_content: 'cachedContents/abc',
  },
  'tools and their results': {
    model: 'models/gemini-3-pro-preview',
    tools: [
      { functionDeclarations: [weather, search], googleSearch: { timeRangeFilter: {} } },
      { codeExecution: {} },
      { urlContext: {}, fileSearch: { fileSearchStoreNames: ['a'] }, googleMaps: { enableWidget: true } },
      { computerUse: { environment: 'ENVIRONMENT_BROWSER' }, mcpServers: [{ name: 'm' }] },
      { googleSearchRetrieval: { dynamicRetrievalConfig: { mode: 'MODE_DYNAMIC' } } },
      { functionDeclarations: [] },
      {},
      { functionDeclarations: { name: 'alone' } },
    ],
    toolConfig: {
      functionCallingConfig: { mode: 'VALIDATED', allowedFunctionNames: ['weather', 'search'], streamFunctionCallArguments: true },
      retrievalConfig: { latLng: { latitude: 1, longitude: 2 }, languageCode: 'fr' },
      includeServerSideToolInvocations: true,
    },
    contents: [
      { role: 'user', parts: [{ text: 'Paris and Rome?' }] },
      {
        role: 'model',
        parts: [
          { text: 'Let me see.', thought: true, thoughtSignature: 'c2ln' },
          { text: 'I look.', thoughtSignature: 'c2ln' },
          { functionCall: { name: 'weather', args: { place: 'Paris' } }, thoughtSignature: 'c2ln' },
          { functionCall: { name: 'weather', args: { place: 'Rome' } } },
          { functionCall: { id: 'c1', name: 'search' } },
        ],
      },
      {
        role: 'function',
        parts: [
          { functionResponse: { name: 'weather', response: { output: 'rain' } } },
          { functionResponse: { name: 'weather', response: { error: 'no such place' }, willContinue: false, scheduling: 'SILENT' } },
          {
            functionResponse: {
              id: 'c1',
              name: 'search',
              response: { pages: [1, { title: 'a' }] },
              parts: [
                { inlineData: { mimeType: 'image/png', data: PNG, displayName: 'a.png' } },
                { fileData: { mimeType: 'application/pdf', fileUri: 'gs://bucket/a.pdf' } },
              ],
            },
          },
        ],
      },
      { role: 'model', parts: [{ text: 'Rain.' }, { thoughtSignature: 'c2ln' }] },
      {
        role: 'model',
        parts: [
          { functionCall: { id: 'c2', name: 'search', args: {} }, thoughtSignature: 'skip_thought_signature_validator' },
          { functionCall: { name: 'search', args: {} }, thought_signature: 'context_engineering_is_the_way_to_go' },
        ],
      },
      { role: 'user', parts: [{ functionResponse: { id: 'c2', name: 'search', response: { output: 'none' } } }] },
      { role: 'model' },
      {
        role: 'user',
        parts: [
          { functionResponse: { name: 'later', response: { result: 'late' } } },
          { functionResponse: { name: 'later', response: { output: { deep: [1] } } } },
          { functionResponse: { name: 'later', response: {} } },
          { functionResponse: { name: 'later', response: { result: null }, parts: [] } },
          { functionResponse: { name: 'later' } },
          { text: 'Thanks' },
        ],
      },
    ],
  },
  media: {
    contents: [
      {
        role: 'user',
        parts: [
          { inlineData: { mimeType: 'image/png', data: PNG }, mediaResolution: { level: 'MEDIA_RESOLUTION_HIGH' } },
          { inline_data: { mime_type: 'audio/wav', data: 'UklGRgECAwRX-_ZFZm10IA==' } },
          { inlineData: { mimeType: 'application/pdf', data: 'JVBERi0=', displayName: 'a.pdf' }, partMetadata: { a: 1 } },
          { inlineData: { data: 'AAAA' } },
          {
            fileData: { mimeType: 'video/mp4', fileUri: 'https://generativelanguage.googleapis.com/v1beta/files/abc' },
            videoMetadata: { startOffset: '1s', fps: 2 },
          },
          { fileData: { fileUri: 'https://www.youtube.com/watch?v=9hE5-98ZeCg' } },
          { file_data: { mime_type: 'image/jpeg', file_uri: 'https://example.com/a.jpg' } },
          { fileData: { fileUri: 'gs://bucket/sound.mp3' } },
          { text: 'What is this?', thought: false },
        ],
      },
      {
        role: 'model',
        parts: [
          { executableCode: { language: 'PYTHON', code: 'print(1)' }, thoughtSignature: 'c2ln' },
          { codeExecutionResult: { outcome: 'OUTCOME_OK', output: '1' } },
          { toolCall: { toolType: 'GOOGLE_SEARCH_WEB', args: {}, id: 't' } },
          { inlineData: { mimeType: 'image/png', data: PNG }, thought: true },
          { inlineData: { mimeType: 'image/png', data: PNG }, thoughtSignature: 'c2ln' },
          { text: '' },
        ],
      },
    ],
  },
  'one of a list of words': {
    contents: [{ role: 'user', parts: [{ text: 'Hello' }] }],
    generationConfig: {
      responseMimeType: 'text/x.enum',
      responseSchema: { type: 'STRING', enum: ['a', 'b'] },
      thinkingConfig: { thinkingBudget: 0 },
    },
    toolConfig: { functionCallingConfig: { mode: 'NONE' } },
  },
  'text, thinking as the model likes, one function forced': {
    contents: [{ role: 'user', parts: [{ text: 'Hello' }] }],
    tools: [{ function_declarations: [weather] }],
    generationConfig: { responseMimeType: 'text/plain', thinkingConfig: { thinkingBudget: -1, thinkingLevel: 'HIGH' } },
    toolConfig: { functionCallingConfig: { mode: 'ANY', allowedFunctionNames: ['weather'] } },
  },
  'empty and unknown settings': {
    contents: [{ role: 'user', parts: [{ text: 'Hello' }] }],
    generationConfig: {},
    toolConfig: { functionCallingConfig: { mode: 'NEWER', x: 1 } },
    tools: [],
    store: false,
  },
  'settings without a mode': {
    systemInstruction: { parts: [] },
    contents: [{ role: 'user', parts: [] }],
    generationConfig: { responseMimeType: 'application/json', thinkingConfig: {}, responseLogprobs: false },
    toolConfig: { functionCallingConfig: { allowedFunctionNames: ['a'] } },
  },
  'an unspecified mode': {
    contents: [{ role: 'user', parts: [{ text: 'Hello' }] }],
    generationConfig: { responseSchema: { type: 'STRING' } },
    toolConfig: { functionCallingConfig: { mode: 'MODE_UNSPECIFIED', allowedFunctionNames: [] } },
  },
}
