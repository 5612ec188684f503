// What came of a request for pictures: how many, and the tokens that their vendor counts.
import { noTokens, type WireUsage } from '@waystation/wire/chat/reply/usage'
import { parseJson } from '@waystation/wire/encoding/json'
import { imageFormat } from '@waystation/wire/images/formats'
import { readImageEvent, readOwnReply } from '@waystation/wire/images/reply'
import type { Measured } from '../../../domain/pricing/hold-policy.ts'
import type { FrameReading, ReplyListener } from '../../reply.ts'
import { paidPictures } from '../../tasks/pictures/picture-charge.ts'
import type { Call } from '../../types.ts'

/** Reads the events of a stream, or a whole reply, and counts the pictures in it. */
export class ImageListener implements ReplyListener {
  readonly #measured: Measured | undefined
  readonly #asked: number
  readonly #format: string | undefined
  readonly #isStream: boolean
  #made = 0
  #usage: WireUsage | undefined
  isComplete = false

  /** @param count how many pictures were requested */
  constructor({ facts }: Call, count: number, { format, isStream }: { format: string | undefined; isStream: boolean }) {
    this.#measured = facts.size.measured
    this.#asked = count
    this.#format = format
    this.#isStream = isStream
  }

  push(frame: Parameters<ReplyListener['push']>[0]): FrameReading {
    // A whole reply was never cut out of a stream.
    return this.#isStream && frame.raw !== undefined ? this.#event(frame) : this.#whole(frame.data ?? '')
  }

  #event(frame: Parameters<ReplyListener['push']>[0]): FrameReading {
    const { isPicture, isMade, isEnd, usage, error } = readImageEvent(frame)
    if (error) return { text: '', isProduce: false, error }
    if (isMade) this.#made += 1
    // Each picture has its own count.
    if (usage) this.#usage = this.#usage ? added(this.#usage, usage) : usage
    this.isComplete ||= isEnd || this.#made > 0
    const isLast = isEnd || (isMade && this.#made >= this.#asked)
    return { text: '', isProduce: isPicture, ...(isLast ? { isEnd: true } : {}), ...(this.#made > 0 ? { usage: this.#paid() } : {}) }
  }

  #whole(text: string): FrameReading {
    const body = parseJson(text)
    // Those that were made by tasks are told in OpenAI's shape.
    const reply = imageFormat(this.#format)?.readReply(body) ?? readOwnReply(body)
    if (!reply) return { text: '', isProduce: false }
    this.#made = reply.images.length
    this.#usage = reply.usage
    this.isComplete = true
    return { text: '', isProduce: true, usage: this.#paid() }
  }

  /** What is paid for: the pictures that came, and the tokens that the vendor counts; where it counts none, as many as such pictures are charged as. */
  #paid(): WireUsage {
    return paidPictures({ count: this.#asked, measured: this.#measured }, this.#made, this.#usage)
  }

  end(): readonly [] {
    return []
  }
}

function added(one: WireUsage, other: WireUsage): WireUsage {
  const sums = Object.keys(noTokens).map((name) => [name, one[name as keyof typeof noTokens] + other[name as keyof typeof noTokens]])
  return { ...one, ...Object.fromEntries(sums), raw: [one.raw, other.raw] }
}
