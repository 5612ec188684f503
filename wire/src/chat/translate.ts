// From one dialect to another, by way of the canonical model. Where both are the same the caller passes the bytes through instead; but
// the way there and back is open, and the laws are tested on it.
import type { Json, JsonObject } from '../json.ts'
import type { Frame } from '../sse.ts'
import type { ClientDialect, UpstreamError, VendorDialect, WriterOptions } from './dialect.ts'
import type { ChatEvent } from './event.ts'
import { type Loss, type LossLog, lossList } from './loss.ts'
import type { ChatRequest } from './request.ts'

export interface TranslatedRequest {
  readonly body: JsonObject
  /** What was read, for whoever wants to know more than the body says. */
  readonly request: ChatRequest
  readonly losses: readonly Loss[]
}

/**
 * A request of one dialect as a body of another.
 *
 * @param change an edit of the canonical request before it is written, such as another model
 * Throws WireError, with the path, where the body is not of dialect `from`.
 */
export function translateRequest(
  body: Json,
  {
    from,
    to,
    change,
  }: { from: Pick<ClientDialect, 'readRequest'>; to: Pick<VendorDialect, 'writeRequest'>; change?: (request: ChatRequest) => ChatRequest },
): TranslatedRequest {
  const losses = lossList()
  const read = from.readRequest(body)
  const request = change === undefined ? read : change(read)
  return { body: to.writeRequest(request, losses), request, losses: losses.losses }
}

/** Frames of one dialect in, frames of another out, with the events between them for the meter. */
export interface ReplyTranslator {
  push(frame: Frame): { readonly events: ChatEvent[]; readonly frames: Frame[] }
  /** The upstream closed: what follows from that, without the terminal frames. */
  close(): { readonly events: ChatEvent[]; readonly frames: Frame[] }
  /** The terminal frames, to be sent when the settlement is durable; not to be taken when the reply was cut off. */
  end(): Frame[]
  readonly isComplete: boolean
}

export function translateReply(
  {
    from,
    to,
    isStreamUpstream,
    ...options
  }: WriterOptions & { from: Pick<VendorDialect, 'replyReader'>; to: Pick<ClientDialect, 'replyWriter'>; isStreamUpstream?: boolean },
  losses: LossLog,
): ReplyTranslator {
  const reader = from.replyReader({ stream: isStreamUpstream ?? options.stream })
  const writer = to.replyWriter(options, losses)
  const written = (events: ChatEvent[]) => ({ events, frames: events.flatMap((event) => writer.push(event)) })
  return {
    push: (frame) => written(reader.push(frame)),
    close: () => written(reader.end()),
    end: () => writer.end(),
    get isComplete() {
      return reader.isComplete
    },
  }
}

/** A vendor's error body in the words of the client's dialect. */
export function translateError(
  status: number,
  body: Json | undefined,
  { from, to }: { from: Pick<VendorDialect, 'readError'>; to: Pick<ClientDialect, 'writeError'> },
): { error: UpstreamError; status: number; body: JsonObject } {
  const error = from.readError(status, body)
  return { error, ...to.writeError(error) }
}
