// The only module that sends requests to vendors: exchanges the key for a token where the vendor wants one, signs a request, sends it, and
// decompresses its answer. Calls, channel tests, model lists, balances and token counts all go through here.
import type { EventEmitter } from 'node:events'
import { Readable } from 'node:stream'
import type { FramingName } from '@waystation/wire/encoding/framing'
import { parseJson } from '@waystation/wire/encoding/json'
import { readError } from '@waystation/wire/openai/error'
import { errors } from 'undici'
import { peeked, readableOf } from '../../lib/bodies/byte-source.ts'
import { type ReadLimits, readBeginning, readCapped } from '../../lib/bodies/read-capped.ts'
import { joined } from '../../lib/bodies/sent-body.ts'
import { type Clock, systemClock } from '../../lib/clock.ts'
import type { Egress } from '../../lib/net/egress.ts'
import { MessageSocket } from '../../lib/net/message-socket.ts'
import { openSocket } from '../../lib/net/open-socket.ts'
import type { VendorRequest } from '../../providers/conversation.ts'
import type { ChannelTarget, Provider, UnsignedRequest } from '../../providers/provider.ts'
import { proxyOf } from '../../providers/target.ts'
import { Credentials, type HeldToken } from './credentials.ts'
import { type DecompressedResponse, decompressed } from './decompress.ts'
import { failureOf } from './failures.ts'
import { FrameSource } from './frame-source.ts'

/** A request whose body may be sent while it comes in. */
export type SentRequest = Omit<VendorRequest, 'body'> & { readonly body?: VendorRequest['body'] | Readable }

/** The vendor, the credentials and the time limits of an exchange. */
export interface ExchangeTarget {
  readonly provider: Pick<Provider, 'id' | 'sign' | 'credential' | 'normalizeStatus'>
  readonly channel: ChannelTarget
  /** Longest wait for the answer's status and headers. */
  readonly firstByteMs: number
  /** Longest silence within the answer's body. */
  readonly idleMs: number
  /** Emits `abort` when the answer is no longer needed. */
  readonly signal?: EventEmitter
}

/** For the token that a key is exchanged for: the wait for it, and its size. A call has a first byte to wait for after it. */
const TOKEN_MS = 10_000
const MAX_TOKEN_ANSWER_BYTES = 64 * 1024
/** As much of the answer to a token that is not taken any more is read, so that its connection can be used again. */
const REFUSAL_LIMITS = { maxBytes: 16 * 1024, deadlineMs: 1000 }
/** What is longer is no refusal of a token. */
const MAX_REFUSAL_CHARACTERS = 4096

/** Sends requests to vendors. */
export class Exchange {
  readonly #egress: Egress
  readonly #clock: Clock
  readonly #credentials: Credentials

  constructor(egress: Egress, clock: Clock = systemClock) {
    this.#egress = egress
    this.#clock = clock
    const send = (request: UnsignedRequest, channel: ChannelTarget) => this.#sendForToken(request, channel)
    this.#credentials = new Credentials({ send, clock, date: () => new Date() })
  }

  /** Sends a request. Throws UpstreamFailure where no answer comes back. */
  async send(request: SentRequest, target: ExchangeTarget): Promise<VendorAnswer> {
    try {
      // Most vendors take the key as it is: their calls wait for nothing here.
      if (!target.provider.credential) return await this.#sendAs(undefined, request, target)
      const held = await this.#tokenFor(target, request.url)
      const answer = await this.#sendAs(held, request, target)
      if (!held || !(await refusesToken(answer, target))) return answer
      this.#credentials.forget(held)
      // A body that was streamed is gone.
      if (held.isNew || request.body instanceof Readable) return answer
      // A token may be called back before its time. The vendor has done nothing yet, so the same request goes once more, with a new one.
      await answer.beginning(REFUSAL_LIMITS)
      const renewed = await this.#tokenFor(target, request.url)
      const second = await this.#sendAs(renewed, request, target)
      if (renewed && (await refusesToken(second, target))) this.#credentials.forget(renewed)
      return second
    } catch (error) {
      throw failureOf(error)
    }
  }

  /**
   * Opens a socket to the vendor, as whom the channel's key says.
   * @throws UpstreamFailure where there is no answer, or none that opens one
   */
  async open(request: Pick<SentRequest, 'url' | 'headers'>, target: ExchangeTarget): Promise<MessageSocket | VendorAnswer> {
    const { provider, channel, firstByteMs, signal } = target
    try {
      const held = provider.credential ? await this.#tokenFor(target, request.url) : undefined
      const headers = held ? { ...request.headers, authorization: `Bearer ${held.token}` } : request.headers
      const asked = { url: request.url, headers, headersTimeoutMs: firstByteMs, ...(signal ? { signal } : {}), proxy: proxyOf(channel) }
      const opened = await openSocket(this.#egress, asked)
      return opened instanceof MessageSocket ? opened : new VendorAnswer(decompressed(opened), this.#clock)
    } catch (error) {
      throw failureOf(error)
    }
  }

  async #tokenFor({ provider, channel, signal }: ExchangeTarget, url: URL): Promise<HeldToken | undefined> {
    const found = provider.credential && this.#credentials.tokenOf(provider, channel, url)
    return found instanceof Promise ? unlessAborted(found, signal) : found
  }

  async #sendAs(held: HeldToken | undefined, request: SentRequest, target: ExchangeTarget): Promise<VendorAnswer> {
    const { provider, channel, firstByteMs, idleMs, signal } = target
    const { method, url, body } = request
    const shown = held ? { ...request.headers, authorization: `Bearer ${held.token}` } : request.headers
    // A signature covers the whole body.
    const headers =
      provider.sign && !(body instanceof Readable)
        ? await provider.sign({ ...request, headers: shown, body: body && joined(body) }, channel, new Date())
        : shown
    const response = await this.#egress.send({
      ...{ method, url, headers },
      ...(body === undefined ? {} : { body }),
      ...(signal ? { signal } : {}),
      ...{ proxy: proxyOf(channel), headersTimeoutMs: firstByteMs, bodyTimeoutMs: idleMs },
    })
    return new VendorAnswer(decompressed(response), this.#clock)
  }

  async #sendForToken({ method, url, headers, body }: UnsignedRequest, channel: ChannelTarget) {
    const limits = { headersTimeoutMs: TOKEN_MS, bodyTimeoutMs: TOKEN_MS }
    const sent = { method, url, headers, ...(body === undefined ? {} : { body }), proxy: proxyOf(channel), ...limits }
    const answer = new VendorAnswer(decompressed(await this.#egress.send(sent)), this.#clock)
    const bytes = await answer.whole({ maxBytes: MAX_TOKEN_ANSWER_BYTES, deadlineMs: TOKEN_MS })
    return { status: answer.status, text: bytes.toString('utf8') }
  }
}

/** Is the answer about the token that was shown? Some vendors say so with another status than 401, a good one too: their providers know it. */
async function refusesToken(answer: VendorAnswer, { provider }: ExchangeTarget): Promise<boolean> {
  if (answer.status === 401) return true
  if (!provider.normalizeStatus || (answer.isOk && !/\bjson\b/.test(answer.contentType))) return false
  const text = await answer.peek()
  const body = text.length > MAX_REFUSAL_CHARACTERS ? undefined : parseJson(text)
  return body !== undefined && provider.normalizeStatus(readError(answer.status, body)) === 401
}

/** Waits for what others may wait for too: who leaves stops waiting, and ends nothing. */
function unlessAborted<Value>(promise: Promise<Value>, signal: EventEmitter | undefined): Promise<Value> {
  if (!signal) return promise
  const left = Promise.withResolvers<never>()
  const leave = () => left.reject(new errors.RequestAbortedError())
  signal.once('abort', leave)
  return Promise.race([promise, left.promise]).finally(() => signal.off('abort', leave))
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

  /** The body as a stream of Node's, for what is passed on without being read. */
  stream(): Readable {
    return readableOf(this.#body)
  }

  /** The body as the frames of a stream. */
  frames(framing: FramingName): FrameSource {
    return new FrameSource(this.#body, framing, this.#clock)
  }
}
