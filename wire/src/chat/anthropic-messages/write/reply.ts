import type { Json, JsonObject } from '../../../encoding/json.ts'
import { putMissing } from '../../../encoding/reader.ts'
import type { ReplyWriter, WriterOptions } from '../../dialect.ts'
import type { LossLog } from '../../losses/loss.ts'
import type { FoldedChoice, FoldedReply } from '../../reply/fold.ts'
import { wholeWriter } from '../../reply/whole-writer.ts'
import { nameForeignExtras, ownExtras } from '../../request/extras.ts'
import type { Part } from '../../request/request.ts'
import { failureBody } from '../error.ts'
import { NAME } from '../name.ts'
import { stopWord } from '../stop-reason.ts'
import { heldSignature } from '../text-signature.ts'
import { writeUsage } from '../usage.ts'
import { type BlockTarget, finished, loseSignature, toolInput, writeBlocks } from './block.ts'
import { fillMissing } from './fill-missing.ts'
import { StreamWriter } from './stream.ts'

/** Writes a reply of any dialect in this one: event by event, or as one message, whose only frame comes from `end`. */
export function replyWriter(options: WriterOptions, losses: LossLog): ReplyWriter {
  return options.stream ? new StreamWriter(options, losses) : wholeWriter((reply) => writeReply(reply, options, losses))
}

/** A whole reply as a `message`; a reply that failed as this dialect's error. There is one answer here: others are named. */
export function writeReply(reply: FoldedReply, options: Pick<WriterOptions, 'fallback'>, losses: LossLog): JsonObject {
  if (reply.failure !== undefined) return failureBody(reply.failure)
  const { fallback } = options
  const choice = reply.choices.find((each) => each.choice === 0)
  for (const each of reply.choices) if (each.choice !== 0) losses.add(`choices[${each.choice}]`, 'needed')
  const body: JsonObject = {
    id: reply.id ?? fallback?.id ?? '',
    type: 'message',
    role: 'assistant',
    model: reply.model ?? fallback?.model ?? '',
    content: writeAnswer(choice?.parts ?? [], losses),
  }
  writeEnd(body, choice, ownExtras(NAME, reply) !== undefined, losses)
  body.usage = (reply.usage && (ownExtras(NAME, reply.usage)?.fields ?? writeUsage(reply.usage.usage))) ?? {
    input_tokens: fallback?.inputTokens ?? 0,
    output_tokens: 0,
  }
  const own = ownExtras(NAME, reply)
  putMissing(body, own?.fields)
  if (own === undefined) nameForeignExtras(NAME, reply, 'reply', losses)
  layUnknown(body, reply, losses)
  return body
}

function writeAnswer(parts: readonly Part[], losses: LossLog): Json[] {
  const content: Json[] = []
  for (const [index, part] of parts.entries()) {
    const path = `choices[0].parts[${index}]`
    if (part.kind === 'tool-call') {
      loseSignature(part, path, losses)
      const block = {
        type: 'tool_use',
        id: part.id === '' ? `call_${index}` : part.id,
        name: part.name,
        input: toolInput(part, path, losses),
      }
      content.push(finished(block, part, path, losses))
    } else if (part.kind === 'tool-result') losses.add(path, 'not-expressible')
    else content.push(...writeBlocks(part, path, target, losses))
  }
  return withoutLastSignature(content, parts, losses)
}

/** Agents take the last block for the answer: one that only holds another vendor's signature is left out there. */
function withoutLastSignature(content: readonly Json[], parts: readonly Part[], losses: LossLog): Json[] {
  const last = parts.at(-1)
  if (last?.kind !== 'text' || heldSignature(last) === undefined) return [...content]
  loseSignature(last, `choices[0].parts[${parts.length - 1}]`, losses)
  return content.slice(0, -1)
}

const target: BlockTarget = { isReply: true, isOwn: false, isAssistant: true }

/** @param isOwn does the reply come in this dialect, so that it may lack a reason? */
function writeEnd(body: JsonObject, choice: FoldedChoice | undefined, isOwn: boolean, losses: LossLog): void {
  const own = choice && ownExtras(NAME, choice)
  if (isOwn || own !== undefined) {
    body.stop_reason = choice?.rawReason ?? null
    body.stop_sequence = choice?.stopSequence ?? null
    putMissing(body, own?.fields)
    putMissing(body, own?.nested?.message_delta)
    return
  }
  const word = stopWord(choice?.reason, choice?.stopSequence, shapeOf(choice?.parts ?? []))
  body.stop_reason = word
  body.stop_sequence = word === 'stop_sequence' ? (choice?.stopSequence ?? null) : null
  if (choice === undefined) return
  if (choice.stopSequence !== undefined && word !== 'stop_sequence') losses.add('choices[0].stopSequence', 'not-expressible')
  if (choice.logprobs !== undefined) losses.add('choices[0].logprobs', 'not-expressible')
  nameForeignExtras(NAME, choice, 'choices[0]', losses)
}

function shapeOf(parts: readonly Part[]): { hasCall: boolean; hasRefusal: boolean } {
  return { hasCall: parts.some((part) => part.kind === 'tool-call'), hasRefusal: parts.some((part) => part.kind === 'refusal') }
}

/** What frames carried, at its place in a whole message as far as there is one. */
function layUnknown(body: JsonObject, reply: FoldedReply, losses: LossLog): void {
  for (const event of reply.unknown) {
    const own = ownExtras(NAME, event)
    if (own === undefined) nameForeignExtras(NAME, event, 'reply', losses)
    else if (own.spellings?.frame === undefined && own.fields !== undefined) fillMissing(body, own.fields)
  }
}
