// Requests of Google's dialect that no draw holds: fields of Vertex AI, other spellings, single objects in place of lists, and what is new.
import type { JsonObject } from '../../src/encoding/json.ts'

const plain: JsonObject = { contents: [{ role: 'user', parts: [{ text: 'Hello' }] }] }
const PNG = 'iVBORw0KGgoAAAANSUhEUg=='
const place = {
  type: 'OBJECT',
  properties: {
    place: { type: 'STRING', nullable: true, format: 'enum', enum: ['Paris', 'Rome'] },
    days: { type: 'ARRAY', items: { type: 'INTEGER' }, maxItems: '7' },
  },
}
const signature = { thoughtSignature: 'c2ln' }
const answered = (rest: JsonObject = {}): JsonObject => ({ functionResponse: { name: 'later', ...rest } })
const mode = (functionCallingConfig: JsonObject): JsonObject => ({ toolConfig: { functionCallingConfig } })

export const geminiRequests: Readonly<Record<string, JsonObject>> = {
  'of Vertex AI': {
    ...plain,
    labels: { team: 'blue' },
    generationConfig: { audioTimestamp: true, responseModalities: ['TEXT', 'IMAGE'] },
    ...mode({ mode: 'VALIDATED', allowedFunctionNames: ['weather', 'search'], streamFunctionCallArguments: true }),
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
      { functionDeclarations: [{ name: 'weather', parameters: place }], googleSearch: { timeRangeFilter: {} } },
      { computerUse: { environment: 'ENVIRONMENT_BROWSER' }, mcpServers: [{ name: 'm' }] },
      { googleSearchRetrieval: { dynamicRetrievalConfig: { mode: 'MODE_DYNAMIC' } } },
      { functionDeclarations: [] },
      {},
    ],
    contents: [
      { role: 'user', parts: [{ text: 'Paris and Rome?' }] },
      {
        role: 'model',
        parts: [
          { text: 'Let me see.', thought: true, ...signature },
          { text: 'I look.', ...signature },
          { functionCall: { name: 'weather', args: { place: 'Paris' } }, ...signature },
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
      { role: 'model', parts: [{ text: 'Rain.' }, signature] },
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
          answered({ response: { result: 'late' } }),
          answered({ response: { output: { deep: [1] } } }),
          answered({ response: {} }),
          answered({ response: { result: null }, parts: [] }),
          answered(),
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
          { file_data: { mime_type: 'image/jpeg', file_uri: 'https://example.com/a.jpg' } },
          { fileData: { fileUri: 'gs://bucket/sound.mp3' } },
          { text: 'What is this?', thought: false },
        ],
      },
      {
        role: 'model',
        parts: [
          { executableCode: { language: 'PYTHON', code: 'print(1)' }, ...signature },
          { toolCall: { toolType: 'GOOGLE_SEARCH_WEB', args: {}, id: 't' } },
          { inlineData: { mimeType: 'image/png', data: PNG }, thought: true },
          { inlineData: { mimeType: 'image/png', data: PNG }, ...signature },
          { text: '' },
        ],
      },
    ],
  },
  'text, thinking as the model likes, one function forced': {
    ...plain,
    tools: [{ function_declarations: [{ name: 'weather', description: 'Sky.', behavior: 'BLOCKING', response: { type: 'STRING' } }] }],
    generationConfig: { responseMimeType: 'text/plain', thinkingConfig: { thinkingBudget: -1, thinkingLevel: 'HIGH' } },
    ...mode({ mode: 'ANY', allowedFunctionNames: ['weather'] }),
  },
  'empty and unknown settings': { ...plain, generationConfig: {}, ...mode({ mode: 'NEWER', x: 1 }), tools: [], store: false },
  'settings without a mode': {
    systemInstruction: { parts: [] },
    contents: [{ role: 'user', parts: [] }],
    generationConfig: { responseMimeType: 'application/json', thinkingConfig: {}, responseLogprobs: false },
    ...mode({ allowedFunctionNames: ['a'] }),
  },
  'an unspecified mode': {
    ...plain,
    generationConfig: { responseSchema: { type: 'STRING' } },
    ...mode({ mode: 'MODE_UNSPECIFIED', allowedFunctionNames: [] }),
  },
}
