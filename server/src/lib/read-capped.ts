// The only reader of whole bodies that come from another host: it takes so many bytes and so much time, whatever the far end does.
import type { Readable } from 'node:stream'
import { errors } from 'undici'

/** More came than may be taken. */
export class BodyTooLarge extends Error {
  constructor(maxBytes: number) {
    super(`the body is larger than ${maxBytes} bytes`)
    this.name = 'BodyTooLarge'
  }
}

export interface ReadLimits {
  readonly maxBytes: number
  /** For the whole body, from now on, in milliseconds. */
  readonly deadlineMs: number
}

/** A body as the client library gives it, or unpacked. */
export type CappedBody = Readable & { bytes?(): Promise<Uint8Array> }

/**
 * The whole body.
 * @param declaredBytes the length that the far end is held to by its headers; such a body is taken in one piece
 * @throws BodyTooLarge, undici's BodyTimeoutError after the deadline, or what the stream fails with
 */
export async function readCapped(body: CappedBody, { maxBytes, deadlineMs }: ReadLimits, declaredBytes = Number.NaN): Promise<Buffer> {
  if (declaredBytes > maxBytes) {
    body.on('error', () => {}).destroy()
    throw new BodyTooLarge(maxBytes)
  }
  const timer = setTimeout(() => body.destroy(new errors.BodyTimeoutError()), deadlineMs)
  try {
    if (declaredBytes <= maxBytes && body.bytes) {
      const bytes = await body.bytes()
      return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
    }
    const chunks: Buffer[] = []
    let size = 0
    for await (const chunk of body as AsyncIterable<Buffer>) {
      size += chunk.length
      // Leaving the loop closes the stream.
      if (size > maxBytes) throw new BodyTooLarge(maxBytes)
      chunks.push(chunk)
    }
    return Buffer.concat(chunks)
  } finally {
    clearTimeout(timer)
  }
}

/** The beginning of a body, as text: what came within the limits. What follows is not read. Never fails. */
export async function readBeginning(body: Readable, { maxBytes, deadlineMs }: ReadLimits): Promise<string> {
  const chunks: Buffer[] = []
  let size = 0
  const timer = setTimeout(() => body.destroy(new errors.BodyTimeoutError()), deadlineMs)
  try {
    for await (const chunk of body as AsyncIterable<Buffer>) {
      chunks.push(chunk)
      size += chunk.length
      if (size >= maxBytes) break
    }
  } catch {
    // What came until then is all there is to tell.
  } finally {
    clearTimeout(timer)
  }
  return Buffer.concat(chunks).subarray(0, maxBytes).toString('utf8')
}
