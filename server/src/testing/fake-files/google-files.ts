// Google's files: small ones in one request, all of them in parts. Sources: Google, Gemini API reference, "Files", 2026, the types and the
// uploading code of its library, "Resumable uploads" of Google Photos for the commands, and the words of its errors as users report them
// (python-genai issue 1218).
import { createHash, randomBytes } from 'node:crypto'
import { isObject, parseJson } from '@waystation/wire/encoding/json'
import { type AskedVendor, type FileAccount, type FileAnswer, type KeptFile, type OpenUpload, strayNames, wholeNumber } from './account.ts'

const LIFETIME_MS = 48 * 3600 * 1000
/** All parts but the last are multiples of this. */
const GRANULARITY = 256 * 1024
/** Files are named by the vendor's own host, whatever address was asked. */
const HOST = 'https://generativelanguage.googleapis.com'
/** How often a film is said to be in preparation. */
const FILM_READS = 1

/** A refusal in Google's form. */
export function googleRefusal(code: number, status: string, message: string): FileAnswer {
  return { status: code, body: { error: { code, message, status } } }
}

const invalid = (message: string) => googleRefusal(400, 'INVALID_ARGUMENT', message)

/** The refusal of a file that is not there or another's: Google does not tell these apart. */
export const noSuchFile = (id: string) =>
  googleRefusal(403, 'PERMISSION_DENIED', `You do not have permission to access the File ${id} or it may not exist.`)

/** What uploads know beside their request. */
export interface UploadPlace {
  readonly key: string
  readonly account: FileAccount
  /** By `upload_id`. */
  readonly uploads: Map<string, OpenUpload>
  /** Where this server is. */
  readonly url: string
}

/** Answers a request to `/v1beta/files…` with this account. */
export function answerGoogle(asked: AskedVendor, account: FileAccount): FileAnswer {
  const { method, nowMs, query } = asked
  if (asked.path === '/v1beta/files') return method === 'GET' ? listed(asked, account) : googleRefusal(404, 'NOT_FOUND', 'Not Found')
  const [, id = '', action] = /^\/v1beta\/files\/([a-z0-9-]+)(:download)?$/.exec(asked.path) ?? []
  const stray = strayNames(query.keys(), action === undefined ? ['key'] : ['key', 'alt'])
  if (stray.length > 0) return invalid(`Invalid JSON payload received. Unknown name "${stray[0]}": Cannot bind query parameter.`)
  const file = account.find(`files/${id}`, nowMs)
  if (!file) return noSuchFile(id)
  if (action !== undefined) {
    if (query.get('alt') !== 'media') return invalid('alt must be media')
    return file.isMade
      ? { status: 200, headers: { 'content-type': file.type }, body: file.bytes }
      : invalid('Only generated files are given out')
  }
  if (method === 'DELETE') {
    account.delete(file.id)
    return { status: 200, body: {} }
  }
  if (method !== 'GET') return googleRefusal(404, 'NOT_FOUND', 'Not Found')
  const answer = { status: 200, body: told(file) }
  if (file.pendingReads > 0) file.pendingReads -= 1
  return answer
}

function listed({ query, nowMs }: AskedVendor, account: FileAccount): FileAnswer {
  const stray = strayNames(query.keys(), ['key', 'pageSize', 'pageToken'])
  if (stray.length > 0) return invalid(`Invalid JSON payload received. Unknown name "${stray[0]}": Cannot bind query parameter.`)
  const size = wholeNumber(query.get('pageSize') ?? '10', 1, 100)
  if (size === undefined) return invalid('page_size must be between 1 and 100')
  const all = account.all(nowMs)
  const start = all.findIndex(({ id }) => id === query.get('pageToken')) + 1
  const page = all.slice(start, start + size)
  const more = all.length > start + size ? { nextPageToken: page.at(-1)?.id } : {}
  return { status: 200, body: { ...(page.length > 0 ? { files: page.map(told) } : {}), ...more } }
}

/** Begins an upload, or takes a small file at once. */
export function answerUpload(asked: AskedVendor, place: UploadPlace): FileAnswer {
  const { headers, method, query } = asked
  if (method !== 'POST') return googleRefusal(404, 'NOT_FOUND', 'Not Found')
  const stray = strayNames(query.keys(), ['key'])
  if (stray.length > 0) return invalid(`Invalid JSON payload received. Unknown name "${stray[0]}": Cannot bind query parameter.`)
  if (headers['x-goog-upload-protocol'] === 'multipart') return tookRelated(asked, place)
  if (headers['x-goog-upload-protocol'] !== 'resumable') return invalid('X-Goog-Upload-Protocol is missing or unknown')
  if (headers['x-goog-upload-command'] !== 'start') return invalid('X-Goog-Upload-Command: an upload begins with "start"')
  const length = wholeNumber(String(headers['x-goog-upload-header-content-length']), 0, 2 ** 31)
  const type = headers['x-goog-upload-header-content-type']
  if (length === undefined || typeof type !== 'string') return invalid('X-Goog-Upload-Header-Content-Length and -Type are required')
  const meta = metaOf(asked.raw.toString())
  if ('status' in meta) return meta
  const id = `AHm${randomBytes(12).toString('hex')}`
  place.uploads.set(id, { ...meta, key: place.key, type, length, parts: Buffer.alloc(0), isOver: false })
  const url = `${place.url}/upload/v1beta/files?upload_id=${id}&upload_protocol=resumable`
  const shown = { 'x-goog-upload-url': url, 'x-goog-upload-control-url': url, 'x-goog-upload-chunk-granularity': String(GRANULARITY) }
  return { status: 200, headers: { ...shown, 'x-goog-upload-status': 'active' }, body: Buffer.alloc(0) }
}

/** Goes on with an upload; its id stands in for the key. */
export function answerPart(asked: AskedVendor, account: FileAccount, upload: OpenUpload): FileAnswer {
  const { headers, raw } = asked
  const commands = String(headers['x-goog-upload-command']).split(/, */)
  if (upload.isOver) return googleRefusal(400, 'INVALID_ARGUMENT', 'Upload has already been terminated.')
  const active = { 'x-goog-upload-status': 'active' }
  if (commands[0] === 'query' && commands.length === 1)
    return { status: 200, headers: { ...active, 'x-goog-upload-size-received': String(upload.parts.length) }, body: Buffer.alloc(0) }
  const isLast = commands.at(-1) === 'finalize'
  if (!['upload', 'upload,finalize', 'finalize'].includes(commands.join())) return invalid('X-Goog-Upload-Command is unknown')
  if (commands[0] === 'upload') {
    if (headers['x-goog-upload-offset'] !== String(upload.parts.length))
      return invalid(`X-Goog-Upload-Offset: ${upload.parts.length} bytes have been received`)
    if (!isLast && raw.length % GRANULARITY > 0) return invalid(`A part that is not the last must be a multiple of ${GRANULARITY} bytes`)
    upload.parts = Buffer.concat([upload.parts, raw])
  }
  if (upload.parts.length > upload.length || (isLast && upload.parts.length < upload.length))
    return invalid(`${upload.length} bytes were announced, ${upload.parts.length} have been received`)
  if (!isLast) return { status: 200, headers: active, body: Buffer.alloc(0) }
  upload.isOver = true
  const file = kept(upload, upload.type, upload.parts, asked.nowMs)
  return { status: 200, headers: { 'x-goog-upload-status': 'final' }, body: { file: told(account.add(file)) } }
}

/** A small file, and before it what is said of it, as the two parts of `multipart/related`. */
function tookRelated({ headers, raw, nowMs }: AskedVendor, { account }: UploadPlace): FileAnswer {
  const boundary = /^multipart\/related; *boundary="?([^";]+)"?$/.exec(String(headers['content-type']))?.[1]
  const parts = boundary === undefined ? [] : raw.toString('latin1').split(`--${boundary}`)
  const [before, first = '', second = '', end] = parts
  if (parts.length !== 4 || before !== '' || end?.trim() !== '--') return invalid('The body is no multipart/related of two parts')
  const [metaHead = '', meta = ''] = halves(first)
  const [fileHead = '', bytes = ''] = halves(second)
  if (!/content-type: *application\/json/i.test(metaHead)) return invalid('The first part is no JSON')
  const said = metaOf(meta)
  if ('status' in said) return said
  const type = /content-type: *([^\r\n]+)/i.exec(fileHead)?.[1] ?? 'application/octet-stream'
  return { status: 200, body: { file: told(account.add(kept(said, type, Buffer.from(bytes, 'latin1'), nowMs))) } }
}

/** The headers and the body of a part. */
function halves(part: string): [head: string, body: string] {
  const at = part.indexOf('\r\n\r\n')
  return [part.slice(0, at), part.slice(at + 4).replace(/\r\n$/, '')]
}

function metaOf(text: string): { name: string | undefined; displayName: string } | FileAnswer {
  const meta = parseJson(text === '' ? '{}' : text)
  if (!isObject(meta)) return invalid('Invalid JSON payload received.')
  const file = meta.file ?? {}
  const stray = isObject(file)
    ? [
        ...strayNames(Object.keys(meta), ['file']),
        ...strayNames(Object.keys(file), ['name', 'displayName', 'display_name', 'mimeType', 'sizeBytes']),
      ]
    : ['file']
  if (stray.length > 0 || !isObject(file)) return invalid(`Invalid JSON payload received. Unknown name "${stray[0]}": Cannot find field.`)
  const name = typeof file.name === 'string' ? file.name : undefined
  if (name !== undefined && !/^files\/[a-z0-9][a-z0-9-]{0,38}[a-z0-9]$/.test(name)) return invalid(`${name} is no name of a file`)
  return { name, displayName: String(file.displayName ?? file.display_name ?? '') }
}

function kept({ name, displayName }: Pick<OpenUpload, 'name' | 'displayName'>, type: string, bytes: Buffer, nowMs: number): KeptFile {
  const id = name ?? `files/${randomBytes(6).toString('hex')}`
  const times = { createdMs: nowMs, endsMs: nowMs + LIFETIME_MS }
  return { id, name: displayName, type, bytes, ...times, isMade: false, pendingReads: type.startsWith('video/') ? FILM_READS : 0 }
}

function told({ id, name, type, bytes, createdMs, endsMs = 0, isMade, pendingReads }: KeptFile): object {
  const uri = `${HOST}/v1beta/${id}`
  const created = new Date(createdMs).toISOString()
  return {
    ...{ name: id, ...(name === '' ? {} : { displayName: name }), mimeType: type, sizeBytes: String(bytes.length), uri },
    ...{ createTime: created, updateTime: created, expirationTime: new Date(endsMs).toISOString() },
    sha256Hash: createHash('sha256').update(bytes).digest('base64'),
    ...(isMade ? { downloadUri: `${uri}:download?alt=media`, source: 'GENERATED' } : { source: 'UPLOADED' }),
    state: pendingReads > 0 ? 'PROCESSING' : 'ACTIVE',
  }
}
