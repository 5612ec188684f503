// Google's uploads in parts: the first request says what will come, its answer names an address for the bytes. That address is ours, since the
// vendor's own would go around this server, and it may be used without a key, as at Google: its words are the key of the upload. Source: Google,
// Gemini API reference, "Files", and "Resumable uploads", 2026.
import { randomBytes } from 'node:crypto'
import { AppError } from '@waystation/contract/errors'
import { relayMaxFileMb } from '@waystation/contract/options/relay'
import { isObject, parseJson } from '@waystation/wire/encoding/json'
import { fileApis } from '@waystation/wire/files/file-api'
import { presentedKey } from '../authenticate/authenticate.ts'
import { MEBIBYTE } from '../read-call/receive-body.ts'
import type { VendorAnswer } from '../upstream/exchange.ts'
import { garbageFailure } from '../upstream/failures.ts'
import { addressOf, askVendor, channelOf, sendTo } from './file-channel.ts'
import { type FileVisitor, headersOf } from './file-visitor.ts'
import { type FileServices, fileVisitor } from './kept-files.ts'
import { smallBody } from './small-body.ts'
import { keepUploaded, roomForFile, sendBody } from './upload.ts'

const api = fileApis.gemini
/** What the first request says of a file. */
const MAX_START_BYTES = 64 * 1024
const COMMANDS = ['x-goog-upload-protocol', 'x-goog-upload-command', 'x-goog-upload-offset', 'x-goog-upload-file-name'] as const
const HEADERS = [...COMMANDS, 'x-goog-upload-header-content-length', 'x-goog-upload-header-content-type'] as const

/** An upload under way, as it is stored. */
interface Upload {
  readonly channelId: number
  readonly keyId: number
  /** The vendor's address. */
  readonly url: string
  /** The caller's key: the address is used without it. */
  readonly key: string
}

/** What goes back to the client. */
export interface UploadAnswer {
  readonly headers: Readonly<Record<string, string>>
  readonly text: string
}

const keyOf = (id: string) => `upload:${id}`

/** Where uploads go: Google's address of files, with a word before it. */
export const uploadPath = (path: string): string => path.replace(/\/(v\d\w*\/files)$/, '/upload/$1')
/** What of an upload in one request goes on. */
export const UPLOAD_HEADERS: readonly string[] = HEADERS

/** Begins an upload. @param ownAddress where this server takes uploads. Throws what uploads throw. */
export async function startUpload(visitor: FileVisitor, ownAddress: string, gateway: FileServices): Promise<UploadAnswer> {
  const { caller, visit } = await fileVisitor(visitor, gateway)
  const body = await smallBody(visitor.raw)
  const at = await roomForFile(api, visitor, caller, gateway)
  const headers = { ...headersOf(visitor, HEADERS), 'content-type': 'application/json' }
  const answer = await askVendor(at, api, { method: 'POST', pathOf: uploadPath, headers, body }, visit, gateway)
  const text = (await answer.whole({ maxBytes: MAX_START_BYTES, deadlineMs: 30_000 })).toString('utf8')
  const url = String(answer.headers['x-goog-upload-url'] ?? '')
  if (!URL.canParse(url)) throw garbageFailure('the upstream named no address for the upload')
  const id = randomBytes(24).toString('base64url')
  const upload: Upload = { channelId: at.channel.id, keyId: at.key.id, url, key: presentedKey(visitor.raw) }
  await gateway.vault.save([{ key: keyOf(id), value: JSON.stringify(upload) }])
  const address = `${ownAddress}?upload_id=${id}&upload_protocol=resumable`
  return { headers: { ...shown(answer), 'x-goog-upload-url': address, 'x-goog-upload-control-url': address }, text }
}

/** Goes on with an upload: sends bytes, asks how far it is, or ends it. Throws upload_not_found. */
export async function continueUpload(visitor: FileVisitor, gateway: FileServices): Promise<UploadAnswer> {
  const upload = await uploadOf(visitor.query.upload_id, gateway)
  const { caller, visit } = await fileVisitor({ ...visitor, key: upload.key }, gateway)
  const at = await channelOf(upload, api, gateway)
  const limit = gateway.options.get(relayMaxFileMb)
  const offset = Number(visitor.raw.headers['x-goog-upload-offset'] ?? 0)
  const length = Number(visitor.raw.headers['content-length'] ?? 0)
  if (offset + length > limit * MEBIBYTE) throw new AppError('body_too_large', { limit: `${limit} MB` })
  const url = new URL(upload.url)
  // The channel's key is for the channel's own host.
  const own = addressOf(at, api, visit, gateway)
  const credentials = own.url.origin === url.origin ? own.headers : {}
  const answer = await sendBody(
    visitor,
    { headers: HEADERS },
    (request) => sendTo(at, api, { ...request, url, headers: { ...credentials, ...request.headers } }, gateway),
    gateway,
  )
  const headers = shown(answer)
  if (headers['x-goog-upload-status'] === 'final') return { headers, text: await keepUploaded(answer, { api, at, caller, visit }, gateway) }
  return { headers, text: (await answer.whole({ maxBytes: MAX_START_BYTES, deadlineMs: 30_000 })).toString('utf8') }
}

async function uploadOf(id: string | undefined, { vault }: FileServices): Promise<Upload> {
  const key = keyOf(String(id ?? '').slice(0, 100))
  const stored = parseJson((await vault.find([key])).get(key) ?? '')
  if (!isObject(stored)) throw new AppError('upload_not_found')
  return stored as unknown as Upload
}

/** Of the vendor's headers those that tell of the upload. */
function shown({ headers }: VendorAnswer): Record<string, string> {
  const told = Object.entries(headers).filter(([name]) => name.startsWith('x-goog-upload-') && !name.endsWith('-url'))
  return Object.fromEntries(told.map(([name, value]) => [name, String(value)]))
}
