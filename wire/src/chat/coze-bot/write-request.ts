import type { JsonObject } from '../../encoding/json.ts'
import { endUserOf, nameAppLosses } from '../apps/app-losses.ts'
import { asOneText, type Told, tellTurns } from '../apps/told-turns.ts'
import type { LossLog } from '../losses/loss.ts'
import { typeOfData } from '../media/type-of-data.ts'
import type { ChatRequest, MediaPart } from '../request/request.ts'
import { NAME } from './name.ts'

/** Messages that a request may have. Source: "Create a chat", `additional_messages`. */
const MAX_MESSAGES = 100

/**
 * A canonical request as a body of `POST /v3/chat`. The bot has settings of its own. What a caller says of them goes to `losses`. Data of
 * media stand as `data:` in `file_url`, and must be uploaded before the request is sent: a bot takes addresses, and ids of what it was given.
 */
export function writeRequest(request: ChatRequest, losses: LossLog): JsonObject {
  const told = tellTurns(request.turns, { dialect: NAME, mediumOf: itemOf }, losses)
  const user = endUserOf(request)
  nameAppLosses(NAME, request, losses)
  return {
    bot_id: request.model,
    ...(user !== undefined && { user_id: user }),
    additional_messages: messagesOf(told),
    stream: true,
    // The caller sends the whole conversation each time: one that the vendor kept would be nobody's to go on with.
    auto_save_history: false,
  }
}

/** The last of them is the question. What is more than the vendor takes is told in the first. */
function messagesOf(told: readonly Told<JsonObject>[]): JsonObject[] {
  const excess = told.length - MAX_MESSAGES
  if (excess <= 0) return told.map(messageOf)
  const early = told.slice(0, excess + 1)
  const summed = { role: 'user', speaker: '', text: asOneText(early), media: early.flatMap(({ media }) => media) } as const
  return [summed, ...told.slice(excess + 1)].map(messageOf)
}

function messageOf({ role, speaker, text, media }: Told<JsonObject>): JsonObject {
  const isAssistant = role === 'assistant'
  // There are users and assistants only: who else speaks is named in the text.
  const isNamed = (role === 'system' || role === 'tool') && text !== ''
  const said = isNamed ? `${speaker}: ${text}` : text
  const content = media.length === 0 ? said : JSON.stringify([...(said === '' ? [] : [{ type: 'text', text: said }]), ...media])
  return {
    role: isAssistant ? 'assistant' : 'user',
    type: isAssistant ? 'answer' : 'question',
    content,
    content_type: media.length === 0 ? 'text' : 'object_string',
  }
}

const types = { image: 'image', audio: 'audio', video: 'file', file: 'file' } as const

/** A medium as an item of an `object_string`; undefined for a file of another vendor. */
function itemOf({ kind, source, mediaType, fileName }: MediaPart): JsonObject | undefined {
  const type = types[kind]
  if (source.kind === 'url') return { type, file_url: source.url }
  if (source.kind === 'file-id') return undefined
  const url = `data:${mediaType ?? typeOfData(source.data) ?? 'application/octet-stream'};base64,${source.data}`
  return { type, file_url: url, ...(fileName !== undefined && { name: fileName }) }
}
