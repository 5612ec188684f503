// Answers that come compressed although plain text is requested: some relays compress whatever they send (FLT-16).
import type { IncomingHttpHeaders } from 'node:http'
import { pipeline, type Readable } from 'node:stream'
import { createBrotliDecompress, createGunzip, createInflate, createZstdDecompress } from 'node:zlib'
import type { Dispatcher } from 'undici'
import { garbageFailure } from './failures.ts'

/** An answer of a vendor, its body in plain bytes. */
export interface DecompressedResponse {
  readonly statusCode: number
  readonly headers: IncomingHttpHeaders
  readonly body: Readable & { bytes?(): Promise<Uint8Array> }
}

const decompressors = {
  gzip: createGunzip,
  'x-gzip': createGunzip,
  br: createBrotliDecompress,
  deflate: createInflate,
  zstd: createZstdDecompress,
}

/**
 * The answer with its body decompressed. One layer only: what is compressed twice is a trap or a mistake. A body that is not what its header
 * says fails as it is read.
 * @throws UpstreamFailure on an encoding that is not known
 */
export function decompressed({ statusCode, headers, body }: Dispatcher.ResponseData): DecompressedResponse {
  const { 'content-encoding': encoding = 'identity', 'content-length': _, ...rest } = headers
  const name = String(encoding).trim().toLowerCase()
  if (name === 'identity' || name === '') return { statusCode, headers, body }
  if (!Object.hasOwn(decompressors, name)) {
    body.on('error', () => {}).destroy()
    throw garbageFailure(`the upstream compressed its answer as ${name.slice(0, 40)}`)
  }
  // Errors of either stream surface on the returned one.
  return { statusCode, headers: rest, body: pipeline(body, decompressors[name as keyof typeof decompressors](), () => {}) }
}
