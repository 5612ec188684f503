// The fields of generateContent beside the contents and the tools.
import type { Json, JsonObject } from '../../../src/encoding/json.ts'
import { long, unicode, wav } from '../samples.ts'
import { looseSchemas, strictSchemas } from '../schemas.ts'
import { each, mixed, plain, values } from '../variations.ts'
import { openApiSchemas } from './schemas.ts'
import { citySchema, text, turn } from './shared.ts'

const config = (name: string, held: readonly (string | number | boolean)[]) => plain(`generationConfig.${name}`, held)
const named = (name: string, held: Readonly<Record<string, Json>>) => values(`generationConfig.${name}`, held)

const sampling = [
  ...config('temperature', [0, 0.7, 1, 2]),
  ...config('topP', [0, 0.1, 0.95, 1]),
  ...config('topK', [1, 40, 64]),
  ...config('candidateCount', [1, 2]),
  ...config('maxOutputTokens', [1, 1024, 65_536]),
  ...config('seed', [0, 42, -1, 2_147_483_647]),
  ...config('presencePenalty', [0, 0.5, -1]),
  ...config('frequencyPenalty', [0, 0.5, -1]),
  ...named('stopSequences', {
    none: [],
    one: ['END'],
    five: ['END', '\n\n', 'A', 'B', 'C'],
  }),
  ...config('responseLogprobs', [true, false]),
  ...plain('generationConfig.logprobs', [0, 5], { set: {} }).map((one) => ({
    ...one,
    set: { generationConfig: { responseLogprobs: true, logprobs: Number(one.value) } },
  })),
  ...named('temperature', { null: null }),
  ...mixed('generationConfig.maxOutputTokens', { 'in snake case': { set: { generationConfig: { max_output_tokens: 512 } } } }),
]

const thinking = [
  ...config('thinkingConfig.thinkingBudget', [0, -1, 128, 512, 8192, 24_576, 32_768]),
  ...config('thinkingConfig.thinkingLevel', ['MINIMAL', 'LOW', 'MEDIUM', 'HIGH', 'low', 'THINKING_LEVEL_UNSPECIFIED']),
  ...config('thinkingConfig.includeThoughts', [true, false]),
  ...named('thinkingConfig', { none: {} }),
]

const json = { responseMimeType: 'application/json' }
const shaped = (field: string, named: Readonly<Record<string, Json>>, prefix: string) =>
  mixed(
    'response format',
    each(named, (schema) => ({ set: { generationConfig: { ...json, [field]: schema } } }), prefix),
  )
const formats = [
  ...mixed('response format', {
    'plain text': { set: { generationConfig: { responseMimeType: 'text/plain' } } },
    JSON: { set: { generationConfig: json } },
    'one of some words': {
      set: { generationConfig: { responseMimeType: 'text/x.enum', responseSchema: { type: 'STRING', enum: ['yes', 'no'] } } },
    },
    'list at the top': { set: { generationConfig: { ...json, responseSchema: { type: 'ARRAY', items: citySchema } } } },
    'text at the top': { set: { generationConfig: { ...json, responseSchema: { type: 'STRING' } } } },
    'in snake case': { set: { generationConfig: { response_mime_type: 'application/json', response_schema: citySchema } } },
  }),
  ...shaped('responseSchema', openApiSchemas, ''),
  ...shaped('responseJsonSchema', strictSchemas, 'JSON schema, strict: '),
  ...shaped('responseJsonSchema', looseSchemas, 'JSON schema: '),
]

const voice = (voiceName: string) => ({ voiceConfig: { prebuiltVoiceConfig: { voiceName } } })
const speaks = (speechConfig: JsonObject) => ({ set: { generationConfig: { responseModalities: ['AUDIO'], speechConfig } } })
const recorded = {
  ...{ mimeType: 'audio/wav', voiceSampleAudio: wav, consentAudio: wav },
  voiceConsentSignature: { signature: 'c2lnbmVk' },
}
const media = [
  ...named('responseModalities', { text: ['TEXT'], 'text and image': ['TEXT', 'IMAGE'], image: ['IMAGE'] }),
  ...config('mediaResolution', ['MEDIA_RESOLUTION_LOW', 'MEDIA_RESOLUTION_MEDIUM', 'MEDIA_RESOLUTION_HIGH']),
  ...values(
    'generationConfig.imageConfig',
    { wide: { aspectRatio: '16:9' }, 'square, 2K': { aspectRatio: '1:1', imageSize: '2K' } },
    { set: {} },
  ),
  ...mixed('generationConfig.speechConfig', {
    'one voice': speaks(voice('Kore')),
    'a language': speaks({ ...voice('Puck'), languageCode: 'en-GB' }),
    'two speakers': speaks({
      multiSpeakerVoiceConfig: {
        speakerVoiceConfigs: [
          { speaker: 'Joe', ...voice('Kore') },
          { speaker: 'Jane', ...voice('Puck') },
        ],
      },
    }),
    'a voice by its name': speaks({ voiceConfig: { voice: 'Kore' } }),
    'a voice that was recorded': speaks({ voiceConfig: { replicatedVoiceConfig: recorded } }),
  }),
  ...named('audioTranscriptionConfig', {
    'in some languages': { languageCodes: ['en-GB'], wordTimestamp: true, diarization: true },
    'of any language': {
      languageAuto: {},
      customVocabulary: ['neap'],
      adaptationPhrases: ['spring tide'],
      sourceText: 'Tides',
      mode: 'TRANSCRIBE',
    },
    'with hints': { languageHints: { languageCodes: ['en', 'de'] } },
  }),
  ...config('enableEnhancedCivicAnswers', [true]),
]

const system = [
  ...values('systemInstruction', {
    text: { parts: [text('Be brief.')] },
    'with the role user': turn('user', text('Be brief.')),
    'with the role system': turn('system', text('Be brief.')),
    'two parts': { parts: [text('Be brief.'), text('Be kind.')] },
    'empty text': { parts: [text('')] },
    long: { parts: [text(long)] },
    'many scripts': { parts: [text(unicode)] },
    'one part, not in a list': { parts: text('Be brief.') },
  }),
  ...mixed('systemInstruction', { 'in snake case': { set: { system_instruction: { parts: [text('Be brief.')] } } } }),
]

const harms = ['HARASSMENT', 'HATE_SPEECH', 'SEXUALLY_EXPLICIT', 'DANGEROUS_CONTENT', 'CIVIC_INTEGRITY']
const safety = (threshold: string, ...names: string[]) => names.map((name) => ({ category: `HARM_CATEGORY_${name}`, threshold }))
const house = [
  ...values('safetySettings', {
    none: [],
    'all off': safety('OFF', ...harms),
    'block none': safety('BLOCK_NONE', ...harms.slice(0, 4)),
    'one, low': safety('BLOCK_LOW_AND_ABOVE', 'HARASSMENT'),
    'one, medium': safety('BLOCK_MEDIUM_AND_ABOVE', 'HATE_SPEECH'),
    'one, high': safety('BLOCK_ONLY_HIGH', 'DANGEROUS_CONTENT'),
  }),
  ...plain('serviceTier', ['flex', 'standard', 'priority']),
  ...plain('store', [true, false]),
  ...plain('cachedContent', ['cachedContents/abc123']),
  ...mixed('stream', { yes: { streams: true } }),
]

export const settings = [...sampling, ...thinking, ...formats, ...media, ...system, ...house]
