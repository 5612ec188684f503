// Answers that come compressed although plain text is requested: some relays compress whatever they send (FLT-16).
import type { IncomingHttpHeaders } from 'node:http'
import { pipeline, type Transform } from 'node:stream'
import { createBrotliDecompress, createGunzip, createInflate, createZstdDecompress } from 'node:zlib'
import { type ByteSource, readableOf, sourceOf } from '../../lib/bodies/byte-source.ts'
import type { EgressAnswer } from '../../lib/net/awaited-answer.ts'
import { garbageFailure } from './failures.ts'

/** An answer of a vendor, its body in plain bytes. */
export interface DecompressedResponse {
  readonly statusCode: number
  readonly headers: IncomingHttpHeaders
  readonly body: ByteSource
}

const decompressors = new Map<string, () => Transform>([
  ['gzip', createGunzip],
  ['x-gzip', createGunzip],
  ['br', createBrotliDecompress],
  ['deflate', createInflate],
  ['zstd', createZstdDecompress],
])

/**
 * The answer with its body decompressed. One layer only: a body compressed twice is an attack or a mistake. A body that does not match its
 * content-encoding fails as it is read.
 * @throws UpstreamFailure on an encoding that is not known
 */
export function decompressed({ statusCode, headers, body }: EgressAnswer): DecompressedResponse {
  const { 'content-encoding': encoding = 'identity', 'content-length': _, ...rest } = headers
  const name = String(encoding).trim().toLowerCase()
  if (name === 'identity' || name === '') return { statusCode, headers, body }
  const create = decompressors.get(name)
  if (!create) {
    body.destroy()
    throw garbageFailure(`the upstream compressed its answer as ${name.slice(0, 40)}`)
  }
  // Errors of either stream surface on the second.
  return { statusCode, headers: rest, body: sourceOf(pipeline(readableOf(body), create(), () => {})) }
}
