// A body that goes on to a vendor while it comes in: bounded in size and in silence, and never held whole.
import type { IncomingMessage } from 'node:http'
import { Transform } from 'node:stream'
import { AppError } from '@waystation/contract/errors'
import type { Clock } from '../../lib/clock.ts'
import { MEBIBYTE } from '../read-call/receive-body.ts'

/** A sender that is waited for sends something at least this often. */
const MAX_SILENCE_MS = 30_000
const LOOK_EVERY_MS = 2000

export interface MeteredBody {
  readonly stream: Transform
  /** Why the body was broken off, where that was not the vendor's doing. */
  readonly refusal: () => AppError | undefined
  /** What the sender still sends is thrown away, so that it hears the answer. */
  end(): void
}

/** Throws AppError body_too_large where the size that is announced is beyond the limit. */
export function meteredBody(request: IncomingMessage, limitBytes: number, clock: Clock): MeteredBody {
  const tooLarge = () => new AppError('body_too_large', { limit: `${Math.floor(limitBytes / MEBIBYTE)} MB` })
  if (Number(request.headers['content-length'] ?? 0) > limitBytes) throw tooLarge()
  let refusal: AppError | undefined
  let bytes = 0
  let heardMs = clock.now()
  const stream = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      bytes += chunk.length
      heardMs = clock.now()
      if (bytes > limitBytes) fail(tooLarge())
      else done(null, chunk)
    },
  })
  const fail = (error: AppError) => {
    refusal ??= error
    stream.destroy(error)
  }
  const stopLooking = clock.every(LOOK_EVERY_MS, () => {
    // While the vendor is slow, nothing more is taken from the sender.
    if (stream.readableLength > 0) heardMs = clock.now()
    else if (clock.now() - heardMs > MAX_SILENCE_MS) fail(new AppError('body_too_slow'))
  })
  const end = () => {
    stopLooking()
    request.unpipe(stream)
    request.resume()
  }
  request.once('close', () => {
    if (!request.complete) fail(new AppError('bad_request', { detail: { zh: '请求体不完整', en: 'the body ended early' } }))
  })
  stream.once('close', end)
  // The reader of the stream hears of an error; without this, one that comes before it reads would end the process.
  stream.on('error', () => {})
  request.pipe(stream)
  return { stream, refusal: () => refusal, end }
}
