// One search over everything: what a word names, of each kind a few. Admins see what their lists show them; of tokens only those of users whom
// they outrank, as on those users' pages.
import type { Ranked } from '@waystation/contract/people/rank'
import { SEARCH_HITS, type SearchHit } from '@waystation/contract/site/search'
import { isAdmin } from '@waystation/contract/site/status-table'
import type { Database } from '../../db/database.ts'
import { findByClientId } from '../log/log-store.ts'
import { findUsers } from '../user/user-search-store.ts'
import {
  findCalls,
  findChannels,
  findCodes,
  findInboxTitles,
  findMessages,
  findOrders,
  findTokens,
  type Typed,
  typedOf,
} from './search-store.ts'

export interface SearchParts {
  readonly database: Database
  /** The models that this user may call. */
  readonly modelsOf: (viewer: Viewer) => Promise<readonly string[]>
}

export interface Viewer extends Ranked {
  readonly group: string
}

export interface SearchService {
  find(viewer: Viewer, q: string): Promise<SearchHit[]>
}

/** Fewer letters are in every name of a model. */
const MODEL_LETTERS = 2
const nothing = { owner: '', owner_id: 0, at: 0 }

export function searchService({ database, modelsOf }: SearchParts): SearchService {
  return {
    async find(viewer, q) {
      const typed = typedOf(q)
      if (typed.text === '') return []
      const isAll = isAdmin(viewer.role)
      const found = await Promise.all([
        isAll ? users(database, typed, viewer) : [],
        tokens(database, typed, viewer, isAll),
        isAll ? channels(database, typed) : [],
        orders(database, typed, viewer, isAll),
        isAll ? codes(database, typed) : [],
        calls(database, typed, viewer, isAll),
        models(await modelsOf(viewer), typed),
        messages(database, typed, viewer, isAll),
      ])
      return found.flat()
    },
  }
}

async function users(database: Database, { text }: Typed, viewer: Ranked): Promise<SearchHit[]> {
  const rows = await findUsers(database, { keyword: text, viewer }, { offset: 0, limit: SEARCH_HITS })
  return rows.map(({ id, username, display_name }) => ({ ...nothing, kind: 'user', id: String(id), name: username, owner: display_name }))
}

async function tokens(database: Database, typed: Typed, viewer: Ranked, isAll: boolean): Promise<SearchHit[]> {
  const rows = await findTokens(database, typed, viewer, isAll)
  return rows.map(({ id, name, user_id, username }) => ({
    ...{ ...nothing, kind: 'token', id: String(id), name },
    ...whose(Number(user_id), username, viewer),
  }))
}

/** Nothing of what is the viewer's own. */
const whose = (userId: number, username: string | null, viewer: Ranked) =>
  userId === viewer.id ? { owner: '', owner_id: userId } : { owner: username ?? '', owner_id: userId }

async function channels(database: Database, typed: Typed): Promise<SearchHit[]> {
  return (await findChannels(database, typed)).map(({ id, name }) => ({ ...nothing, kind: 'channel', id: String(id), name }))
}

async function orders(database: Database, typed: Typed, viewer: Ranked, isAll: boolean): Promise<SearchHit[]> {
  const rows = await findOrders(database, typed, isAll ? undefined : viewer.id)
  return rows.map(({ id, trade_no, user_id, username, created_at }) => ({
    ...{ kind: 'order', id: String(id), name: trade_no, at: Number(created_at) },
    ...whose(Number(user_id), username, viewer),
  }))
}

async function codes(database: Database, typed: Typed): Promise<SearchHit[]> {
  return (await findCodes(database, typed)).map(({ id, name }) => ({ ...nothing, kind: 'code', id: String(id), name }))
}

/** By our id of a call, or by the one that its client gave it. */
async function calls(database: Database, { text }: Typed, viewer: Ranked, isAll: boolean): Promise<SearchHit[]> {
  const userId = isAll ? undefined : viewer.id
  const given = (await findByClientId(database, text, userId)).slice(0, SEARCH_HITS)
  const rows = await findCalls(database, [text, ...given], userId)
  return rows.map(({ request_id, model_name, user_id, username, created_at }) => ({
    ...{ kind: 'call', id: request_id, name: model_name, at: Number(created_at) },
    ...whose(Number(user_id), username, viewer),
  }))
}

/** Every word of what was typed is in the name; the shortest name first. */
function models(all: readonly string[], { text }: Typed): SearchHit[] {
  if (text.length < MODEL_LETTERS) return []
  const words = text.toLowerCase().split(/\s+/)
  const found = all.filter((name) => words.every((word) => name.toLowerCase().includes(word)))
  return found
    .toSorted((a, b) => a.length - b.length)
    .slice(0, SEARCH_HITS)
    .map((name) => ({ ...nothing, kind: 'model', id: name, name }))
}

async function messages(database: Database, typed: Typed, viewer: Ranked, isAll: boolean): Promise<SearchHit[]> {
  const rows = isAll ? await findMessages(database, typed) : await findInboxTitles(database, typed, viewer.id)
  return rows.map(({ id, title, created_at }) => ({ ...nothing, kind: 'message', id: String(id), name: title, at: Number(created_at) }))
}
