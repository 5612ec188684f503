// Anthropic's files. Sources: Anthropic, API reference, "Files", and "Errors", 2026, and the types of its library 1.11.
import { type AskedVendor, type FileAccount, type FileAnswer, formOf, type KeptFile, strayNames, wholeNumber } from './account.ts'

const LIST_QUERY = ['ids', 'limit', 'page', 'scope_id', 'after_id', 'before_id', 'beta']
const SHORTEST_S = 3600
const LONGEST_S = 7_776_000
const VERSIONS = ['2023-06-01', '2026-10-21']

/** A refusal in Anthropic's form; some have a code of their own. */
export function anthropicRefusal(status: number, type: string, message: string, code?: string): FileAnswer {
  const details = code === undefined ? {} : { details: { error_code: code } }
  return { status, body: { type: 'error', error: { type, message, ...details }, request_id: 'req_011CSHoEeqs5C35K2UUqR7Fy' } }
}

const invalid = (message: string, code?: string) => anthropicRefusal(400, 'invalid_request_error', message, code)
const missing = (id: string) => anthropicRefusal(404, 'not_found_error', `File not found: ${id}`)

/** What the header of the version is refused for, if it is. */
export function versionRefusal({ headers }: Pick<AskedVendor, 'headers'>): FileAnswer | undefined {
  const version = headers['anthropic-version']
  if (version === undefined) return invalid('anthropic-version: header is required')
  return VERSIONS.includes(String(version)) ? undefined : invalid(`anthropic-version: "${version}" is not a valid version`)
}

/** Answers a request to `/v1/files…` with this account; `newId` makes ids of 24 characters. */
export async function answerAnthropic(asked: AskedVendor, account: FileAccount, newId: () => string): Promise<FileAnswer> {
  const [, id, rest] = /^\/v1\/files(?:\/([^/]+))?(\/content)?$/.exec(asked.path) ?? []
  const isList = id === undefined && asked.method === 'GET'
  const stray = strayNames(asked.query.keys(), isList ? LIST_QUERY : ['beta'])
  if (stray.length > 0) return invalid(`${stray[0]}: Extra inputs are not permitted`)
  if (isList) return listed(asked, account)
  if (id === undefined) return asked.method === 'POST' ? uploaded(asked, account, newId) : notAllowed()
  const file = account.find(decodeURIComponent(id), asked.nowMs)
  if (!file) return missing(id)
  if (asked.method === 'DELETE' && rest === undefined) {
    account.delete(file.id)
    return { status: 200, body: { id: file.id, type: 'file_deleted' } }
  }
  if (asked.method !== 'GET') return notAllowed()
  if (rest === undefined) return { status: 200, body: told(file) }
  if (!file.isMade) return invalid(`File '${id}' is not downloadable`, 'file_not_downloadable')
  return { status: 200, headers: { 'content-type': file.type }, body: file.bytes }
}

const notAllowed = () => anthropicRefusal(405, 'invalid_request_error', 'Method Not Allowed')

async function uploaded(asked: AskedVendor, account: FileAccount, newId: () => string): Promise<FileAnswer> {
  const form = await formOf(asked)
  if (!form) return invalid('Content-Type must be multipart/form-data')
  const stray = strayNames(form.keys(), ['file', 'expires_in_seconds'])
  if (stray.length > 0) return invalid(`${stray[0]}: Extra inputs are not permitted`)
  const file = form.get('file')
  if (!(file instanceof File)) return invalid('file: Field required')
  const lifetime = form.get('expires_in_seconds')
  const seconds = lifetime === null ? Number.POSITIVE_INFINITY : wholeNumber(String(lifetime), SHORTEST_S, LONGEST_S)
  if (seconds === undefined) return invalid(`expires_in_seconds: Input should be between ${SHORTEST_S} and ${LONGEST_S}`)
  const bytes = Buffer.from(await file.arrayBuffer())
  const ends = Number.isFinite(seconds) ? { endsMs: asked.nowMs + seconds * 1000 } : {}
  const kept = { id: `file_${newId()}`, name: file.name, type: file.type, bytes, createdMs: asked.nowMs, isMade: false, pendingReads: 0 }
  return { status: 200, body: told(account.add({ ...kept, ...ends })) }
}

/** By pages as the library asks for them, and by ids as the reference had it before. */
function listed({ query, nowMs }: AskedVendor, account: FileAccount): FileAnswer {
  const limit = wholeNumber(query.get('limit') ?? '20', 1, 1000)
  if (limit === undefined) return invalid('limit: Input should be between 1 and 1000')
  const all = account.all(nowMs)
  const start = all.findIndex(({ id }) => id === (query.get('page') ?? query.get('after_id'))) + 1
  const page = all.slice(start, start + limit)
  const hasMore = all.length > start + limit
  const lastId = page.at(-1)?.id ?? null
  const ends = { first_id: page[0]?.id ?? null, last_id: lastId, has_more: hasMore, next_page: hasMore ? lastId : null }
  return { status: 200, body: { data: page.map(told), ...ends } }
}

function told({ id, name, type, bytes, createdMs, endsMs, isMade }: KeptFile): object {
  return {
    ...{ type: 'file', id, filename: name, mime_type: type, size_bytes: bytes.length, downloadable: isMade },
    ...{ created_at: new Date(createdMs).toISOString(), expires_at: endsMs === undefined ? null : new Date(endsMs).toISOString() },
  }
}
