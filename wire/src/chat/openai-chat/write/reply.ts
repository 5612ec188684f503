import { isObject, type Json, type JsonObject } from '../../../encoding/json.ts'
import { put, putMissing } from '../../../encoding/reader.ts'
import { errorBody } from '../../../openai/error.ts'
import type { ReplyWriter, WriterOptions } from '../../dialect.ts'
import type { LossLog } from '../../losses/loss.ts'
import type { FoldedChoice, FoldedReply } from '../../reply/fold.ts'
import { wholeWriter } from '../../reply/whole-writer.ts'
import { nameForeignExtras, ownExtras } from '../../request/extras.ts'
import { partPath, placeParts } from '../../request/placed-part.ts'
import type { MediaPart, Part } from '../../request/request.ts'
import { positioned, shifted } from '../citations.ts'
import { NAME } from '../name.ts'
import { writeUsage } from '../usage.ts'
import { ChunkWriter, finishReason } from './chunk.ts'
import { fillMissing, joinRests } from './fill-missing.ts'
import { writeAnswer } from './message.ts'

/** Writes a reply of any dialect in this one: chunk by chunk, or as one body, whose only frame comes from `end`. */
export function replyWriter(options: WriterOptions, losses: LossLog): ReplyWriter {
  return options.stream ? new ChunkWriter(options, losses) : wholeWriter((reply) => writeReply(reply, options, losses))
}

/** A whole reply as a `chat.completion`; a reply that failed as this dialect's error. */
export function writeReply(reply: FoldedReply, options: Pick<WriterOptions, 'fallback'>, losses: LossLog): JsonObject {
  if (reply.failure !== undefined) {
    const fields = ownExtras(NAME, reply.failure)?.fields
    return fields === undefined ? errorBody(reply.failure) : { error: fields }
  }
  const own = ownExtras(NAME, reply)
  const { fallback } = options
  const body: JsonObject = {}
  put(body, 'id', reply.id ?? fallback?.id ?? '')
  if (own?.spellings?.object !== 'absent') put(body, 'object', own?.fields?.object ?? 'chat.completion')
  put(body, 'created', reply.createdAt ?? fallback?.createdAt ?? 0)
  put(body, 'model', reply.model ?? fallback?.model ?? '')
  const isForeign = [reply, reply.usage ?? {}, ...reply.unknown].every((each) => ownExtras(NAME, each) === undefined)
  // Libraries of this dialect refuse a reply without any answer.
  const answers = reply.choices.length === 0 && isForeign ? [{ choice: 0, parts: [] }] : reply.choices
  const choices: Json[] = answers.map((choice) => writeChoice(choice, losses))
  body.choices = choices
  if (reply.usage !== undefined) body.usage = ownExtras(NAME, reply.usage)?.fields ?? writeUsage(reply.usage.usage)
  putMissing(body, own?.fields)
  if (own === undefined) nameForeignExtras(NAME, reply, 'reply', losses)
  layUnknown(body, choices, reply, losses)
  return body
}

function writeChoice(choice: FoldedChoice, losses: LossLog): JsonObject {
  const path = `choices[${choice.choice}]`
  const extras = ownExtras(NAME, choice)
  const spellings = extras?.spellings
  const said = extras === undefined ? sayable(choice.parts, path, losses) : choice.parts
  const parts = spellings?.content === 'list' ? said : joinTexts(said, path, losses)
  const message = writeAnswer(
    { role: 'assistant', parts, ...(spellings && { extras: { dialect: NAME, spellings } }) },
    placeParts(parts, path),
    path,
    losses,
  )
  putMissing(message, extras === undefined ? { refusal: null } : extras.nested?.message)
  const value: JsonObject = spellings?.index === 'absent' ? { message } : { index: choice.choice, message }
  if (choice.logprobs !== undefined) value.logprobs = joinLogprobs(choice.logprobs)
  else if (extras === undefined) value.logprobs = null
  if (extras === undefined || choice.rawReason !== undefined) {
    const hasCalls = parts.some(({ kind }) => kind === 'tool-call')
    value.finish_reason = finishReason({ ...choice, reason: choice.reason ?? 'unknown' }, hasCalls)
  }
  putMissing(value, extras?.fields)
  if (extras === undefined) {
    nameForeignExtras(NAME, choice, path, losses)
    if (choice.stopSequence !== undefined) losses.add(`${path}.stopSequence`, 'not-expressible')
  }
  return value
}

/** The parts of another dialect's answer that have a place in a message here, whose content is one text. */
function sayable(parts: readonly Part[], path: string, losses: LossLog): Part[] {
  return parts.flatMap((part, index) => {
    const isSayable = part.kind !== 'unknown' && part.kind !== 'video' && part.kind !== 'file'
    if (isSayable || ownExtras(NAME, part) !== undefined) return [withArguments(part)]
    losses.add(partPath(path, index), 'not-expressible')
    return []
  })
}

/** Clients parse the arguments of a call, and an empty text is no JSON. */
function withArguments(part: Part): Part {
  return part.kind === 'tool-call' && !part.isCustom && part.argumentsText === '' ? { ...part, argumentsText: '{}' } : part
}

/** Parts as an answer has them here: one text, however often a call or a thought interrupted it, and media in lists of their own. */
function joinTexts(parts: readonly Part[], path: string, losses: LossLog): Part[] {
  const result: Part[] = []
  let textAt = -1
  for (const [index, part] of parts.entries()) {
    const place = partPath(path, index)
    const before = result[textAt]
    if (part.kind === 'text' && ownExtras(NAME, part) !== undefined) result.push(part)
    else if (part.kind === 'text' && before?.kind === 'text') {
      result[textAt] = {
        ...before,
        text: before.text + part.text,
        citations: [...(before.citations ?? []), ...shifted(positioned(part.citations, part.text.length), before.text.length)],
      }
      nameForeignExtras(NAME, part, place, losses)
    } else if (part.kind === 'text') {
      textAt = result.length
      result.push({ kind: 'text', text: part.text, citations: positioned(part.citations, part.text.length) })
      nameForeignExtras(NAME, part, place, losses)
    } else if ((part.kind === 'image' || part.kind === 'audio') && ownExtras(NAME, part) === undefined) {
      nameForeignExtras(NAME, part, place, losses)
      result.push(part.kind === 'image' ? { ...part, extras: { dialect: NAME, spellings: { place: 'images' } } } : spoken(part))
    } else result.push(part)
  }
  return result
}

/** A sound of another vendor with the fields that this dialect demands. The vendor keeps none, so it is expired as one to refer to. */
function spoken(sound: MediaPart): MediaPart {
  const extras = { dialect: NAME, spellings: { place: 'audio' }, nested: { audio: { expires_at: 0 } } }
  return { ...sound, id: sound.id ?? '', transcript: sound.transcript ?? '', extras }
}

/** What chunks carried, in the shape of a whole reply: their deltas are its messages. */
function layUnknown(body: JsonObject, choices: Json[], reply: FoldedReply, losses: LossLog): void {
  let rest: JsonObject | undefined
  for (const event of reply.unknown) {
    if (ownExtras(NAME, event) === undefined) nameForeignExtras(NAME, event, 'reply', losses)
    else if (event.extras.fields !== undefined) rest = joinRests(rest, event.extras.fields)
  }
  if (rest === undefined) return
  if (Array.isArray(rest.choices)) rest = { ...rest, choices: rest.choices.map(asMessage) }
  const left = fillMissing(body, rest)
  // A choice that could not be read at all stands among the rest, whole.
  if (Array.isArray(left?.choices)) choices.push(...left.choices)
}

function asMessage(choice: Json): Json {
  if (!isObject(choice) || !isObject(choice.delta)) return choice
  const { delta, ...others } = choice
  return { ...others, message: delta }
}

/** Log probabilities of one choice as one object: its lists of tokens in order, the rest of the first. */
function joinLogprobs(list: readonly Json[]): Json {
  let joined: JsonObject | undefined
  for (const each of list) {
    if (!isObject(each)) continue
    if (joined === undefined) {
      joined = { ...each }
      continue
    }
    for (const key of Object.keys(each)) {
      const before = joined[key]
      const value = each[key]
      put(joined, key, Array.isArray(before) && Array.isArray(value) ? [...before, ...value] : (value ?? before))
    }
  }
  return joined ?? null
}
