import type { Json, JsonObject } from '../../../encoding/json.ts'
import { putMissing } from '../../../encoding/reader.ts'
import type { ReplyWriter, WriterOptions } from '../../dialect.ts'
import type { LossLog } from '../../losses/loss.ts'
import type { FoldedChoice, FoldedReply } from '../../reply/fold.ts'
import { wholeWriter } from '../../reply/whole-writer.ts'
import { nameForeignExtras, ownExtras } from '../../request/extras.ts'
import { partPath } from '../../request/placed-part.ts'
import { writeCitations } from '../citations.ts'
import { joinLogprobs, writeLogprobs } from '../logprobs.ts'
import { NAME } from '../name.ts'
import { fillMissing, joinRests } from './fill-missing.ts'
import { failureOf, feedbackOf, finishReason, headOf, replyContext, usageOf } from './head.ts'
import { type WriteContext, writePart } from './part.ts'
import { StreamWriter } from './stream.ts'

/** Writes a reply of any dialect in this one: frame by frame, or as one body, whose only frame comes from `end`. */
export function replyWriter(options: WriterOptions, losses: LossLog): ReplyWriter {
  return options.stream ? new StreamWriter(options, losses) : wholeWriter((reply) => writeReply(reply, options, losses))
}

/** A whole reply as a `GenerateContentResponse`; a reply that failed as this dialect's error. */
export function writeReply(reply: FoldedReply, options: Pick<WriterOptions, 'fallback'>, losses: LossLog): JsonObject {
  if (reply.failure !== undefined) return failureOf(reply.failure)
  const own = ownExtras(NAME, reply)
  const body: JsonObject = {}
  const context = replyContext(own !== undefined, losses)
  const candidates: Json[] = []
  // Libraries demand a candidate.
  const answers = reply.choices.length === 0 && own === undefined ? [{ choice: 0, parts: [] }] : reply.choices
  for (const choice of answers) {
    const feedback = choice.reason === undefined ? undefined : feedbackOf(choice)
    if (feedback === undefined) candidates.push(writeCandidate(choice, context))
    else body.promptFeedback = feedback
  }
  if (candidates.length > 0 || (own?.spellings?.candidates !== 'absent' && body.promptFeedback === undefined)) body.candidates = candidates
  if (reply.usage !== undefined) body.usageMetadata = usageOf(reply.usage)
  Object.assign(body, headOf(reply, options.fallback))
  putMissing(body, own?.fields)
  nameForeignExtras(NAME, reply, 'reply', losses)
  layUnknown(body, reply, losses)
  return body
}

function writeCandidate(choice: FoldedChoice, context: WriteContext): JsonObject {
  const { losses } = context
  const path = `choices[${choice.choice}]`
  const extras = ownExtras(NAME, choice)
  const words = extras?.spellings
  const parts: Json[] = []
  const citations: Parameters<typeof writeCitations>[0][number][] = []
  let textBefore = ''
  for (const [index, part] of choice.parts.entries()) {
    const place = partPath(path, index)
    const value = writePart(part, place, context)
    if (value !== undefined) parts.push(value)
    if (part.kind !== 'text') continue
    for (const [at, citation] of (part.citations ?? []).entries()) {
      citations.push({ citation, textBefore, text: part.text, path: `${place}.citations[${at}]` })
    }
    textBefore += part.text
  }
  const value: JsonObject = {}
  if (words?.content !== 'absent') {
    const content: JsonObject = {}
    // Libraries read the first part without checking that there is one.
    if (words?.parts !== 'absent') content.parts = parts.length > 0 || extras !== undefined ? parts : [{ text: '' }]
    if (words?.role !== 'absent') content.role = words?.role ?? 'model'
    putMissing(content, extras?.nested?.content)
    value.content = content
  }
  const ended = choice.reason ?? (extras === undefined ? 'unknown' : undefined)
  const reason = ended && finishReason({ ...choice, reason: ended })
  if (reason !== undefined) value.finishReason = reason
  if (words?.index !== 'absent') value.index = choice.choice
  const grounding = writeCitations(citations, losses)
  if (grounding !== undefined) value.groundingMetadata = grounding
  const logprobs =
    extras?.originals?.logprobsResult ?? joinLogprobs((choice.logprobs ?? []).map(writeLogprobs).filter((each) => each !== undefined))
  if (logprobs !== undefined) value.logprobsResult = logprobs
  putMissing(value, extras?.fields)
  nameForeignExtras(NAME, choice, path, losses)
  if (choice.stopSequence !== undefined) losses.add(`${path}.stopSequence`, 'not-expressible')
  return value
}

/** What frames carried, in the shape of a whole reply: they have the same. */
function layUnknown(body: JsonObject, reply: FoldedReply, losses: LossLog): void {
  let rest: JsonObject | undefined
  for (const event of reply.unknown) {
    nameForeignExtras(NAME, event, 'reply', losses)
    const fields = ownExtras(NAME, event)?.fields
    if (fields !== undefined) rest = joinRests(rest, fields)
  }
  if (rest !== undefined) fillMissing(body, rest)
}
