// OpenAI's files. Sources: OpenAI, API reference, "Files", 2026, the types of its library, and the words of its errors as users report them
// (openai-cookbook issue 111, LibreChat issue 2632, omi issue 3361).
import { type AskedVendor, type FileAccount, type FileAnswer, formOf, type KeptFile, strayNames, wholeNumber } from './account.ts'

const PURPOSES = ['assistants', 'batch', 'fine-tune', 'vision', 'user_data', 'evals']
const PARTS = ['file', 'purpose', 'expires_after[anchor]', 'expires_after[seconds]']
const LIST_QUERY = ['after', 'limit', 'order', 'purpose']
const SHORTEST_S = 3600
const LONGEST_S = 2_592_000
/** Files for batches end after 30 days, others stay. */
const BATCH_S = LONGEST_S
/** Their content is not given out. */
const NOT_DOWNLOADABLE = ['assistants', 'user_data']

/** A refusal in OpenAI's form. */
export function openaiRefusal(status: number, message: string, param: string | null = null): FileAnswer {
  return { status, body: { error: { message, type: 'invalid_request_error', param, code: null } } }
}

/** Answers a request to `/v1/files…` with this account; `newId` makes ids of 24 characters. */
export async function answerOpenai(asked: AskedVendor, account: FileAccount, newId: () => string): Promise<FileAnswer> {
  const [, id, rest] = /^\/v1\/files(?:\/([^/]+))?(\/content)?$/.exec(asked.path) ?? []
  const isList = id === undefined && asked.method === 'GET'
  const stray = strayNames(asked.query.keys(), isList ? LIST_QUERY : [])
  if (stray.length > 0) return openaiRefusal(400, `Unknown query parameter: '${stray[0]}'.`, stray[0])
  if (isList) return listed(asked, account)
  if (id === undefined) return asked.method === 'POST' ? uploaded(asked, account, newId) : openaiRefusal(405, 'Not allowed')
  const file = account.find(decodeURIComponent(id), asked.nowMs)
  if (!file) return openaiRefusal(404, `No such File object: ${id}`, 'id')
  if (asked.method === 'DELETE' && rest === undefined) {
    account.delete(file.id)
    return { status: 200, body: { id: file.id, object: 'file', deleted: true } }
  }
  if (asked.method !== 'GET') return openaiRefusal(405, 'Not allowed')
  if (rest === undefined) return { status: 200, body: told(file) }
  if (NOT_DOWNLOADABLE.includes(file.purpose ?? '')) return openaiRefusal(400, `Not allowed to download files of purpose: ${file.purpose}`)
  const headers = { 'content-type': 'application/octet-stream', 'content-disposition': `attachment; filename="${file.name}"` }
  return { status: 200, headers, body: file.bytes }
}

async function uploaded(asked: AskedVendor, account: FileAccount, newId: () => string): Promise<FileAnswer> {
  const form = await formOf(asked)
  if (!form) return openaiRefusal(400, 'Could not parse multipart form')
  const stray = strayNames(form.keys(), PARTS)
  if (stray.length > 0) return openaiRefusal(400, `Unknown parameter: '${stray[0]}'.`, stray[0])
  const file = form.get('file')
  const purpose = form.get('purpose')
  if (!(file instanceof File)) return openaiRefusal(400, "'file' is a required property", 'file')
  if (typeof purpose !== 'string') return openaiRefusal(400, "'purpose' is a required property", 'purpose')
  if (!PURPOSES.includes(purpose))
    return openaiRefusal(400, `'${purpose}' is not one of ['${PURPOSES.join("', '")}'] - 'purpose'`, 'purpose')
  const lifetime = lifetimeOf(form, purpose)
  if (lifetime === undefined) return openaiRefusal(400, "Invalid 'expires_after'.", 'expires_after')
  const bytes = Buffer.from(await file.arrayBuffer())
  const ends = Number.isFinite(lifetime) ? { endsMs: asked.nowMs + lifetime * 1000 } : {}
  const kept = { id: `file-${newId()}`, name: file.name, type: file.type, bytes, purpose, createdMs: asked.nowMs, isMade: false, ...ends }
  return { status: 200, body: told(account.add({ ...kept, pendingReads: 0 })) }
}

/** Seconds; undefined: the part is wrong. */
function lifetimeOf(form: FormData, purpose: string): number | undefined {
  const anchor = form.get('expires_after[anchor]')
  const seconds = form.get('expires_after[seconds]')
  if (anchor === null && seconds === null) return purpose === 'batch' ? BATCH_S : Number.POSITIVE_INFINITY
  return anchor === 'created_at' ? wholeNumber(String(seconds), SHORTEST_S, LONGEST_S) : undefined
}

function listed({ query, nowMs }: AskedVendor, account: FileAccount): FileAnswer {
  const limit = wholeNumber(query.get('limit') ?? '10000', 1, 10_000)
  if (limit === undefined) return openaiRefusal(400, "Invalid 'limit'.", 'limit')
  const purpose = query.get('purpose')
  const all = account.all(nowMs).filter((file) => purpose === null || file.purpose === purpose)
  if (query.get('order') === 'asc') all.reverse()
  const start = all.findIndex(({ id }) => id === query.get('after')) + 1
  const page = all.slice(start, start + limit)
  const ends = { first_id: page[0]?.id ?? null, last_id: page.at(-1)?.id ?? null }
  return { status: 200, body: { object: 'list', data: page.map(told), ...ends, has_more: all.length > start + limit } }
}

function told({ id, name, bytes, purpose, createdMs, endsMs }: KeptFile): object {
  return {
    ...{ object: 'file', id, purpose, filename: name, bytes: bytes.length, created_at: Math.floor(createdMs / 1000) },
    ...{ expires_at: endsMs === undefined ? null : Math.floor(endsMs / 1000), status: 'processed', status_details: null },
  }
}
