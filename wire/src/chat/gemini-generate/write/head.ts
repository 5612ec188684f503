// What whole replies and every frame of a stream have in common.
import type { JsonObject } from '../../../encoding/json.ts'
import type { WriterOptions } from '../../dialect.ts'
import type { LossLog } from '../../losses/loss.ts'
import type { ChoiceEnded, ReplyFailed, ReplyStarted, UsageKnown } from '../../reply/event.ts'
import { timeOf } from '../../reply/time.ts'
import { ownExtras } from '../../request/extras.ts'
import { errorBody, statusOfFailure } from '../error.ts'
import { NAME } from '../name.ts'
import { reasonWords } from '../stop-reason.ts'
import { writeUsage } from '../usage.ts'
import { familyOf } from './family.ts'
import type { WriteContext } from './part.ts'

/** The model, the id and the time of a response. */
export function headOf(reply: Omit<ReplyStarted, 'kind'>, fallback: WriterOptions['fallback']): JsonObject {
  const head: JsonObject = {}
  const model = reply.model ?? fallback?.model
  const id = reply.id ?? fallback?.id
  const time = ownExtras(NAME, reply)?.originals?.createTime ?? (reply.createdAt === undefined ? undefined : timeOf(reply.createdAt))
  if (model !== undefined) head.modelVersion = model
  if (time !== undefined) head.createTime = time
  if (id !== undefined) head.responseId = id
  return head
}

/** Usage as Google reported it, or any dialect's in Google's words. */
export function usageOf(known: UsageKnown): JsonObject {
  return ownExtras(NAME, known)?.fields ?? writeUsage(known.usage)
}

/** The body of a reply that failed. */
export function failureOf(failure: ReplyFailed): JsonObject {
  const own = ownExtras(NAME, failure)?.fields
  return own === undefined ? errorBody({ ...failure, status: statusOfFailure(failure) }) : { error: own }
}

/** This dialect's word for why a candidate ended: Google's own where it came in this dialect. */
export function finishReason(end: Pick<ChoiceEnded, 'reason' | 'rawReason' | 'extras'>): string | undefined {
  return ownExtras(NAME, end) === undefined ? reasonWords[end.reason] : end.rawReason
}

/** The `promptFeedback` that stands in place of a candidate when the prompt was refused; undefined for any other end. */
export function feedbackOf(end: Pick<ChoiceEnded, 'rawReason' | 'extras'>): JsonObject | undefined {
  const extras = ownExtras(NAME, end)
  if (extras?.spellings?.place !== 'promptFeedback') return undefined
  return { ...extras.nested?.promptFeedback, blockReason: end.rawReason }
}

/** How parts of a reply are written: for a client, which carries everybody's signatures. */
export function replyContext(isOwn: boolean, losses: LossLog): WriteContext {
  return { to: 'client', isOwn, family: familyOf(''), losses }
}
