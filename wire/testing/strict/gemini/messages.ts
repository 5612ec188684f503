// The messages of the Gemini API, made from the official SDK's types: https://ai.google.dev/api/generate-content. A field that only Vertex
// knows is an unknown name here; the SDK's comments tell which are.
import { sdkDeclarations } from '../../sdk/declarations.ts'
import { each, sdkShapes } from '../../sdk/shapes.ts'
import { anything, closed, dictionary, flag, list, type Shape, text } from '../shape.ts'
import { BYTES, DOUBLE, INT64 } from './proto.ts'

const harm = (...kinds: string[]) => kinds.map((kind) => `HARM_CATEGORY_${kind}`)

/** Categories of the first language models and of Vertex: they have a name and a number, and a rule refuses them later. */
export const OLD_HARMS = harm('UNSPECIFIED', 'DEROGATORY', 'TOXICITY', 'VIOLENCE', 'SEXUAL', 'MEDICAL', 'DANGEROUS')

const int64 = { is: 'number', whole: true, words: INT64 }
const config = 'GenerateContentConfig'
/** What the SDK keeps for itself, puts beside the configuration, or sends to Vertex though its comments do not say so. */
const elsewhere = [
  ...['httpOptions', 'abortSignal', 'automaticFunctionCalling', 'automaticContinuation', 'continuationToken'],
  ...['systemInstruction', 'tools', 'toolConfig', 'safetySettings', 'cachedContent', 'serviceTier', 'store', 'labels'],
  ...['audioTimestamp', 'modelArmorConfig', 'modelSelectionConfig', 'routingConfig', 'generationOutputConfig'],
]

const shapes = sdkShapes(sdkDeclarations(['@google/genai/dist/genai.d.ts']), {
  others: 'refused',
  withoutDoc: /not supported in Gemini API/,
  without: new Set([...elsewhere.map((name) => `${config}.${name}`), 'ImageConfig.personGeneration', 'ImageConfig.outputMimeType']),
  decimals: [
    ...['temperature', 'topP', 'presencePenalty', 'frequencyPenalty', 'dynamicThreshold', 'fps', 'latitude', 'longitude'],
    ...['minimum', 'maximum'],
  ],
  additions: {
    ...each(
      ['Schema.maxItems', 'Schema.minItems', 'Schema.maxProperties', 'Schema.minProperties', 'Schema.maxLength', 'Schema.minLength'],
      int64,
    ),
    ...each(['Schema.minimum', 'Schema.maximum', 'fps', 'latitude', 'longitude'], { words: DOUBLE }),
    ...each(['Blob_2.data', 'FunctionResponseBlob.data', 'thoughtSignature'], { words: BYTES }),
    [`${config}.responseSchema`]: () => shapes('Schema'),
    [`${config}.speechConfig`]: () => shapes('SpeechConfig'),
    [`${config}.audioTranscriptionConfig`]: anything(),
    [`${config}.responseModalities`]: () => list(shapes('Modality')),
    HarmCategory: (shape) => (shape.is === 'text' ? { ...shape, oneOf: [...OLD_HARMS, ...(shape.oneOf ?? [])] } : shape),
    ...each(['SearchTypes', 'Transcription', 'ReplicatedVoiceConfig', 'McpServer'], dictionary(anything())),
    'ComputerUse.disabledSafetyPolicies': list(anything()),
  },
  also: {
    // The same setting under the name that it had at first, and others that the SDK does not have.
    [config]: { _responseJsonSchema: anything(), responseFormat: anything(), enableAffectiveDialog: flag(), translationConfig: anything() },
    // The store's settings changed while the tool was in preview, so its older names are read as well.
    FileSearch: { retrievalConfig: anything(), retrievalResources: anything() },
    GoogleMaps: { authConfig: dictionary(anything()) },
  },
})

/** Google's subset of OpenAPI. */
export const schema = shapes('Schema')

/** How much a model thinks; Google's OpenAI address takes it too. */
export const thinkingConfig = shapes('ThinkingConfig')

const contents = list(shapes('Content'))
const message = (named: string, fields: Record<string, Shape>): Shape => ({ ...closed(fields), named })

/** The body of `generateContent` and `streamGenerateContent`. */
export const generateContentRequest = message('GenerateContentRequest', {
  model: text(),
  contents,
  systemInstruction: shapes('Content'),
  tools: list(shapes('Tool')),
  toolConfig: shapes('ToolConfig'),
  safetySettings: list(shapes('SafetySetting')),
  generationConfig: { ...shapes(config), named: 'GenerationConfig' },
  cachedContent: text(),
  labels: dictionary(anything()),
  serviceTier: shapes('ServiceTier'),
  store: flag(),
  continuationToken: text(),
})

/** The body of `countTokens`. */
export const countTokensRequest = message('CountTokensRequest', { model: text(), contents, generateContentRequest })
