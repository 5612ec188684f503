// What the tests of Google's dialect do over and over: frames in, events out, and back.
import type { Dialect } from '../src/chat/dialect.ts'
import { geminiGenerate } from '../src/chat/gemini-generate/dialect.ts'
import { lossList } from '../src/chat/losses/loss.ts'
import type { ChatEvent } from '../src/chat/reply/event.ts'
import { fold } from '../src/chat/reply/fold.ts'
import type { ChatRequest, Turn } from '../src/chat/request/request.ts'
import type { Json, JsonObject } from '../src/encoding/json.ts'
import { frameOf } from './reading.ts'
import { object } from './recordings.ts'
import { ReplyBetween } from './translate.ts'

/** A frame of a stream with these parts. */
export const partsFrame = (...parts: JsonObject[]): JsonObject => ({
  candidates: [{ content: { parts, role: 'model' }, index: 0 }],
  responseId: 'r',
})

/** A frame with these parts and the finish reason. */
export const finished = (finishReason: string, ...parts: JsonObject[]): JsonObject => ({
  candidates: [{ content: { parts }, finishReason, index: 0 }],
})

/** The events of a stream of these frames. */
export function read(frames: readonly Json[], idPrefix?: string): ChatEvent[] {
  const reader = geminiGenerate.replyReader({ stream: true, ...(idPrefix && { idPrefix }) })
  return [...frames.flatMap((frame) => reader.push(frameOf(frame))), ...reader.end()]
}

/** The parts of the first answer in a stream of these frames. */
export const partsOf = (frames: readonly Json[], idPrefix?: string) => fold(read(frames, idPrefix)).choices[0]?.parts

/** The frames that these events are written as: the frames before the end, and those of the end. */
export function written(events: readonly ChatEvent[], stream = true) {
  const losses = lossList()
  const writer = geminiGenerate.replyWriter({ stream, streamUsage: true, fallback: { id: 'our-id', model: 'our-model' } }, losses)
  const parse = (frames: readonly { data: string | undefined }[]) => frames.map(({ data }) => object(data ?? ''))
  return { frames: parse(events.flatMap((event) => writer.push(event))), last: parse(writer.end()), losses: losses.losses }
}

/** The parts of the first answer of these frames. */
export const partsIn = (frames: readonly JsonObject[]) =>
  frames.flatMap((frame) => (frame.candidates as { content: { parts: JsonObject[] } }[])[0]?.content.parts ?? [])

/** The body that is written for these turns, and its losses. */
export function request(turns: readonly Turn[], model = 'gemini-3-pro', more: Partial<ChatRequest> = {}) {
  const losses = lossList()
  const body = geminiGenerate.writeRequest({ model, turns, ...more }, losses)
  return { contents: body.contents as { role: string; parts: JsonObject[] }[], body, losses: losses.losses }
}

/** A stream of one dialect in another: the frames before the end, and those that the gateway holds back until the money is settled. */
export function streamed(texts: readonly string[], from: Dialect, to: Dialect) {
  const losses = lossList()
  const translator = new ReplyBetween({ from, to, stream: true, streamUsage: true }, losses)
  const frames = [...texts.flatMap((data) => translator.push({ event: '', data }).frames), ...translator.close().frames]
  const parsed = (list: readonly { data: string | undefined }[]) => list.map(({ data }) => (data === '[DONE]' ? {} : object(data ?? '')))
  return { frames: parsed(frames), last: parsed(translator.end()), isComplete: translator.isComplete }
}

/** A whole reply of one dialect in another. */
export function whole(text: string, from: Dialect, to: Dialect): JsonObject {
  const translator = new ReplyBetween({ from, to, stream: false, streamUsage: true })
  translator.push({ event: '', data: text })
  return object(translator.end()[0]?.data ?? '')
}
