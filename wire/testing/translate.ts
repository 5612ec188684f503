// One request or reply from dialect to dialect, with the functions that the gateway puts together for it.
import type { ClientDialect, VendorDialect, WriterOptions } from '../src/chat/dialect.ts'
import { type Loss, type LossLog, lossList } from '../src/chat/losses/loss.ts'
import type { ChatEvent } from '../src/chat/reply/event.ts'
import { ReplyTranslation, translateRequest } from '../src/chat/translate.ts'
import type { Json, JsonObject } from '../src/encoding/json.ts'
import type { Frame } from '../src/encoding/sse.ts'

interface TranslatedRequest {
  readonly body: JsonObject
  readonly losses: readonly Loss[]
}

/** @param model the model's name at the vendor; absent: the one that was requested */
export function requestBetween(
  body: Json,
  { from, to, model }: { from: ClientDialect; to: VendorDialect; model?: string },
): TranslatedRequest {
  const losses = lossList()
  const request = from.readRequest(body)
  const edits = { model: model ?? request.model, requestsUsage: request.streamUsage === true }
  return { body: translateRequest(request, to, edits, losses), losses: losses.losses }
}

interface ReplyParts extends WriterOptions {
  readonly from: VendorDialect
  readonly to: ClientDialect
  /** Does the vendor stream? Absent: as the client wants it. */
  readonly isStreamUpstream?: boolean
}

/** One reply, frame by frame. */
export class ReplyBetween {
  readonly #reader: ReturnType<VendorDialect['replyReader']>
  readonly #translation: ReplyTranslation

  constructor({ from, to, isStreamUpstream, ...options }: ReplyParts, losses: LossLog = lossList()) {
    this.#reader = from.replyReader({ stream: isStreamUpstream ?? options.stream })
    this.#translation = new ReplyTranslation(to.replyWriter(options, losses))
  }

  get isComplete(): boolean {
    return this.#reader.isComplete
  }

  push(frame: Frame): { events: ChatEvent[]; frames: Frame[] } {
    return this.#translate(this.#reader.push(frame))
  }

  /** The vendor closed. */
  close(): { events: ChatEvent[]; frames: Frame[] } {
    return this.#translate(this.#reader.end())
  }

  end(): Frame[] {
    return this.#translation.end()
  }

  #translate(events: ChatEvent[]): { events: ChatEvent[]; frames: Frame[] } {
    const frames: Frame[] = []
    this.#translation.push(events, frames)
    return { events, frames }
  }
}
