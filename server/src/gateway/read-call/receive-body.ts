// The bytes of a body as they come in over the socket: bounded in size and in pace, and counted while they are incomplete, so that many
// half-sent bodies cannot fill the memory.
import type { IncomingMessage } from 'node:http'
import { AppError } from '@waystation/contract/errors'
import type { Share } from '../../lib/bodies/byte-budget.ts'
import type { CallOff, Clock } from '../../lib/clock.ts'
import { type BodyBudget, noRoomError } from './body-budget.ts'

export const MEBIBYTE = 1024 * 1024

/** Beyond this size, the sender's permission for large bodies is checked first. */
const CHECK_ABOVE_BYTES = MEBIBYTE
/** After this long, a body must have come in at the slowest rate allowed (R8). */
const SLOW_GRACE_MS = 10_000
const MIN_BYTES_PER_SECOND = 8 * 1024
const PACE_EVERY_MS = 2000

export interface Receiving {
  readonly userId: number
  readonly limitBytes: number
  readonly budget: BodyBudget
  readonly clock: Clock
  /** Throws when the sender may not send a large body. */
  readonly assertMayBeLarge: () => Promise<void>
}

export interface ReceivedBody {
  readonly bytes: Buffer
  /** The bytes are needed no more. A second time changes nothing. */
  release(): void
}

/**
 * The whole body. Throws body_too_large, body_too_slow, bad_request, too_many_large_bodies, overloaded, or what `assertMayBeLarge` throws.
 */
export async function receiveBody(request: IncomingMessage, receiving: Receiving): Promise<ReceivedBody> {
  const { limitBytes, userId, budget } = receiving
  const declared = Number(request.headers['content-length'] ?? 0)
  let share: Share | undefined
  try {
    if (declared > limitBytes) throw tooLarge(limitBytes)
    if (declared > CHECK_ABOVE_BYTES) {
      await receiving.assertMayBeLarge()
      share = await budget.receive(userId, declared)
    }
    const reader = new BodyReader(request, receiving, share)
    try {
      const bytes = await reader.whole
      return { bytes, release: () => reader.share?.release() }
    } catch (error) {
      share = reader.share
      throw error
    }
  } catch (error) {
    share?.release()
    throw error
  }
}

/** The refusal of a body beyond so many bytes. */
export function tooLarge(limitBytes: number): AppError {
  return new AppError('body_too_large', { limit: `${Math.floor(limitBytes / MEBIBYTE)} MB` })
}

class BodyReader {
  readonly whole: Promise<Buffer>
  /** Absent while there is nothing to count: most bodies come in one piece. */
  share: Share | undefined
  readonly #request: IncomingMessage
  readonly #receiving: Receiving
  readonly #isDeclared: boolean
  readonly #startedMs: number
  readonly #settle: PromiseWithResolvers<Buffer>
  #stopPace: CallOff | undefined
  #chunks: Buffer[] = []
  /** Takes a large body whose length is known, so that it is never there twice; absent: the chunks are joined at the end. */
  #whole: Buffer | undefined
  #size = 0
  #mayBeLarge: boolean

  constructor(request: IncomingMessage, receiving: Receiving, share: Share | undefined) {
    this.#request = request
    if (share) this.#whole = Buffer.allocUnsafeSlow(Number(request.headers['content-length']))
    this.#receiving = receiving
    this.#startedMs = receiving.clock.now()
    this.share = share
    this.#isDeclared = share !== undefined
    this.#mayBeLarge = share !== undefined
    this.#settle = Promise.withResolvers()
    this.whole = this.#settle.promise
    // It may have been cut off while it waited for room.
    if (request.destroyed && !request.complete) this.#fail(endedEarly())
    else this.#listen(request)
  }

  #listen(request: IncomingMessage): void {
    this.#stopPace = this.#receiving.clock.every(PACE_EVERY_MS, () => this.#judgePace())
    request.on('data', this.#take)
    request.on('end', () => this.#finish())
    request.on('error', (error) => this.#fail(error))
    request.on('close', () => {
      if (!request.complete) this.#fail(endedEarly())
    })
  }

  readonly #take = (chunk: Buffer) => {
    const isFirst = this.#size === 0
    this.#size += chunk.length
    if (this.#size > this.#receiving.limitBytes) return this.#fail(tooLarge(this.#receiving.limitBytes))
    if (this.#whole) chunk.copy(this.#whole, this.#size - chunk.length)
    else this.#chunks.push(chunk)
    if (this.#isDeclared) return
    if (!isFirst) {
      this.share ??= this.#receiving.budget.receiveUnknown(this.#receiving.userId)
      const full = this.share.grow(chunk.length)
      if (full !== undefined) return this.#fail(noRoomError(full))
    }
    if (this.#size > CHECK_ABOVE_BYTES && !this.#mayBeLarge) this.#checkMayBeLarge()
  }

  #checkMayBeLarge(): void {
    this.#mayBeLarge = true
    this.#request.pause()
    this.#receiving.assertMayBeLarge().then(
      () => this.#request.resume(),
      (error: unknown) => this.#fail(error),
    )
  }

  #judgePace(): void {
    const elapsedMs = this.#receiving.clock.now() - this.#startedMs
    if (elapsedMs > SLOW_GRACE_MS && this.#size < ((elapsedMs - SLOW_GRACE_MS) / 1000) * MIN_BYTES_PER_SECOND)
      this.#fail(new AppError('body_too_slow'))
  }

  #finish(): void {
    this.#stopPace?.()
    const [first] = this.#chunks
    if (this.#whole) this.#settle.resolve(this.#whole.subarray(0, this.#size))
    else this.#settle.resolve(this.#chunks.length === 1 && first ? first : Buffer.concat(this.#chunks))
    this.#chunks = []
  }

  /** What still comes is thrown away. */
  #fail(error: unknown): void {
    this.#stopPace?.()
    this.#chunks = []
    this.#whole = undefined
    this.#request.off('data', this.#take)
    this.#request.resume()
    this.#settle.reject(error)
  }
}

function endedEarly(): AppError {
  return new AppError('bad_request', { detail: { zh: '请求体不完整', en: 'the body ended early' } })
}
