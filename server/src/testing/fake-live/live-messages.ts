// What clients of Google's Live API may send, by the types of the official library, read as Google's servers read JSON.
import { parseJson } from '@waystation/wire/encoding/json'
import { sdkDeclarations } from '@waystation/wire/testing/sdk/declarations'
import { sdkShapes } from '@waystation/wire/testing/sdk/shapes'
import { generateContentRequest } from '@waystation/wire/testing/strict/gemini/messages'
import { isObject, parseMessage } from '@waystation/wire/testing/strict/gemini/proto'
import { anything, dictionary, list, type Shape } from '@waystation/wire/testing/strict/shape'

export type LiveObject = Readonly<Record<string, unknown>>

/** The shapes that are shared with `generateContent`. */
const { fields } = generateContentRequest as Extract<Shape, { is: 'object' }>
const shared = (name: string) => (): Shape => fields[name] ?? anything()

const clientMessage = sdkShapes(sdkDeclarations(['@google/genai/dist/genai.d.ts']), {
  others: 'refused',
  withoutDoc: /not supported in Gemini API/,
  additions: {
    'LiveClientSetup.systemInstruction': shared('systemInstruction'),
    'LiveClientSetup.tools': shared('tools'),
    'LiveClientSetup.generationConfig': shared('generationConfig'),
    'LiveClientSetup.safetySettings': shared('safetySettings'),
    'LiveClientSetup.avatarConfig': anything,
    'LiveClientContent.turns': shared('contents'),
    'LiveClientToolResponse.functionResponses': () => list(dictionary(anything())),
    'LiveClientMessage.contextUpdate': anything,
  },
})('LiveClientMessage')

/** The one thing that a message may be. */
export const kinds = ['setup', 'clientContent', 'realtimeInput', 'toolResponse'] as const
export type LiveKind = (typeof kinds)[number]

/** A message as it was read, or what the socket is closed for. */
export type LiveRead = { readonly kind: LiveKind; readonly value: LiveObject } | { readonly fault: string }

/** Reads a message: text or binary, as long as it holds JSON. */
export function readLiveMessage(data: Buffer): LiveRead {
  const body = parseJson(data.toString())
  if (body === undefined) return { fault: 'Invalid JSON payload received.' }
  const { value, violations } = parseMessage(clientMessage, body)
  const [first] = violations
  if (first) return { fault: first.description }
  const named = kinds.filter((kind) => value[kind] !== undefined)
  const [kind] = named
  const held = kind && value[kind]
  return kind && named.length === 1 && isObject(held) ? { kind, value: held } : { fault: 'Request contains an invalid argument.' }
}
