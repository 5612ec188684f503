// What the client gets of what the vendor says: the same frames where both speak one dialect, else what the client's dialect makes of the
// events in them.

import type { WriterOptions } from '@waystation/wire/chat/dialect'
import { clientDialects } from '@waystation/wire/chat/dialects'
import type { ChatEvent } from '@waystation/wire/chat/event'
import type { LossLog } from '@waystation/wire/chat/loss'
import type { WireUsage } from '@waystation/wire/chat/usage'
import type { Frame } from '@waystation/wire/sse'
import { typicalTokens } from '../../domain/pricing/hold-policy.ts'
import type { FrameReading } from '../operations/operation-kind.ts'
import { rewriteOf } from '../translate/rewrite.ts'
import type { Losses } from '../translate/translate.ts'
import type { Attempt, Call } from '../types.ts'
import { scrubbedFrame, scrubOf } from '../upstream/scrub.ts'
import { isUntouched } from '../upstream/upstream-call.ts'

/** One stream on its way to the client. */
export interface ReplyEncoder {
  /** Frames for the client; those that are its dialect's end are not among them. */
  push(frame: Frame, reading: FrameReading): readonly Frame[]
  /** The vendor has closed: what follows from that. */
  close(events: readonly ChatEvent[]): readonly Frame[]
  /**
   * The frames that say "this was all", to be sent when the bill is durable.
   * @param withheld the vendor's own, in a dialect that is passed through
   * @param counted what is billed, where the vendor told no usage
   */
  end(withheld: readonly Frame[], counted?: WireUsage): readonly Frame[]
}

/** The way of a stream from this attempt to the client. What cannot be said on the way is added to the losses. */
export function replyEncoder(call: Call, attempt: Attempt, losses: LossLog): ReplyEncoder {
  const dialect = clientDialects[call.endpoint.dialect]
  if (isUntouched(call, attempt)) {
    let last: Frame | undefined
    return {
      push(frame) {
        if (frame.data !== undefined) last = frame
        // Comments, and errors that no reader knows: nothing of a model, and seldom.
        if (frame.data === undefined || frame.event === 'error') return [scrubbedFrame(frame, scrubOf(attempt.channel))]
        return call.facts.wantsUsageFrame || !dialect.isUsageOnly(frame) ? [frame] : []
      },
      close: () => [],
      end(withheld, counted) {
        if (!counted || !call.facts.wantsUsageFrame || !dialect.usageFrame) return withheld
        return [dialect.usageFrame(last, counted), ...withheld]
      },
    }
  }
  const writer = dialect.replyWriter(writerOptions(call), losses)
  const rewrite = rewriteOf(attempt)
  const written = (told: readonly ChatEvent[]): readonly Frame[] => {
    const events = rewrite ? rewrite(told) : told
    const [event] = events
    return events.length === 1 && event ? writer.push(event) : events.flatMap((each) => writer.push(each))
  }
  return {
    push: (_frame, { events }) => written(events ?? []),
    close: written,
    end: (_withheld, counted) => [...(counted ? writer.push({ kind: 'usage-known', usage: counted }) : []), ...writer.end()],
  }
}

/**
 * A whole answer as the client asked for it, as text. Throws UpstreamFailure where what came is no answer to that.
 * @param counted what is billed, where the vendor told no usage
 */
export function wholeBody(call: Call, answer: WholeAnswer, losses: LossLog, counted?: WireUsage): string {
  const { operation } = call.endpoint
  if (!operation.buildReply) return wholeFrames(call, answer, losses, counted).at(-1)?.data ?? ''
  return JSON.stringify(operation.buildReply(call, { text: answer.body.toString(), events: withCounted(answer.events, counted) }))
}

interface WholeAnswer {
  readonly attempt: Attempt
  readonly body: Buffer
  readonly events: readonly ChatEvent[]
}

/** A whole answer as the frames that the client asked for: one, or those of a stream with its end. */
export function wholeFrames(call: Call, { attempt, events }: WholeAnswer, losses: LossLog, counted?: WireUsage): readonly Frame[] {
  const writer = clientDialects[call.endpoint.dialect].replyWriter(writerOptions(call), losses)
  const all = withCounted(events, counted)
  const told = rewriteOf(attempt)?.(all) ?? all
  return [...told.flatMap((event) => writer.push(event)), ...writer.end()]
}

const withCounted = (events: readonly ChatEvent[], counted: WireUsage | undefined): readonly ChatEvent[] =>
  counted ? [...events, { kind: 'usage-known', usage: counted }] : events

/** Characters of the list of losses in a header, at most. */
const MAX_HEADER = 1000

/** What was lost on the way to the vendor, for the caller: paths in the canonical request, as far as they fit. Nothing when nothing was. */
export function lossHeader({ losses }: Losses): Readonly<Record<string, string>> {
  if (losses.length === 0) return {}
  const paths = losses.map((loss) => loss.path.replace(/[^\x20-\x7e]|,/g, '?'))
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
    request: call.body,
  }
}
