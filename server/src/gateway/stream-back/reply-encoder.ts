// What the client gets of a vendor's reply: the same frames where both speak one dialect, else what the client's dialect makes of the
// events in them.
import type { Dialect, WriterOptions } from '@waystation/wire/chat/dialect'
import { clientDialects } from '@waystation/wire/chat/dialects'
import type { LossLog } from '@waystation/wire/chat/losses/loss'
import type { ChatEvent } from '@waystation/wire/chat/reply/event'
import type { WireUsage } from '@waystation/wire/chat/reply/usage'
import { ReplyTranslation } from '@waystation/wire/chat/translate'
import type { JsonObject } from '@waystation/wire/encoding/json'
import type { Frame } from '@waystation/wire/encoding/sse'
import { transcriptDelta, transcriptEnd } from '@waystation/wire/sound/transcript-events'
import { typicalTokens } from '../../domain/pricing/hold-policy.ts'
import type { Attempt } from '../attempt.ts'
import type { Losses } from '../held.ts'
import type { FrameReading } from '../reply.ts'
import type { Call } from '../types.ts'
import type { WholeAnswer } from '../upstream/answer.ts'
import { scrubbedFrame, scrubOf } from '../upstream/scrub.ts'
import { rewriteOf } from './rewrite.ts'

/** One stream on its way to the client. */
export interface ReplyEncoder {
  /** Adds the frames for the client; those that are its dialect's end are not among them. */
  encode(frame: Frame, reading: FrameReading, frames: Frame[]): void
  /** The vendor has closed: what follows from that. */
  close(events: readonly ChatEvent[]): readonly Frame[]
  /**
   * The frames that complete the stream, to be sent when the bill is durable.
   * @param withheld the vendor's own, in a dialect that is passed through
   * @param counted what is billed, where the vendor reported no usage
   */
  end(withheld: readonly Frame[], counted?: WireUsage): readonly Frame[]
}

/** Does the client get the vendor's own frames and bodies as they are? */
export function isRelayed({ reply }: Pick<Attempt, 'reply'>): boolean {
  return reply === 'relay' || reply === 'bytes'
}

/** How a stream from this attempt is encoded for the client. What the client's dialect cannot express is added to the losses. */
export function replyEncoder(call: Call, attempt: Attempt, losses: LossLog): ReplyEncoder {
  const dialect = clientDialects[call.endpoint.dialect]
  if (isRelayed(attempt)) return new PassthroughEncoder(dialect, attempt, call.facts.wantsUsageFrame)
  if (attempt.isInEvents) return new PieceEncoder()
  if (attempt.isRetold) return new TranscriptEncoder()
  return new TranslatingEncoder(translationOf(call, attempt, losses))
}

/** The bytes of a recording, out of the events that they came in. */
class PieceEncoder implements ReplyEncoder {
  encode(_frame: Frame, { bytes }: FrameReading, frames: Frame[]): void {
    if (bytes) frames.push({ event: '', data: '', raw: bytes })
  }

  close(): readonly Frame[] {
    return []
  }

  end(): readonly Frame[] {
    return []
  }
}

/** A transcript that comes in events of another format, told in those of OpenAI's clients. */
class TranscriptEncoder implements ReplyEncoder {
  #text = ''
  #usage: WireUsage | undefined

  encode(_frame: Frame, { text, usage }: FrameReading, frames: Frame[]): void {
    if (usage) this.#usage = usage
    if (text === '') return
    this.#text += text
    frames.push(transcriptDelta(text))
  }

  close(): readonly Frame[] {
    return []
  }

  end(_withheld: readonly Frame[], counted?: WireUsage): readonly Frame[] {
    return [transcriptEnd(this.#text, counted ?? this.#usage)]
  }
}

class PassthroughEncoder implements ReplyEncoder {
  readonly #dialect: Dialect
  readonly #attempt: Attempt
  readonly #wantsUsageFrame: boolean
  #last: Frame | undefined

  constructor(dialect: Dialect, attempt: Attempt, wantsUsageFrame: boolean) {
    this.#dialect = dialect
    this.#attempt = attempt
    this.#wantsUsageFrame = wantsUsageFrame
  }

  encode(given: Frame, { mended }: FrameReading, frames: Frame[]): void {
    const frame = mended === undefined ? given : { event: given.event, data: mended }
    // Comments and unknown errors: they contain no model output, and are rare.
    if (frame.data === undefined || frame.event === 'error') frames.push(scrubbedFrame(frame, scrubOf(this.#attempt.channel)))
    else if (this.#wantsUsageFrame || !this.#dialect.isUsageOnly(frame)) frames.push(frame)
    if (frame.data !== undefined) this.#last = frame
  }

  close(): readonly Frame[] {
    return []
  }

  end(withheld: readonly Frame[], counted?: WireUsage): readonly Frame[] {
    if (!counted || !this.#wantsUsageFrame || !this.#dialect.usageFrame) return withheld
    return [this.#dialect.usageFrame(this.#last, counted), ...withheld]
  }
}

class TranslatingEncoder implements ReplyEncoder {
  readonly #translation: ReplyTranslation

  constructor(translation: ReplyTranslation) {
    this.#translation = translation
  }

  encode(_frame: Frame, { events }: FrameReading, frames: Frame[]): void {
    if (events) this.#translation.push(events, frames)
  }

  close(events: readonly ChatEvent[]): readonly Frame[] {
    const frames: Frame[] = []
    this.#translation.push(events, frames)
    return frames
  }

  end(_withheld: readonly Frame[], counted?: WireUsage): readonly Frame[] {
    return this.#translation.end(counted)
  }
}

/** A reply that is ready to be sent. */
interface EncodedReply {
  readonly contentType: string
  readonly text: string
}

const encodedJson = (text: string): EncodedReply => ({ contentType: 'application/json; charset=utf-8', text })

/**
 * A whole reply in the shape that the client requested. Throws UpstreamFailure where what came is no answer to that.
 * @param counted what is billed, where the vendor reported no usage
 */
export function encodeReply(call: Call, answer: WholeAnswer, losses: LossLog, counted?: WireUsage): EncodedReply {
  const { operation } = call.endpoint
  const { attempt } = answer
  const reply = () => ({ text: answer.body.toString(), events: withCounted(answer.events, counted), media: answer.media })
  if (operation.kind === 'form') return operation.printReply(call, reply(), attempt)
  if (operation.kind === 'translated') return encodedJson(JSON.stringify(operation.buildReply(call, reply(), attempt)))
  if (operation.kind === 'compaction') return encodedJson(JSON.stringify(operation.buildReply(call, reply())))
  return encodedJson(wholeFrames(call, answer, losses, counted).at(-1)?.data ?? '')
}

/** A whole reply as the frames that the client requested: one, or those of a stream with its end. */
export function wholeFrames(
  call: Call,
  { attempt, events }: Pick<WholeAnswer, 'attempt' | 'events'>,
  losses: LossLog,
  counted?: WireUsage,
): readonly Frame[] {
  const translation = translationOf(call, attempt, losses)
  const frames: Frame[] = []
  translation.push(events, frames)
  return [...frames, ...translation.end(counted)]
}

function translationOf(call: Call, attempt: Attempt, losses: LossLog): ReplyTranslation {
  const { operation, dialect } = call.endpoint
  const { replyWriter } = operation.kind === 'completion' ? operation : clientDialects[dialect]
  const writer = replyWriter(writerOptions(call), losses)
  return new ReplyTranslation(writer, rewriteOf(call, attempt))
}

const withCounted = (events: readonly ChatEvent[], counted: WireUsage | undefined): readonly ChatEvent[] =>
  counted ? [...events, { kind: 'usage-known', usage: counted }] : events

/** Characters of the list of losses in a header, at most. */
const MAX_HEADER = 1000

/** What was lost, for the caller: paths in the canonical request and reply, as far as they fit. Nothing when nothing was. */
export function lossHeader(...lists: readonly Losses[]): Readonly<Record<string, string>> {
  if (lists.every(({ losses }) => losses.length === 0)) return {}
  const paths = lists.flatMap(({ losses }) => losses).map((loss) => loss.path.replace(/[^\x20-\x7e]|,/g, '?'))
  const list = paths.join(',')
  if (list.length <= MAX_HEADER) return { 'x-waystation-lost': list }
  const cut = list.lastIndexOf(',', MAX_HEADER)
  return { 'x-waystation-lost': `${list.slice(0, cut)},...` }
}

function writerOptions(call: Call): WriterOptions {
  return {
    stream: call.facts.isStream,
    streamUsage: call.facts.wantsUsageFrame,
    fallback: {
      id: call.id,
      model: call.facts.model,
      createdAt: Math.floor(Date.now() / 1000),
      inputTokens: typicalTokens(call.facts.size.textBytes),
    },
    request: withConversation(call),
  }
}

/** The request with the items before it: tools that stand there are called too. What else it says is the caller's. */
function withConversation({ body, extension }: Call): JsonObject {
  const { input } = extension?.wholeBody ?? body
  return input === undefined ? body : { ...body, input }
}
