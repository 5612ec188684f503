import type { IncomingMessage } from 'node:http'
import { AppError } from '@waystation/contract/errors'

const MAX_BYTES = 64 * 1024

/** A body that says something of a file, whole. Throws AppError body_too_large. */
export async function smallBody(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = []
  let bytes = 0
  for await (const chunk of request as AsyncIterable<Buffer>) {
    bytes += chunk.length
    if (bytes > MAX_BYTES) throw new AppError('body_too_large', { limit: '64 KB' })
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}
