// The messages of the Gemini API as of 2026-11: https://ai.google.dev/api/generate-content, and the official SDK's table of what it sends to
// this API and what only to Vertex AI (@google/genai 3.1.0). A field that only Vertex knows is an unknown name here.
import { choice, type Message, many, mapOf, one } from './proto.ts'

const named = (name: string) => `google.ai.generativelanguage.v1beta.${name}`
const plain = (name: string, fields: Message['fields']) => (): Message => ({ name: named(name), fields })

const blob = plain('Blob', { mimeType: one('string'), data: one('bytes'), displayName: one('string') })
const fileData = plain('FileData', { mimeType: one('string'), fileUri: one('string'), displayName: one('string') })
const functionCall = plain('FunctionCall', { id: one('string'), name: one('string'), args: one('struct') })
const toolType = choice(
  'ToolType',
  'TOOL_TYPE_UNSPECIFIED',
  'GOOGLE_SEARCH_WEB',
  'GOOGLE_SEARCH_IMAGE',
  'URL_CONTEXT',
  'GOOGLE_MAPS',
  'FILE_SEARCH',
  'MEDIA_PROCESSING',
)
const mediaProcessing = choice('MediaProcessing', 'MEDIA_PROCESSING_UNSPECIFIED', 'STATIC', 'AGENTIC')

const functionResponse = plain('FunctionResponse', {
  id: one('string'),
  name: one('string'),
  response: one('struct'),
  parts: many(plain('FunctionResponsePart', { inlineData: one(blob), fileData: one(fileData), mediaProcessing: one(mediaProcessing) })),
  willContinue: one('bool'),
  scheduling: one(choice('FunctionResponse.Scheduling', 'SCHEDULING_UNSPECIFIED', 'SILENT', 'WHEN_IDLE', 'INTERRUPT')),
})

const mediaResolutions = ['MEDIA_RESOLUTION_UNSPECIFIED', 'MEDIA_RESOLUTION_LOW', 'MEDIA_RESOLUTION_MEDIUM', 'MEDIA_RESOLUTION_HIGH']

/** The kinds of content that a part can hold; it holds exactly one. */
export const PART_DATA = [
  'text',
  'inlineData',
  'fileData',
  'functionCall',
  'functionResponse',
  'executableCode',
  'codeExecutionResult',
  'toolCall',
  'toolResponse',
] as const

const part = (): Message => ({
  name: named('Part'),
  oneof: { name: 'data', of: PART_DATA },
  fields: {
    text: one('string'),
    inlineData: one(blob),
    fileData: one(fileData),
    functionCall: one(functionCall),
    functionResponse: one(functionResponse),
    executableCode: one(
      plain('ExecutableCode', {
        language: one(choice('ExecutableCode.Language', 'LANGUAGE_UNSPECIFIED', 'PYTHON')),
        code: one('string'),
        id: one('string'),
      }),
    ),
    codeExecutionResult: one(
      plain('CodeExecutionResult', {
        outcome: one(
          choice('CodeExecutionResult.Outcome', 'OUTCOME_UNSPECIFIED', 'OUTCOME_OK', 'OUTCOME_FAILED', 'OUTCOME_DEADLINE_EXCEEDED'),
        ),
        output: one('string'),
        id: one('string'),
      }),
    ),
    toolCall: one(plain('ToolCall', { id: one('string'), toolType: one(toolType), args: one('struct') })),
    toolResponse: one(plain('ToolResponse', { id: one('string'), toolType: one(toolType), response: one('struct') })),
    audioTranscription: one('struct'),
    thought: one('bool'),
    thoughtSignature: one('bytes'),
    partMetadata: one('struct'),
    videoMetadata: one(plain('VideoMetadata', { startOffset: one('string'), endOffset: one('string'), fps: one('double') })),
    mediaResolution: one(
      plain('Part.MediaResolution', {
        level: one(choice('Part.MediaResolution.Level', ...mediaResolutions, 'MEDIA_RESOLUTION_ULTRA_HIGH')),
        numTokens: one('int32'),
      }),
    ),
    mediaProcessing: one(mediaProcessing),
    speechMetadata: one(plain('SpeechMetadata', { speaker: one('string'), style: one('string') })),
  },
})

const content = plain('Content', { parts: many(part), role: one('string') })

/** Google's subset of OpenAPI. */
export const schema = (): Message => ({
  name: named('Schema'),
  unknownKind: 'unsupported-schema-keyword',
  fields: {
    type: one(choice('Type', 'TYPE_UNSPECIFIED', 'STRING', 'NUMBER', 'INTEGER', 'BOOLEAN', 'ARRAY', 'OBJECT', 'NULL')),
    format: one('string'),
    title: one('string'),
    description: one('string'),
    nullable: one('bool'),
    enum: many('string'),
    items: one(schema),
    maxItems: one('int64'),
    minItems: one('int64'),
    properties: mapOf(schema),
    required: many('string'),
    minProperties: one('int64'),
    maxProperties: one('int64'),
    minimum: one('double'),
    maximum: one('double'),
    minLength: one('int64'),
    maxLength: one('int64'),
    pattern: one('string'),
    example: one('value'),
    anyOf: many(schema),
    propertyOrdering: many('string'),
    default: one('value'),
  },
})

const functionDeclaration = plain('FunctionDeclaration', {
  name: one('string'),
  description: one('string'),
  parameters: one(schema),
  parametersJsonSchema: one('value'),
  response: one(schema),
  responseJsonSchema: one('value'),
  behavior: one(choice('FunctionDeclaration.Behavior', 'UNSPECIFIED', 'BLOCKING', 'NON_BLOCKING')),
})

const tool = plain('Tool', {
  functionDeclarations: many(functionDeclaration),
  googleSearchRetrieval: one(
    plain('GoogleSearchRetrieval', {
      dynamicRetrievalConfig: one(
        plain('DynamicRetrievalConfig', {
          mode: one(choice('DynamicRetrievalConfig.Mode', 'MODE_UNSPECIFIED', 'MODE_DYNAMIC')),
          dynamicThreshold: one('float'),
        }),
      ),
    }),
  ),
  codeExecution: one(plain('CodeExecution', {})),
  googleSearch: one(
    plain('Tool.GoogleSearch', {
      timeRangeFilter: one(plain('Interval', { startTime: one('string'), endTime: one('string') })),
      searchTypes: one('struct'),
    }),
  ),
  computerUse: one(
    plain('Tool.ComputerUse', {
      environment: one(
        choice(
          'Tool.ComputerUse.Environment',
          'ENVIRONMENT_UNSPECIFIED',
          'ENVIRONMENT_BROWSER',
          'ENVIRONMENT_MOBILE',
          'ENVIRONMENT_DESKTOP',
        ),
      ),
      excludedPredefinedFunctions: many('string'),
      enablePromptInjectionDetection: one('bool'),
      disabledSafetyPolicies: many('value'),
    }),
  ),
  urlContext: one(plain('UrlContext', {})),
  // The store's settings changed while the tool was in preview, so its older names are read as well.
  fileSearch: one(
    plain('FileSearch', {
      fileSearchStoreNames: many('string'),
      metadataFilter: one('string'),
      topK: one('int32'),
      retrievalConfig: one('value'),
      retrievalResources: one('value'),
    }),
  ),
  googleMaps: one(plain('GoogleMaps', { enableWidget: one('bool'), authConfig: one('struct') })),
  mcpServers: many('struct'),
})

const toolConfig = plain('ToolConfig', {
  functionCallingConfig: one(
    plain('FunctionCallingConfig', {
      mode: one(choice('FunctionCallingConfig.Mode', 'MODE_UNSPECIFIED', 'AUTO', 'ANY', 'NONE', 'VALIDATED')),
      allowedFunctionNames: many('string'),
    }),
  ),
  retrievalConfig: one(
    plain('RetrievalConfig', {
      latLng: one((): Message => ({ name: 'google.type.LatLng', fields: { latitude: one('double'), longitude: one('double') } })),
      languageCode: one('string'),
    }),
  ),
  includeServerSideToolInvocations: one('bool'),
})

const harm = (...words: string[]) => words.map((word) => `HARM_CATEGORY_${word}`)

/** Categories of the first language models and of Vertex: they have a name and a number, and a rule refuses them later. */
export const OLD_HARMS = harm('UNSPECIFIED', 'DEROGATORY', 'TOXICITY', 'VIOLENCE', 'SEXUAL', 'MEDICAL', 'DANGEROUS')

const safetySetting = plain('SafetySetting', {
  category: one(
    choice(
      'HarmCategory',
      ...OLD_HARMS,
      ...harm('HARASSMENT', 'HATE_SPEECH', 'SEXUALLY_EXPLICIT', 'DANGEROUS_CONTENT', 'CIVIC_INTEGRITY', 'JAILBREAK'),
      ...harm('IMAGE_HATE', 'IMAGE_DANGEROUS_CONTENT', 'IMAGE_HARASSMENT', 'IMAGE_SEXUALLY_EXPLICIT'),
    ),
  ),
  threshold: one(
    choice(
      'SafetySetting.HarmBlockThreshold',
      'HARM_BLOCK_THRESHOLD_UNSPECIFIED',
      'BLOCK_LOW_AND_ABOVE',
      'BLOCK_MEDIUM_AND_ABOVE',
      'BLOCK_ONLY_HIGH',
      'BLOCK_NONE',
      'OFF',
    ),
  ),
})

const voiceConfig = plain('VoiceConfig', {
  prebuiltVoiceConfig: one(plain('PrebuiltVoiceConfig', { voiceName: one('string') })),
  replicatedVoiceConfig: one('struct'),
  voice: one('string'),
})

const speechConfig = plain('SpeechConfig', {
  voiceConfig: one(voiceConfig),
  multiSpeakerVoiceConfig: one(
    plain('MultiSpeakerVoiceConfig', {
      speakerVoiceConfigs: many(plain('SpeakerVoiceConfig', { speaker: one('string'), voiceConfig: one(voiceConfig) })),
    }),
  ),
  languageCode: one('string'),
})

/** How much a model thinks; Google's OpenAI address takes it too. */
export const thinkingConfig = plain('ThinkingConfig', {
  includeThoughts: one('bool'),
  thinkingBudget: one('int32'),
  thinkingLevel: one(choice('ThinkingConfig.ThinkingLevel', 'THINKING_LEVEL_UNSPECIFIED', 'MINIMAL', 'LOW', 'MEDIUM', 'HIGH')),
})

const generationConfig = plain('GenerationConfig', {
  candidateCount: one('int32'),
  stopSequences: many('string'),
  maxOutputTokens: one('int32'),
  temperature: one('float'),
  topP: one('float'),
  topK: one('int32'),
  seed: one('int32'),
  presencePenalty: one('float'),
  frequencyPenalty: one('float'),
  responseLogprobs: one('bool'),
  logprobs: one('int32'),
  responseMimeType: one('string'),
  responseSchema: one(schema),
  responseJsonSchema: one('value'),
  // The same setting under the name that it had at first.
  _responseJsonSchema: one('value'),
  responseFormat: one('value'),
  responseModalities: many(choice('GenerationConfig.Modality', 'MODALITY_UNSPECIFIED', 'TEXT', 'IMAGE', 'AUDIO', 'VIDEO')),
  speechConfig: one(speechConfig),
  thinkingConfig: one(thinkingConfig),
  imageConfig: one(plain('ImageConfig', { aspectRatio: one('string'), imageSize: one('string') })),
  mediaResolution: one(choice('GenerationConfig.MediaResolution', ...mediaResolutions)),
  enableEnhancedCivicAnswers: one('bool'),
  enableAffectiveDialog: one('bool'),
  audioTranscriptionConfig: one('value'),
  translationConfig: one('value'),
})

/** The body of `generateContent` and `streamGenerateContent`. */
export const generateContentRequest = plain('GenerateContentRequest', {
  model: one('string'),
  contents: many(content),
  systemInstruction: one(content),
  tools: many(tool),
  toolConfig: one(toolConfig),
  safetySettings: many(safetySetting),
  generationConfig: one(generationConfig),
  cachedContent: one('string'),
  labels: one('struct'),
  serviceTier: one(choice('ServiceTier', 'unspecified', 'flex', 'standard', 'priority')),
  store: one('bool'),
  continuationToken: one('string'),
})

/** The body of `countTokens`. */
export const countTokensRequest = plain('CountTokensRequest', {
  model: one('string'),
  contents: many(content),
  generateContentRequest: one(generateContentRequest),
})
