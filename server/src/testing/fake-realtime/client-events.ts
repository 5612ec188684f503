// What clients may send, by the types of the official library: an unknown field, a wrong type or a word of no list is refused, in the API's
// words.
import { isObject, type JsonObject, parseJson } from '@waystation/wire/encoding/json'
import { sdkDeclarations } from '@waystation/wire/testing/sdk/declarations'
import { casesOf, each, sdkShapes } from '@waystation/wire/testing/sdk/shapes'
import { listed } from '@waystation/wire/testing/strict/openai/refusal'
import { told } from '@waystation/wire/testing/strict/openai/structure'
import {
  closed,
  dictionary,
  either,
  firstFault,
  integer,
  nullable,
  required,
  type Shape,
  tagged,
  text,
  words,
} from '@waystation/wire/testing/strict/shape'
import { invalid, type Problem } from './problem.ts'

/** The types of events that are served, each with the type of the library that says what it holds. */
const served: Readonly<Record<string, string>> = {
  'session.update': 'SessionUpdateEvent',
  'input_audio_buffer.append': 'InputAudioBufferAppendEvent',
  'input_audio_buffer.commit': 'InputAudioBufferCommitEvent',
  'input_audio_buffer.clear': 'InputAudioBufferClearEvent',
  'conversation.item.create': 'ConversationItemCreateEvent',
  'conversation.item.truncate': 'ConversationItemTruncateEvent',
  'conversation.item.delete': 'ConversationItemDeleteEvent',
  'conversation.item.retrieve': 'ConversationItemRetrieveEvent',
  'response.create': 'ResponseCreateEventWithReferencesParam',
  'response.cancel': 'ResponseCancelEvent',
}

/**
 * The types that the API names when it meets another one, translation's among them. `output_audio_buffer.clear` is for WebRTC and SIP.
 * Source: frames recorded at api.openai.com with gpt-realtime-mini, 2026-09-18.
 */
const namedTypes = [
  ...['session.update', 'session.close', 'input_audio_buffer.append', 'session.input_audio_buffer.append', 'input_audio_buffer.commit'],
  ...['input_audio_buffer.clear', 'conversation.item.create', 'conversation.item.truncate', 'conversation.item.delete'],
  ...['conversation.item.retrieve', 'response.create', 'response.cancel'],
]

/** Of one event with sound, in bytes before base64. Source: reference of `input_audio_buffer.append`. */
const MAX_SOUND_BYTES = 15 * 1024 * 1024
/** Source: refusals told in public issues, "string too long. Expected a string with maximum length 32". */
const MAX_ITEM_ID = 32

const voices = ['alloy', 'ash', 'ballad', 'coral', 'echo', 'sage', 'shimmer', 'verse', 'marin', 'cedar']
const voice = (): Shape => either(words(...voices), closed({ id: required(text()) }))
const maxTokens = (): Shape => either(integer({ min: 1, max: 4096 }), words('inf'))
const demanded = { required: true }
const itemTypes = ['SystemMessage', 'UserMessage', 'AssistantMessage', 'FunctionCall', 'FunctionCallOutput']

/** A message by its role: each has parts of its own. */
function item(shape: Shape): Shape {
  const role = (name: string) => shapes(`RealtimeConversationItem${name}Message`)
  const message = tagged('role', { user: role('User'), assistant: role('Assistant'), system: role('System') })
  return tagged('type', { ...casesOf(shape), message })
}

const shapes = sdkShapes(
  sdkDeclarations(['realtime/realtime', 'responses/responses', 'shared'].map((file) => `openai/resources/${file}.d.ts`)),
  {
    others: 'refused',
    decimals: ['speed', 'threshold', 'strength', 'retention_ratio'],
    additions: {
      ConversationItem: item,
      'RealtimeResponseCreateParamsWithReferencesParam.input': (shape) => (shape.is === 'list' ? { ...shape, of: item(shape.of) } : shape),
      ...each(
        itemTypes.map((name) => `RealtimeConversationItem${name}.id`),
        { max: MAX_ITEM_ID },
      ),
      ...each(
        ['System', 'User', 'Assistant'].map((name) => `RealtimeConversationItem${name}Message.Content.type`),
        demanded,
      ),
      'RealtimeFunctionTool.type': demanded,
      // As everywhere where functions are called.
      'RealtimeFunctionTool.name': { ...demanded, min: 1, max: 64, pattern: /^[a-zA-Z0-9_-]+$/ },
      'RealtimeFunctionTool.parameters': () => dictionary({ is: 'anything' }),
      'RealtimeAudioFormats.AudioPCM.rate': { min: 24_000, max: 24_000 },
      'RealtimeAudioConfigOutput.speed': { min: 0.25, max: 1.5 },
      'RealtimeTruncationRetentionRatio.retention_ratio': { min: 0, max: 1 },
      'InputAudioBufferAppendEvent.audio': { max: Math.ceil(MAX_SOUND_BYTES / 3) * 4 },
      ...each(
        ['RealtimeAudioConfigInput', 'RealtimeTranscriptionSessionAudioInput'].flatMap((name) => [
          `${name}.noise_reduction`,
          `${name}.transcription`,
        ]),
        nullable,
      ),
      threshold: { min: 0, max: 1 },
      voice,
      max_output_tokens: maxTokens,
      output_modalities: { min: 1 },
    },
  },
)

/** An event, of either side. */
export type RealtimeEvent = JsonObject & { readonly type: string }

/** A frame as it was read: an event that the API takes, or why it does not. */
export type Read = { readonly event: RealtimeEvent } | { readonly problem: Problem; readonly eventId: string | null }

/**
 * Reads a frame of a client.
 * Source of the words: frames recorded at api.openai.com (2026-09-18); the reference of `error` for an event without a type.
 */
export function readFrame(data: Buffer, isBinary: boolean): Read {
  if (isBinary) return refused(invalid('invalid_event', 'Expected a text WebSocket message; binary frames are not supported.'))
  const value = parseJson(data.toString())
  if (value === undefined) return refused(invalid('invalid_json', NOT_JSON))
  if (!isObject(value)) return refused(invalid('invalid_event', 'Expected a JSON object.'))
  const { type } = value
  const eventId = typeof value.event_id === 'string' ? value.event_id : null
  if (type === undefined) return { problem: invalid('invalid_event', "The 'type' field is missing."), eventId }
  const shape = served[String(type)]
  if (typeof type !== 'string' || shape === undefined) return { problem: unknownType(String(type)), eventId }
  const fault = firstFault(shapes(shape), value)
  if (fault) {
    const { message, code, param } = told(fault)
    return { problem: invalid(code, message, param), eventId }
  }
  return { event: { ...value, type } }
}

const refused = (problem: Problem): Read => ({ problem, eventId: null })

const unknownType = (type: string): Problem =>
  invalid('invalid_value', `Invalid value: '${type}'. Supported values are: ${listed(namedTypes, 'and')}.`, 'type')

const NOT_JSON =
  'Invalid event: failed to parse JSON value. Please check the value to ensure it is valid JSON. (Common errors include trailing commas, missing closing brackets, missing quotation marks, etc.)'
