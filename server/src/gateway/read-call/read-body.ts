// Reads the body of a model call: only after its sender is known, and no more of it than the sender may have us take (decision D41). Bounded
// in size, in time, in depth and in the number of its values; what is large waits for room, and is read in slices.
import type { IncomingMessage } from 'node:http'
import { promisify } from 'node:util'
import { brotliDecompress, gunzip, inflate, zstdDecompress } from 'node:zlib'
import { AppError } from '@waystation/contract/errors'
import { jsonProblem } from '@waystation/contract/json-problem'
import { isObject, type Json, type JsonObject } from '@waystation/wire/json'
import type { BodyRoom } from '../types.ts'
import type { BodyBudget } from './body-budget.ts'
import { type BodyLimits, BodyScan } from './body-scan.ts'
import { MEBIBYTE, type ReceivedBody, receiveBody } from './receive-body.ts'

/** Larger bodies are counted, wait for room, and are only taken from those who have something to spend. */
export const LARGE_BODY_BYTES = MEBIBYTE
/** Values in a body of somebody who has nothing to spend; with more of them, reading it takes turns with the work of others. */
const MANY_VALUES = 20_000
/** What is looked over at one go. */
const SLICE_BYTES = MEBIBYTE
/** Up to here, looking it over costs no more than other steps of a call. */
const ONE_GO_BYTES = 256 * 1024

type Decoder = (input: Buffer, options: { maxOutputLength: number }) => Promise<Buffer>

const decoders: Readonly<Record<string, Decoder>> = {
  gzip: promisify(gunzip) as Decoder,
  deflate: promisify(inflate) as Decoder,
  br: promisify(brotliDecompress) as Decoder,
  zstd: promisify(zstdDecompress) as Decoder,
}

/** Who sends a body, and how much may be taken of them. */
export interface BodySender {
  readonly userId: number
  readonly limitBytes: number
  readonly limits: BodyLimits
  readonly budget: BodyBudget
  /** Has the sender anything to spend? Asked only about bodies beyond the small limits. */
  readonly hasBalance: () => Promise<boolean>
}

export interface ReadBody {
  readonly body: JsonObject
  /** Is it so large that each step with it takes a turn of its own? */
  readonly isHeavy: boolean
  /** What it takes up, to be given back when the call is over. */
  readonly room: BodyRoom | undefined
}

/**
 * The body as a JSON object.
 * @throws AppError bad_json, bad_request, bad_encoding, body_too_large, body_too_slow, body_needs_balance, too_many_large_bodies, overloaded,
 * or what BodyScan throws
 */
export async function readJsonBody(request: IncomingMessage, sender: BodySender): Promise<ReadBody> {
  const received = await receiveBody(request, { ...sender, assertMayBeLarge: () => assertBalance(sender) })
  let room: BodyRoom | undefined
  try {
    const plain = await decoded(received, request.headers['content-encoding'], sender)
    room = plain.room
    received.release()
    return { ...(await parsed(plain.bytes, sender)), room }
  } catch (error) {
    received.release()
    room?.release()
    throw error
  }
}

/** Throws body_needs_balance unless the sender has something to spend. */
async function assertBalance({ hasBalance }: BodySender): Promise<void> {
  if (!(await hasBalance())) throw new AppError('body_needs_balance', { megabytes: LARGE_BODY_BYTES / MEBIBYTE, values: MANY_VALUES })
}

interface PlainBody {
  readonly bytes: Buffer
  /** Set where it is large. */
  readonly room: BodyRoom | undefined
}

async function decoded({ bytes }: ReceivedBody, encoding: string | undefined, sender: BodySender): Promise<PlainBody> {
  const { budget, userId, limitBytes } = sender
  if (encoding === undefined || encoding === 'identity')
    return { bytes, room: bytes.length > LARGE_BODY_BYTES ? await budget.work(userId, bytes.length) : undefined }
  const decode = decoders[encoding.trim().toLowerCase()]
  if (!decode) throw new AppError('bad_encoding', { encoding: encoding.slice(0, 40) })
  const small = await unpackedTo(Math.min(LARGE_BODY_BYTES, limitBytes), bytes, decode, encoding)
  if (small) return { bytes: small, room: undefined }

  const tooLarge = () => new AppError('body_too_large', { limit: `${Math.floor(limitBytes / MEBIBYTE)} MB` })
  if (limitBytes <= LARGE_BODY_BYTES) throw tooLarge()
  await assertBalance(sender)
  // How large it will be is not known before it is unpacked.
  const room = await budget.work(userId, limitBytes)
  try {
    const large = await unpackedTo(limitBytes, bytes, decode, encoding)
    if (!large) throw tooLarge()
    room.shrinkTo(large.length)
    return { bytes: large, room }
  } catch (error) {
    room.release()
    throw error
  }
}

/** The bytes unpacked; undefined when they would be more than the maximum. Throws bad_request. */
async function unpackedTo(maxOutputLength: number, bytes: Buffer, decode: Decoder, encoding: string): Promise<Buffer | undefined> {
  try {
    return await decode(bytes, { maxOutputLength })
  } catch (error) {
    if ((error as { code?: string }).code === 'ERR_BUFFER_TOO_LARGE') return undefined
    const name = encoding.slice(0, 40)
    throw new AppError('bad_request', { detail: { zh: `请求体不是有效的 ${name} 数据`, en: `the body is not valid ${name}` } })
  }
}

async function parsed(bytes: Buffer, sender: BodySender): Promise<{ body: JsonObject; isHeavy: boolean }> {
  const { turns } = sender.budget
  const scan = new BodyScan(bytes, sender.limits)
  if (bytes.length <= ONE_GO_BYTES) scan.run()
  else
    while (!scan.isDone) {
      await turns.next()
      scan.run(SLICE_BYTES)
    }
  const hasMany = scan.values > MANY_VALUES
  if (hasMany) await assertBalance(sender)
  const isHeavy = hasMany || bytes.length > LARGE_BODY_BYTES
  if (isHeavy) await turns.next()
  const text = bytes.toString('utf8')
  if (isHeavy) await turns.next()
  const body = parse(text)
  if (!isObject(body)) throw new AppError('bad_request', { detail: { zh: '请求体须为 JSON 对象', en: 'the body must be a JSON object' } })
  if (isHeavy) await turns.next()
  return { body, isHeavy }
}

function parse(text: string): Json {
  try {
    return JSON.parse(text) as Json
  } catch (error) {
    throw new AppError('bad_json', { detail: jsonProblem(error) })
  }
}
