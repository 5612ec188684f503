// Reads the body of a model call: only after its sender is known, and no more of it than the sender may have us take (decision D41).
// Bounded in size, in time, in depth and in the number of its values; what is large waits for room, and is read in slices.
import type { IncomingMessage } from 'node:http'
import { promisify } from 'node:util'
import { brotliDecompress, gunzip, inflate, zstdDecompress } from 'node:zlib'
import { AppError } from '@waystation/contract/errors'
import { jsonProblem } from '@waystation/contract/values/json-problem'
import { isObject, type Json, type JsonObject } from '@waystation/wire/encoding/json'
import type { Clock } from '../../lib/clock.ts'
import { errorCode } from '../../lib/fields.ts'
import type { Form } from '../form.ts'
import type { BodyRoom } from '../types.ts'
import type { BodyBudget } from './body-budget.ts'
import { type BodyLimits, BodyScan } from './body-scan.ts'
import { MEBIBYTE, type ReceivedBody, receiveBody, tooLarge } from './receive-body.ts'

/** Larger bodies are counted, wait for room, and are only accepted from callers with a balance. */
export const LARGE_BODY_BYTES = MEBIBYTE
/** Maximum values in a body of a caller without a balance; a body with more is read in slices, so that other calls are not delayed. */
const MANY_VALUES = 20_000
/** What is looked over at one go. */
const SLICE_BYTES = MEBIBYTE
/** Up to here, looking it over costs no more than other steps of a call. */
const ONE_GO_BYTES = 256 * 1024

type Decoder = (input: Buffer, options: { maxOutputLength: number }) => Promise<Buffer>

const decoders: Readonly<Record<string, Decoder>> = {
  gzip: promisify(gunzip),
  deflate: promisify(inflate),
  br: promisify(brotliDecompress),
  zstd: promisify(zstdDecompress),
}

/** The sender of a body, and how much they may send. */
export interface BodySender {
  readonly userId: number
  readonly limitBytes: number
  readonly limits: BodyLimits
  readonly budget: BodyBudget
  readonly clock: Clock
  /** Does the sender have a balance? Checked only for bodies beyond the small limits. */
  readonly hasBalance: () => Promise<boolean>
}

export interface ReadBody {
  readonly body: JsonObject
  /** Set where it came as a form, whose texts `body` has. */
  readonly form?: Form
  /** Of the body as it came, unpacked. */
  readonly bytes: number
  /** Is it so large that each step with it takes a turn of its own? */
  readonly isHeavy: boolean
  /** What it takes up, to be given back when the call is over. */
  readonly room: BodyRoom | undefined
}

/**
 * The body as a JSON object.
 * @throws AppError bad_json, or what readBodyAs and BodyScan throw
 */
export function readJsonBody(request: IncomingMessage, sender: BodySender): Promise<ReadBody> {
  return readBodyAs(request, sender, (bytes) => parsed(bytes, sender))
}

/**
 * A message that has been received whole, as a JSON object.
 * @param hasRoom is it part of something that has taken up its room?
 * @returns it, and how many values there are in it
 * @throws AppError body_too_large, bad_json, or what BodyScan and the budget throw
 */
export async function readJsonMessage(
  bytes: Buffer,
  sender: BodySender,
  { hasRoom = false }: { readonly hasRoom?: boolean } = {},
): Promise<ReadBody & { readonly values: number }> {
  if (bytes.length > sender.limitBytes) throw tooLarge(sender.limitBytes)
  const isLarge = bytes.length > LARGE_BODY_BYTES
  if (isLarge) await assertBalance(sender)
  const room = isLarge && !hasRoom ? await sender.budget.work(sender.userId, bytes.length) : undefined
  try {
    return { ...(await parsed(bytes, sender)), bytes: bytes.length, room }
  } catch (error) {
    room?.release()
    throw error
  }
}

/**
 * The body, received within the limits of its sender and decompressed, as what `read` makes of its bytes.
 * @throws AppError bad_request, bad_encoding, body_too_large, body_too_slow, body_needs_balance, too_many_large_bodies, overloaded, or what
 * `read` throws
 */
export async function readBodyAs(
  request: IncomingMessage,
  sender: BodySender,
  read: (bytes: Buffer) => Promise<Omit<ReadBody, 'room' | 'bytes'>>,
): Promise<ReadBody> {
  const received = await receiveBody(request, { ...sender, assertMayBeLarge: () => assertBalance(sender) })
  let room: BodyRoom | undefined
  try {
    const plain = await decoded(received, request.headers['content-encoding'], sender)
    room = plain.room
    received.release()
    return { ...(await read(plain.bytes)), bytes: plain.bytes.length, room }
  } catch (error) {
    received.release()
    room?.release()
    throw error
  }
}

/** Throws body_needs_balance unless the sender has a balance. */
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

  if (limitBytes <= LARGE_BODY_BYTES) throw tooLarge(limitBytes)
  await assertBalance(sender)
  // Its decompressed size is not known yet.
  const room = await budget.work(userId, limitBytes)
  try {
    const large = await unpackedTo(limitBytes, bytes, decode, encoding)
    if (!large) throw tooLarge(limitBytes)
    room.shrinkTo(large.length)
    return { bytes: large, room }
  } catch (error) {
    room.release()
    throw error
  }
}

/** The bytes decompressed; undefined when they would be more than the maximum. Throws bad_request. */
async function unpackedTo(maxOutputLength: number, bytes: Buffer, decode: Decoder, encoding: string): Promise<Buffer | undefined> {
  try {
    return await decode(bytes, { maxOutputLength })
  } catch (error) {
    if (errorCode(error) === 'ERR_BUFFER_TOO_LARGE') return undefined
    const name = encoding.slice(0, 40)
    throw new AppError('bad_request', { detail: { zh: `请求体不是有效的 ${name} 数据`, en: `the body is not valid ${name}` } })
  }
}

async function parsed(bytes: Buffer, sender: BodySender): Promise<{ body: JsonObject; isHeavy: boolean; values: number }> {
  const { workQueue } = sender.budget
  const scan = new BodyScan(bytes, sender.limits)
  if (bytes.length <= ONE_GO_BYTES) scan.run()
  else
    while (!scan.isDone) {
      await workQueue.next()
      scan.run(SLICE_BYTES)
    }
  const hasMany = scan.values > MANY_VALUES
  if (hasMany) await assertBalance(sender)
  const isHeavy = hasMany || bytes.length > LARGE_BODY_BYTES
  if (isHeavy) await workQueue.next()
  const text = bytes.toString('utf8')
  if (isHeavy) await workQueue.next()
  const body = parse(text)
  if (!isObject(body)) throw new AppError('bad_request', { detail: { zh: '请求体须为 JSON 对象', en: 'the body must be a JSON object' } })
  if (isHeavy) await workQueue.next()
  return { body, isHeavy, values: scan.values }
}

function parse(text: string): Json {
  try {
    return JSON.parse(text)
  } catch (error) {
    throw new AppError('bad_json', { detail: jsonProblem(error) })
  }
}
