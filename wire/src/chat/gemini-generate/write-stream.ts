import type { Json, JsonObject } from '../../json.ts'
import { putMissing } from '../../reader.ts'
import type { Frame } from '../../sse.ts'
import type { ReplyWriter, WriterOptions } from '../dialect.ts'
import type { ChatEvent, ChoiceEnded, PartDelta, PartStarted, UsageKnown } from '../event.ts'
import { nameForeignExtras, ownExtras } from '../extras.ts'
import type { LossLog } from '../loss.ts'
import { joinRests, layUnder } from './lay-under.ts'
import { NAME } from './name.ts'
import { type CandidateWriter, candidateWriter } from './write-candidate.ts'
import { failureOf, feedbackOf, finishReason, headOf, replyContext, usageOf } from './write-head.ts'

/**
 * Writes a reply as a stream: a small object for each piece, and one last that tells why the candidates ended and what they cost. That one
 * comes from `end`; there is no other mark.
 */
export function streamWriter(options: WriterOptions, losses: LossLog): ReplyWriter {
  const candidates = new Map<number, CandidateWriter>()
  const ends = new Map<number, ChoiceEnded>()
  const context = replyContext(false, losses)
  let head = headOf({}, options.fallback)
  let rest: JsonObject | undefined
  let usage: UsageKnown | undefined
  let isFailed = false

  function at(choice: number): CandidateWriter {
    let candidate = candidates.get(choice)
    if (candidate === undefined) {
      candidate = candidateWriter(`choices[${choice}]`, context)
      candidates.set(choice, candidate)
    }
    return candidate
  }

  function print(fields: JsonObject): Frame {
    const frame: JsonObject = { ...fields, ...head }
    if (rest !== undefined) rest = layUnder(frame, rest)
    return { event: '', data: JSON.stringify(frame) }
  }

  /** Each of these is a candidate's news: its part, and what stands beside it. */
  function printAll(index: number, news: readonly JsonObject[]): Frame[] {
    return news.map(({ part, ...beside }) =>
      print({ candidates: [{ content: { parts: [part ?? { text: '' }], role: 'model' }, index, ...beside }] }),
    )
  }

  function tail(): JsonObject {
    const list: Json[] = []
    const frame: JsonObject = {}
    for (const index of new Set([...candidates.keys(), ...ends.keys()])) {
      const end = ends.get(index)
      const feedback = end && feedbackOf(end)
      if (feedback !== undefined) frame.promptFeedback = feedback
      else list.push(lastOf(index, end, at(index), losses))
    }
    if (list.length > 0) frame.candidates = list
    if (usage !== undefined) frame.usageMetadata = usageOf(usage)
    return frame
  }

  function start(event: PartStarted): Frame[] {
    return printAll(event.choice, at(event.choice).start(event.part, event.initial))
  }

  function grow(event: PartDelta): Frame[] {
    return printAll(event.choice, at(event.choice).grow(event))
  }

  return {
    push(event: ChatEvent): Frame[] {
      switch (event.kind) {
        case 'reply-started': {
          head = headOf(event, options.fallback)
          const fields = ownExtras(NAME, event)?.fields
          if (fields !== undefined) rest = joinRests(rest, fields)
          nameForeignExtras(NAME, event, 'reply', losses)
          return []
        }
        case 'part-started':
          return start(event)
        case 'part-delta':
          return grow(event)
        case 'part-ended':
          return printAll(event.choice, at(event.choice).end(event.part))
        case 'choice-ended':
          ends.set(event.choice, event)
          return printAll(event.choice, at(event.choice).close())
        case 'usage-known':
          usage = event
          return []
        case 'reply-failed':
          isFailed = true
          return [{ event: '', data: JSON.stringify(failureOf(event)) }]
        case 'unknown':
          nameForeignExtras(NAME, event, 'reply', losses)
          if (ownExtras(NAME, event) === undefined) return []
          if (event.text !== undefined) return [{ event: '', data: event.text }]
          if (event.extras.fields !== undefined) rest = joinRests(rest, event.extras.fields)
          return []
        default:
          return []
      }
    },

    end() {
      if (isFailed) return []
      const frames = [...candidates].flatMap(([index, candidate]) => printAll(index, candidate.close()))
      const last = tail()
      const left = rest === undefined ? undefined : layUnder(last, rest)
      rest = undefined
      // What found no candidate to stand with.
      if (Array.isArray(left?.candidates))
        last.candidates = [...(Array.isArray(last.candidates) ? last.candidates : []), ...left.candidates]
      frames.push(print(last))
      return frames
    },
  }
}

/** A candidate's last word. Google writes an empty text into it, and libraries expect a part. */
function lastOf(index: number, end: ChoiceEnded | undefined, candidate: CandidateWriter, losses: LossLog): JsonObject {
  const extras = end && ownExtras(NAME, end)
  const content: JsonObject = { parts: [{ text: '' }], role: 'model' }
  putMissing(content, extras?.nested?.content)
  const value: JsonObject = { content }
  const reason = end && finishReason(end)
  if (reason !== undefined) value.finishReason = reason
  value.index = index
  const grounding = candidate.grounding()
  if (grounding !== undefined) value.groundingMetadata = grounding
  putMissing(value, extras?.fields)
  if (end !== undefined) nameForeignExtras(NAME, end, `choices[${index}]`, losses)
  if (end?.stopSequence !== undefined) losses.add(`choices[${index}].stopSequence`, 'not-expressible')
  return value
}
