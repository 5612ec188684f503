// Files that callers keep at a vendor's account, in the shapes of OpenAI, Anthropic and Google, and Google's kept beginnings of prompts. What a
// vendor says of a file goes to its caller as it is; only lists are made here, since a vendor's own would show the files of all its callers.
import type { ClientDialectName } from '../chat/dialects.ts'
import { isObject, type Json, type JsonObject } from '../encoding/json.ts'

/** What is read from a vendor's object. */
export interface FileFacts {
  readonly id: string
  readonly bytes: number
  /** What it is for, in OpenAI's words; empty elsewhere. */
  readonly purpose: string
  /** Unix seconds; absent: it stays until it is deleted. */
  readonly expiresAt?: number | undefined
  /** Will the vendor say something else of it soon? */
  readonly isPending: boolean
}

/** Which part of the list a caller wants. */
export interface FilePageRequest {
  readonly limit: number
  readonly isOldestFirst: boolean
  /** The id behind which it begins. */
  readonly after?: string | undefined
  /** Set where it shall end before `after` in place of beginning behind it: in reverse order. */
  readonly isBackward?: boolean
  readonly purpose?: string | undefined
}

/** What of a list is shown. */
export interface ShownFiles {
  /** In the order in which they are shown. */
  readonly objects: readonly JsonObject[]
  readonly ids: readonly string[]
  readonly hasMore: boolean
}

export interface FileApi {
  readonly name: FileApiName
  /** How a vendor is asked for what is kept there: the operation of its record, with its format, absent: the one that most have. */
  readonly operation: 'files' | 'cached-contents'
  readonly dialect: ClientDialectName
  readonly format?: string
  /** What ids begin with and addresses have before them; empty: nothing. */
  readonly prefix: '' | 'files/' | 'cachedContents/'
  /** The object within an answer, and what is read from it; undefined where it is none. */
  read(answer: Json | undefined): { readonly object: JsonObject; readonly facts: FileFacts } | undefined
  page(query: Readonly<Record<string, string | undefined>>): FilePageRequest
  list(shown: ShownFiles): JsonObject
  deleted(id: string): JsonObject
  /** Does the vendor refuse a request because it has no such file? */
  isMissing(refusal: FileRefusal): boolean
}

/** A vendor's refusal of a request about a file. */
export interface FileRefusal {
  readonly status: number
  readonly message: string
}

const isNotFound = ({ status }: FileRefusal): boolean => status === 404

export type FileApiName = 'openai' | 'messages' | 'gemini' | 'gemini-cache'

const textOf = (value: Json | undefined): string => (typeof value === 'string' ? value : '')
/** Google writes numbers of this size as texts. */
const countOf = (value: Json | undefined): number => Math.max(0, Math.floor(Number(value ?? 0)) || 0)

/** Unix seconds of a time in RFC 3339; undefined where there is none. */
function secondsOf(value: Json | undefined): number | undefined {
  const ms = Date.parse(textOf(value))
  return Number.isNaN(ms) ? undefined : Math.floor(ms / 1000)
}

function limitOf(given: string | undefined, usual: number, most: number): number {
  const limit = Math.floor(Number(given))
  return Number.isFinite(limit) && limit > 0 ? Math.min(limit, most) : usual
}

/** Pages are read from the database: OpenAI itself gives up to 10,000. */
const MOST_LISTED = 1000

/** Source: OpenAI, API reference, "Files", 2026. */
const openai: FileApi = {
  name: 'openai',
  prefix: '',
  operation: 'files',
  dialect: 'openai-chat',
  read(answer) {
    if (!isObject(answer) || textOf(answer.id) === '') return undefined
    // Ark has words of its own for the end and for the state (Volcengine, "Files API").
    const { id, bytes, purpose, expires_at: end, expire_at: endAtArk, status } = answer
    const expiresAt = [end, endAtArk].find((one) => typeof one === 'number')
    return {
      object: answer,
      facts: {
        id: textOf(id),
        bytes: countOf(bytes),
        purpose: textOf(purpose),
        expiresAt,
        isPending: status === 'uploaded' || status === 'processing',
      },
    }
  },
  page: ({ limit, order, after, purpose }) => ({
    limit: limitOf(limit, MOST_LISTED, MOST_LISTED),
    isOldestFirst: order === 'asc',
    after: after || undefined,
    purpose: purpose || undefined,
  }),
  list: ({ objects, ids, hasMore }) => ({
    object: 'list',
    data: [...objects],
    first_id: ids[0] ?? null,
    last_id: ids.at(-1) ?? null,
    has_more: hasMore,
  }),
  deleted: (id) => ({ id, object: 'file', deleted: true }),
  isMissing: isNotFound,
}

/** Lists go on by `page`, as the libraries of today ask, or by ids, as older ones do. Source: Anthropic, API reference, "Files", 2026. */
const anthropic: FileApi = {
  name: 'messages',
  prefix: '',
  operation: 'files',
  dialect: 'anthropic-messages',
  format: 'messages',
  read(answer) {
    if (!isObject(answer) || textOf(answer.id) === '') return undefined
    const { id, size_bytes: bytes, expires_at: end } = answer
    return { object: answer, facts: { id: textOf(id), bytes: countOf(bytes), purpose: '', expiresAt: secondsOf(end), isPending: false } }
  },
  page: ({ limit, page, after_id: after, before_id: before }) => ({
    limit: limitOf(limit, 20, MOST_LISTED),
    isOldestFirst: false,
    after: before || page || after || undefined,
    ...(before ? { isBackward: true, isOldestFirst: true } : {}),
  }),
  list: ({ objects, ids, hasMore }) => ({
    data: [...objects],
    first_id: ids[0] ?? null,
    last_id: ids.at(-1) ?? null,
    has_more: hasMore,
    next_page: hasMore ? (ids.at(-1) ?? null) : null,
  }),
  deleted: (id) => ({ id, type: 'file_deleted' }),
  isMissing: isNotFound,
}

/** Google's lists go on by a token, which is the last id here. */
const geminiPage: FileApi['page'] = ({ pageSize, pageToken }) => ({
  limit: limitOf(pageSize, 10, 100),
  isOldestFirst: false,
  after: pageToken || undefined,
})

/** Google's answer to a deletion is empty. */
const geminiDeleted = (): JsonObject => ({})

/** Google does not say whether something is another's or not there. Source: python-genai issue 1218. */
const geminiMissing = (refusal: FileRefusal): boolean =>
  isNotFound(refusal) || (refusal.status === 403 && refusal.message.includes('or it may not exist'))

const geminiList = (name: string, { objects, ids, hasMore }: ShownFiles): JsonObject => ({
  ...(objects.length > 0 ? { [name]: [...objects] } : {}),
  ...(hasMore ? { nextPageToken: ids.at(-1) ?? '' } : {}),
})

/** Source: Google, Gemini API reference, "Files", 2026. */
const gemini: FileApi = {
  name: 'gemini',
  prefix: 'files/',
  operation: 'files',
  dialect: 'gemini-generate',
  format: 'gemini',
  read(answer) {
    // The answer to an upload wraps it.
    const object = isObject(answer) && isObject(answer.file) ? answer.file : answer
    if (!isObject(object) || !textOf(object.name).startsWith('files/')) return undefined
    const { name, sizeBytes, expirationTime, state } = object
    const facts = { bytes: countOf(sizeBytes), purpose: '', expiresAt: secondsOf(expirationTime), isPending: state === 'PROCESSING' }
    return { object, facts: { id: textOf(name), ...facts } }
  },
  page: geminiPage,
  list: (shown) => geminiList('files', shown),
  deleted: geminiDeleted,
  isMissing: geminiMissing,
}

/** Source: Google, Gemini API reference, "Caching", 2026. */
const geminiCache: FileApi = {
  name: 'gemini-cache',
  prefix: 'cachedContents/',
  operation: 'cached-contents',
  dialect: 'gemini-generate',
  read(answer) {
    if (!isObject(answer) || !textOf(answer.name).startsWith('cachedContents/')) return undefined
    return {
      object: answer,
      facts: { id: textOf(answer.name), bytes: 0, purpose: '', expiresAt: secondsOf(answer.expireTime), isPending: false },
    }
  },
  page: geminiPage,
  list: (shown) => geminiList('cachedContents', shown),
  deleted: geminiDeleted,
  isMissing: geminiMissing,
}

export const fileApis: Readonly<Record<FileApiName, FileApi>> = { openai, messages: anthropic, gemini, 'gemini-cache': geminiCache }

/** The files of a client's dialect, as its libraries ask for them. */
export const filesOf = (dialect: ClientDialectName): FileApi =>
  Object.values(fileApis).find((api) => api.operation === 'files' && api.dialect === dialect) ?? openai

/** The id by which a request names a file, as its own API has it: Google's requests name files by their whole address. */
export function fileIdOf(named: string): string {
  return /^https:\/\/[^/]+\/(?:v1beta\/)?(files\/[^/?#:]+)$/.exec(named)?.[1] ?? named.replace(/^fileid:\/\//, '')
}
