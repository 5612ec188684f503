// Reads the body of a model call: bounded in size, in time and in depth, and only after its sender is known.
import type { IncomingMessage } from 'node:http'
import { promisify } from 'node:util'
import { brotliDecompress, gunzip, inflate, zstdDecompress } from 'node:zlib'
import { AppError } from '@waystation/contract/errors'
import { jsonProblem } from '@waystation/contract/json-problem'
import { isObject, type Json, type JsonObject } from '@waystation/wire/json'

/** Objects and lists within each other, at most (control 40). */
const DEEPEST = 100
/** After this long, a body must have come in at the slowest rate allowed (R8). */
const SLOW_GRACE_MS = 10_000
const SLOWEST_BYTES_PER_SECOND = 8 * 1024

const decoders: Readonly<Record<string, (input: Buffer, options: { maxOutputLength: number }) => Promise<Buffer>>> = {
  gzip: promisify(gunzip) as never,
  deflate: promisify(inflate) as never,
  br: promisify(brotliDecompress) as never,
  zstd: promisify(zstdDecompress) as never,
}

/**
 * The body as a JSON object.
 * @throws AppError bad_json, bad_request, body_too_large, body_too_slow, bad_encoding or too_deep
 */
export async function readJsonBody(request: IncomingMessage, limitBytes: number): Promise<JsonObject> {
  const bytes = await decoded(await received(request, limitBytes), request.headers['content-encoding'], limitBytes)
  assertShallow(bytes)
  assertNoPrototypeKey(bytes)
  const value = parse(bytes)
  if (!isObject(value)) throw new AppError('bad_request', { detail: { zh: '请求体须为 JSON 对象', en: 'the body must be a JSON object' } })
  return value
}

async function received(request: IncomingMessage, limitBytes: number): Promise<Buffer> {
  const tooLarge = () => new AppError('body_too_large', { limit: `${Math.floor(limitBytes / 1024 / 1024)} MB` })
  if (Number(request.headers['content-length'] ?? 0) > limitBytes) throw tooLarge()
  const { promise, resolve, reject } = Promise.withResolvers<Buffer>()
  const chunks: Buffer[] = []
  let size = 0
  const startedMs = performance.now()
  const pace = setInterval(() => {
    const elapsedMs = performance.now() - startedMs
    if (elapsedMs > SLOW_GRACE_MS && size < ((elapsedMs - SLOW_GRACE_MS) / 1000) * SLOWEST_BYTES_PER_SECOND)
      reject(new AppError('body_too_slow'))
  }, 2000)
  request.on('data', (chunk: Buffer) => {
    size += chunk.length
    if (size > limitBytes) reject(tooLarge())
    else chunks.push(chunk)
  })
  request.on('end', () => resolve(chunks.length === 1 && chunks[0] ? chunks[0] : Buffer.concat(chunks)))
  request.on('error', reject)
  request.on('close', () => {
    if (!request.complete) reject(new AppError('bad_request', { detail: { zh: '请求体不完整', en: 'the body ended early' } }))
  })
  try {
    return await promise
  } finally {
    clearInterval(pace)
  }
}

async function decoded(bytes: Buffer, encoding: string | undefined, limitBytes: number): Promise<Buffer> {
  if (encoding === undefined || encoding === 'identity') return bytes
  const decode = decoders[encoding.trim().toLowerCase()]
  if (!decode) throw new AppError('bad_encoding', { encoding: encoding.slice(0, 40) })
  try {
    return await decode(bytes, { maxOutputLength: limitBytes })
  } catch (error) {
    if ((error as { code?: string }).code === 'ERR_BUFFER_TOO_LARGE')
      throw new AppError('body_too_large', { limit: `${Math.floor(limitBytes / 1024 / 1024)} MB` })
    const name = encoding.slice(0, 40)
    throw new AppError('bad_request', { detail: { zh: `请求体不是有效的 ${name} 数据`, en: `the body is not valid ${name}` } })
  }
}

function parse(bytes: Buffer): Json {
  try {
    return JSON.parse(bytes.toString('utf8')) as Json
  } catch (error) {
    throw new AppError('bad_json', { detail: jsonProblem(error) })
  }
}

const QUOTE = 34
const BACKSLASH = 92

/** Counts the depth over the bytes, before anything is built from them; texts are jumped over. */
function assertShallow(bytes: Buffer): void {
  let depth = 0
  for (let at = 0; at < bytes.length; at++) {
    const byte = bytes[at]
    if (byte === QUOTE) {
      at = endOfText(bytes, at)
    } else if (byte === 123 || byte === 91) {
      depth += 1
      if (depth > DEEPEST) throw new AppError('too_deep', { limit: DEEPEST })
    } else if (byte === 125 || byte === 93) depth -= 1
  }
}

/** Where the text that begins at `start` ends. */
function endOfText(bytes: Buffer, start: number): number {
  let at = start
  for (;;) {
    at = bytes.indexOf(QUOTE, at + 1)
    if (at < 0) return bytes.length
    let slashes = 0
    while (bytes[at - 1 - slashes] === BACKSLASH) slashes += 1
    if (slashes % 2 === 0) return at
  }
}

/** No client means a field of this name; whoever sends it is trying something (FLT-43). */
function assertNoPrototypeKey(bytes: Buffer): void {
  for (let at = bytes.indexOf('"__proto__"'); at >= 0; at = bytes.indexOf('"__proto__"', at + 1)) {
    const after = bytes.subarray(at + 11, at + 11 + 64).toString('latin1')
    if (/^\s*:/.test(after))
      throw new AppError('bad_request', {
        detail: { zh: `字段不能命名为 __proto__（位置 ${at}）`, en: `a field may not be called __proto__ (position ${at})` },
      })
  }
}
