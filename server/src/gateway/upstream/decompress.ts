// Answers that come packed although plain text is asked for: some relays pack whatever they are asked (FLT-16).
import type { IncomingHttpHeaders } from 'node:http'
import { pipeline, type Readable } from 'node:stream'
import { createBrotliDecompress, createGunzip, createInflate, createZstdDecompress } from 'node:zlib'
import type { Dispatcher } from 'undici'
import { garbageFailure } from './failures.ts'

/** An answer of a vendor, its body in plain bytes. */
export interface UpstreamResponse {
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
 * The answer with its body unpacked. One layer only: what is packed twice is a trap or a mistake.
 * What comes of a body that is not what it says fails with an error that `isDecompressionError` knows.
 * @throws UpstreamFailure on a way of packing that is not known
 */
export function decompressed({ statusCode, headers, body }: Dispatcher.ResponseData): UpstreamResponse {
  const { 'content-encoding': encoding = 'identity', 'content-length': _, ...rest } = headers
  const name = String(encoding).trim().toLowerCase()
  if (name === 'identity' || name === '') return { statusCode, headers, body }
  if (!Object.hasOwn(decompressors, name)) {
    body.on('error', () => {}).destroy()
    throw garbageFailure(`the upstream packed its answer as ${name.slice(0, 40)}`)
  }
  // Who reads the last of the two hears of the failure of either.
  return { statusCode, headers: rest, body: pipeline(body, decompressors[name as keyof typeof decompressors](), () => {}) }
}

/** Is this what unpacking makes of bytes that were not packed so, or not to their end? */
export function isDecompressionError(error: unknown): boolean {
  return /^(Z_|ERR__|ERR_BROTLI_|ZSTD_)/.test(String((error as { code?: unknown } | null)?.code ?? ''))
}
