// The only readers of whole bodies from other hosts: they limit bytes and time, whatever the sender does.
import { errors } from 'undici'
import type { ByteSource } from './byte-source.ts'

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

/**
 * The whole body.
 * @param declaredBytes the length that the response's headers declare
 * @throws BodyTooLarge, undici's BodyTimeoutError after the deadline, or the source's error
 */
export async function readCapped(source: ByteSource, limits: ReadLimits, declaredBytes = 0): Promise<Buffer> {
  const { maxBytes } = limits
  if (declaredBytes > maxBytes) {
    source.destroy(new BodyTooLarge(maxBytes))
    throw new BodyTooLarge(maxBytes)
  }
  const chunks: Buffer[] = []
  let size = 0
  await readAll(source, limits, (bytes) => {
    size += bytes.length
    if (size > maxBytes) source.destroy(new BodyTooLarge(maxBytes))
    else chunks.push(bytes)
  })
  return joined(chunks)
}

/** The beginning of a body, as text: what came within the limits. What follows is not read. Never fails. */
export async function readBeginning(source: ByteSource, limits: ReadLimits): Promise<string> {
  const { maxBytes } = limits
  const chunks: Buffer[] = []
  let size = 0
  try {
    await readAll(source, limits, (bytes) => {
      chunks.push(bytes)
      size += bytes.length
      if (size >= maxBytes) source.destroy()
    })
  } catch {
    // The bytes so far are all there is to report.
  }
  return joined(chunks).subarray(0, maxBytes).toString('utf8')
}

/** Resolves at the end; rejects with what the source fails with, or BodyTimeoutError. */
function readAll(source: ByteSource, { deadlineMs }: ReadLimits, take: (bytes: Buffer) => void): Promise<void> {
  return new Promise((resolve, reject) => {
    let timer: NodeJS.Timeout | undefined
    let isOver = false
    const settle = (error?: Error) => {
      isOver = true
      clearTimeout(timer)
      if (error) reject(error)
      else resolve()
    }
    source.read({ chunk: take, end: () => settle(), failed: settle })
    // Most bodies are small, and have come with their headers.
    if (!isOver) timer = setTimeout(() => source.destroy(new errors.BodyTimeoutError()), deadlineMs)
  })
}

function joined(chunks: readonly Buffer[]): Buffer {
  const [first] = chunks
  return chunks.length === 1 && first ? first : Buffer.concat(chunks)
}
