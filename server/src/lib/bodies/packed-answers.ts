// Answers travel packed to clients that can unpack them. Only what is mounted with this hook: never calls of models, whose streams must
// arrive word by word (decision 24).
import { pipeline, type Readable } from 'node:stream'
import { promisify } from 'node:util'
import { brotliCompress, constants, createBrotliCompress, createGzip, gzip } from 'node:zlib'
import type { FastifyReply, FastifyRequest } from 'fastify'

/** A shorter answer fits into the packet that its head is in. */
const MIN_BYTES = 1024
/** A tenth of the time that files are packed with, for an answer that is sent once. */
const brotliOptions = { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } }

type Encoding = 'br' | 'gzip'
const packText = {
  br: (text: string | Buffer) => promisify(brotliCompress)(text, brotliOptions),
  gzip: (text: string | Buffer) => promisify(gzip)(text),
} as const
const packStream = { br: () => createBrotliCompress(brotliOptions), gzip: () => createGzip() } as const

/** The hook `onSend` of whatever is to be packed: texts from 1 KB on, and files as they are read. */
export async function packAnswer(request: FastifyRequest, reply: FastifyReply, payload: unknown): Promise<unknown> {
  const isWhole = typeof payload === 'string' || Buffer.isBuffer(payload)
  // A file that broke before its first byte is answered once more, with an error.
  reply.removeHeader('content-encoding')
  if (isWhole ? Buffer.byteLength(payload) < MIN_BYTES : !isReadable(payload)) return payload
  // Also on the answer that is sent as it is: a cache must not give it to those who ask in another way.
  reply.header('vary', 'accept-encoding')
  const encoding = acceptedEncoding(request.headers['accept-encoding'])
  if (encoding === undefined) return payload
  reply.header('content-encoding', encoding).removeHeader('content-length')
  if (isWhole) return packText[encoding](payload)
  // When either end breaks, so does the other; the connection is then cut by whoever reads the packed one.
  return pipeline(payload as Readable, packStream[encoding](), () => undefined)
}

function isReadable(payload: unknown): payload is Readable {
  return typeof payload === 'object' && payload !== null && 'pipe' in payload
}

/** The better of the two encodings that a client takes, by the header `Accept-Encoding`; undefined: neither. */
export function acceptedEncoding(header: string | string[] | undefined): Encoding | undefined {
  const weights = new Map(
    [header ?? []]
      .flat()
      .join(',')
      .toLowerCase()
      .split(',')
      .map((part) => part.split(';').map((word) => word.trim()))
      .map(([name = '', weight = '']) => [name, /^q\s*=/.test(weight) ? Number(weight.replace(/^q\s*=/, '')) : 1]),
  )
  const weightOf = (name: Encoding) => weights.get(name) ?? weights.get('*') ?? 0
  const [br, gz] = [weightOf('br'), weightOf('gzip')]
  if (br > 0 && br >= (gz || 0)) return 'br'
  return gz > 0 ? 'gzip' : undefined
}
