// Forms with large files, sent piece by piece, so that the sender has no part in the memory of the machine.
import { Readable } from 'node:stream'
import { request } from 'undici'

const BOUNDARY = 'bench-form'
const PIECE = Buffer.alloc(64 * 1024, 'sound or picture')
const GIVE_UP_MS = 100_000

export interface LargeFile {
  readonly field: string
  readonly fileName: string
  readonly type: string
  /** How the file begins. */
  readonly head: Buffer
}

export interface LargeForm {
  readonly path: string
  readonly texts: Readonly<Record<string, string>>
  /** Of equal size, which together are as large as the form is said to be. */
  readonly files: readonly LargeFile[]
}

/** A recording of 16 kHz, 16 bit, one channel. Source: Multimedia Programming Interface and Data Specifications 1.0, "WAVE". */
export function waveHead(dataBytes: number): Buffer {
  const head = Buffer.alloc(44)
  head.write('RIFF', 0, 'latin1')
  head.writeUInt32LE(36 + dataBytes, 4)
  head.write('WAVEfmt ', 8, 'latin1')
  head.writeUInt32LE(16, 16)
  head.writeUInt16LE(1, 20)
  head.writeUInt16LE(1, 22)
  head.writeUInt32LE(16_000, 24)
  head.writeUInt32LE(32_000, 28)
  head.writeUInt16LE(2, 32)
  head.writeUInt16LE(16, 34)
  head.write('data', 36, 'latin1')
  head.writeUInt32LE(dataBytes, 40)
  return head
}

export interface FormAnswer {
  readonly status: number
  /** The code of a refusal; empty where there is none. */
  readonly code: string
  readonly hasRetryAfter: boolean
}

/** Sends a form whose files have so many bytes together. Throws where the connection ends without an answer. */
export async function sendForm(server: string, key: string, form: LargeForm, bytes: number): Promise<FormAnswer> {
  const pieces = () => piecesOf(form, Math.floor(bytes / form.files.length))
  let length = 0
  for (const piece of pieces()) length += piece.length
  const answer = await request(server + form.path, {
    method: 'POST',
    headers: {
      authorization: `Bearer sk-${key}`,
      'content-type': `multipart/form-data; boundary=${BOUNDARY}`,
      'content-length': String(length),
    },
    body: Readable.from(pieces(), { objectMode: false }),
    headersTimeout: GIVE_UP_MS,
  })
  const { error } = (await answer.body.json()) as { error?: { code?: unknown } }
  return {
    status: answer.statusCode,
    code: error === undefined ? '' : String(error.code),
    hasRetryAfter: answer.headers['retry-after'] !== undefined,
  }
}

function* piecesOf({ texts, files }: LargeForm, fileBytes: number): Generator<Buffer> {
  for (const [name, text] of Object.entries(texts))
    yield Buffer.from(`--${BOUNDARY}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${text}\r\n`)
  for (const { field, fileName, type, head } of files) {
    const disposition = `Content-Disposition: form-data; name="${field}"; filename="${fileName}"`
    yield Buffer.from(`--${BOUNDARY}\r\n${disposition}\r\nContent-Type: ${type}\r\n\r\n`)
    yield head
    for (let left = fileBytes - head.length; left > 0; left -= PIECE.length) yield PIECE.subarray(0, Math.min(left, PIECE.length))
    yield Buffer.from('\r\n')
  }
  yield Buffer.from(`--${BOUNDARY}--\r\n`)
}
