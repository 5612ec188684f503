// Reads a body that is a form (`multipart/form-data`). It is received within the same limits as JSON and whole, then cut into its parts:
// what is measured of a file, and sent on again when a channel fails, needs all of it anyway.
import type { IncomingMessage } from 'node:http'
import { Busboy, type BusboyInstance } from '@fastify/busboy'
import { AppError } from '@waystation/contract/errors'
import type { JsonObject } from '@waystation/wire/encoding/json'
import type { FormPart } from '../../lib/bodies/multipart.ts'
import type { WorkQueue } from '../../lib/work-queue.ts'
import type { Form } from '../form.ts'
import { type BodySender, LARGE_BODY_BYTES, type ReadBody, readBodyAs } from './read-body.ts'

/** Parts of a form, at most; OpenAI's have a dozen. */
const MAX_PARTS = 200
/** Bytes of a text in a form, at most. */
const MAX_TEXT_BYTES = 1024 * 1024
/** What is cut at one go. */
const SLICE_BYTES = 1024 * 1024

/**
 * The body as a form; `body` has its texts, the last of each name.
 * @throws AppError bad_request where it is no whole form, or what readBodyAs throws
 */
export function readForm(request: IncomingMessage, sender: BodySender): Promise<ReadBody> {
  const contentType = request.headers['content-type'] ?? ''
  if (!/^multipart\/form-data\s*(;|$)/i.test(contentType))
    return readBodyAs(request, sender, () =>
      Promise.reject(bad('请求体须为 multipart/form-data 表单', 'the body must be multipart/form-data')),
    )
  return readBodyAs(request, sender, async (bytes) => {
    const form = await cut(bytes, contentType, sender.budget.workQueue)
    const body: JsonObject = {}
    for (const part of form) if ('text' in part) body[part.name] = part.text
    return { body, form, isHeavy: bytes.length > LARGE_BODY_BYTES }
  })
}

/** The parts of a form. Throws bad_request. */
async function cut(bytes: Buffer, contentType: string, workQueue: WorkQueue): Promise<Form> {
  const parts = new PartCollector(contentType)
  for (let at = 0; at < bytes.length && !parts.isRefused; at += SLICE_BYTES) {
    if (at > 0) await workQueue.next()
    parts.write(bytes.subarray(at, at + SLICE_BYTES))
  }
  return parts.end()
}

class PartCollector {
  readonly #parser: BusboyInstance
  readonly #parts: (() => FormPart)[] = []
  readonly #settle = Promise.withResolvers<void>()
  isRefused = false

  constructor(contentType: string) {
    // A part may fail before it is awaited.
    this.#settle.promise.catch(() => {})
    this.#parser = this.#open(contentType)
    this.#parser.on('field', (name, text, _isNameCut, isTextCut) => {
      if (isTextCut) this.#refuse(bad(`字段 ${name} 过长`, `${name}: longer than ${MAX_TEXT_BYTES} bytes`))
      else if (this.#isNamed(name)) this.#parts.push(() => ({ name, text }))
    })
    this.#parser.on('file', (name, stream, fileName, _encoding, type) => {
      const chunks: Buffer[] = []
      stream.on('data', (chunk: Buffer) => chunks.push(chunk))
      stream.on('error', () => this.#refuse(incomplete()))
      if (this.#isNamed(name)) this.#parts.push(() => ({ name, fileName: fileName ?? '', type, bytes: joined(chunks) }))
    })
    this.#parser.on('partsLimit', () => this.#refuse(bad(`表单超过 ${MAX_PARTS} 个部分`, `a form has at most ${MAX_PARTS} parts`)))
    this.#parser.on('error', () => this.#refuse(incomplete()))
    this.#parser.on('finish', () => this.#settle.resolve())
  }

  write(bytes: Buffer): void {
    if (!this.isRefused) this.#parser.write(bytes)
  }

  /** All parts, in order. Throws bad_request. */
  async end(): Promise<Form> {
    if (!this.isRefused) this.#parser.end()
    await this.#settle.promise
    return this.#parts.map((part) => part())
  }

  #open(contentType: string): BusboyInstance {
    const limits = { parts: MAX_PARTS, fieldSize: MAX_TEXT_BYTES }
    try {
      return new Busboy({ headers: { 'content-type': contentType }, limits, preservePath: true })
    } catch {
      throw bad('Content-Type 缺少 boundary', 'the content type names no boundary')
    }
  }

  /** No client means a field `__proto__` (FLT-43), and a part without a name has no meaning. */
  #isNamed(name: string | undefined): boolean {
    if (name && name !== '__proto__') return true
    this.#refuse(
      name
        ? bad(`字段不能命名为 ${name}`, `a field must not be named ${name}`)
        : bad('表单有一部分没有名称', 'a part of the form has no name'),
    )
    return false
  }

  #refuse(error: AppError): void {
    this.isRefused = true
    this.#settle.reject(error)
  }
}

/** The chunks as one. They are views of the body, mostly one behind the other, and then need no copy of it. */
function joined(chunks: readonly Buffer[]): Buffer {
  const [first] = chunks
  if (!first) return Buffer.alloc(0)
  let end = first.byteOffset
  for (const chunk of chunks) {
    if (chunk.buffer !== first.buffer || chunk.byteOffset !== end) return Buffer.concat(chunks)
    end += chunk.length
  }
  return Buffer.from(first.buffer, first.byteOffset, end - first.byteOffset)
}

const incomplete = () => bad('表单不完整或格式有误', 'the form is incomplete or malformed')

const bad = (zh: string, en: string) => new AppError('bad_request', { detail: { zh, en } })
