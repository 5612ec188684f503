// The only module that sends requests to vendors: signs a request, sends it, and decompresses its answer. Calls, channel tests, model
// lists, balances and token counts all go through here.
import type { EventEmitter } from 'node:events'
import type { FramingName } from '@waystation/wire/framing'
import { peeked } from '../../lib/byte-source.ts'
import { type Clock, systemClock } from '../../lib/clock.ts'
import type { Egress } from '../../lib/egress.ts'
import { type ReadLimits, readBeginning, readCapped } from '../../lib/read-capped.ts'
import type { VendorRequest } from '../../providers/conversation.ts'
import type { ChannelTarget, Provider } from '../../providers/provider.ts'
import { type DecompressedResponse, decompressed } from './decompress.ts'
import { failureOf } from './failures.ts'
import { FrameSource } from './frame-source.ts'

/** The vendor, the credentials and the time limits of an exchange. */
export interface ExchangeTarget {
  readonly provider: Pick<Provider, 'sign'>
  readonly channel: ChannelTarget
  /** Longest wait for the answer's status and headers. */
  readonly firstByteMs: number
  /** Longest silence within the answer's body. */
  readonly idleMs: number
  /** Emits `abort` when the answer is no longer needed. */
  readonly signal?: EventEmitter
}

/** Sends requests to vendors. */
export class Exchange {
  readonly #egress: Egress
  readonly #clock: Clock

  constructor(egress: Egress, clock: Clock = systemClock) {
    this.#egress = egress
    this.#clock = clock
  }

  /** Sends a request. Throws UpstreamFailure where no answer comes back. */
  async send(request: VendorRequest, { provider, channel, firstByteMs, idleMs, signal }: ExchangeTarget): Promise<VendorAnswer> {
    const { method, url, body } = request
    try {
      const headers = provider.sign ? await provider.sign({ ...request, body }, channel, new Date()) : request.headers
      const response = await this.#egress.send({
        method,
        url,
        headers,
        ...(body === undefined ? {} : { body }),
        ...(signal ? { signal } : {}),
        proxy: typeof channel.setting.proxy === 'string' ? channel.setting.proxy : undefined,
        headersTimeoutMs: firstByteMs,
        bodyTimeoutMs: idleMs,
      })
      return new VendorAnswer(decompressed(response), this.#clock)
    } catch (error) {
      throw failureOf(error)
    }
  }
}

/** What a vendor answered: its status and headers, and a body that is read once, in one of these ways. */
export class VendorAnswer {
  readonly status: number
  readonly headers: DecompressedResponse['headers']
  #body: DecompressedResponse['body']
  readonly #clock: Clock

  constructor({ statusCode, headers, body }: DecompressedResponse, clock: Clock) {
    this.status = statusCode
    this.headers = headers
    this.#body = body
    this.#clock = clock
  }

  get isOk(): boolean {
    return this.status >= 200 && this.status < 300
  }

  get contentType(): string {
    return String(this.headers['content-type'] ?? '')
  }

  /** The whole body. Throws UpstreamFailure where it is too large, takes too long, or breaks off. */
  async whole(limits: ReadLimits): Promise<Buffer> {
    const length = this.headers['content-length']
    try {
      return await readCapped(this.#body, limits, length === undefined ? undefined : Number(length))
    } catch (error) {
      throw failureOf(error)
    }
  }

  /** The first bytes of the body as text; they stay to be read. Waits for them. */
  async peek(): Promise<string> {
    const { first, source } = await peeked(this.#body)
    this.#body = source
    return first.toString('utf8')
  }

  /** The beginning of the body as text, for an error message. Never throws. */
  beginning(limits: ReadLimits): Promise<string> {
    return readBeginning(this.#body, limits)
  }

  /** The body as the frames of a stream. */
  frames(framing: FramingName): FrameSource {
    return new FrameSource(this.#body, framing, this.#clock)
  }
}
