// Tokens as their owners manage them. Everything is looked up with the owner's id, so another's token does not exist (control 21).
// Sources: server-behaviour 5.10 and 2.3, decisions D35 and D36, reliability.md 6.7.

import { AppError } from '@waystation/contract/errors'
import { tokenKeyVisibility } from '@waystation/contract/options/operation'
import type { Option } from '@waystation/contract/options/option'
import type { TokenDraft, TokenPatch } from '@waystation/contract/token'
import type { Database } from '../../db/database.ts'
import { isAddressOrNetwork } from '../../lib/client-ip.ts'
import type { Invalidation } from '../../lib/invalidation.ts'
import { newRequestId } from '../../lib/request-id.ts'
import { randomText, type Secrets } from '../../lib/secret.ts'
import type { Caller } from '../session/caller.ts'
import { choosableGroups } from '../user/user-service.ts'
import { isKeyLike, KEY_END_LENGTH, keyFragment } from './key-search.ts'
import { type TokenJson, tokenColumns, tokenJson } from './token-record.ts'
import {
  changeToken,
  countTokensByStatus,
  createToken,
  deleteToken,
  expiryPast,
  findTokens,
  groupUnusable,
  type TokenChange,
  type TokenColumns,
  type TokenFilter,
  type TokenRecord,
} from './token-store.ts'

export interface TokenParts {
  readonly database: Database
  readonly secrets: Secrets
  readonly options: { get<Value>(option: Option<Value>): Value }
  readonly invalidation: Invalidation
  /** Unix milliseconds. */
  readonly now: () => number
}

export interface TokenService {
  list(caller: Caller, asked: TokenListAsked): Promise<{ items: TokenJson[]; total: number; statusCounts: Record<number, number> }>
  /** By a part of the name, and by the whole key, its beginning or its end, also masked as it is shown. */
  search(caller: Caller, asked: { name: string; key: string }): Promise<TokenJson[]>
  /** @throws AppError not_found */
  get(caller: Caller, id: number): Promise<TokenJson>
  /** Makes a token; the answer carries its key, whatever the visibility. @throws AppError for what is wrong in the draft */
  create(caller: Caller, draft: TokenDraft): Promise<TokenJson>
  /** Changes the fields of the patch. @throws AppError not_found, or for what is wrong in them */
  change(caller: Caller, id: number, patch: TokenPatch): Promise<{ before: TokenJson; after: TokenJson }>
  /** Enables or disables. @throws AppError not_found, token_still_expired or token_still_exhausted */
  setStatus(caller: Caller, id: number, status: 1 | 2): Promise<{ before: TokenJson; after: TokenJson }>
  /** @throws AppError not_found */
  remove(caller: Caller, id: number): Promise<void>
  /** The key, without `sk-`. @throws AppError not_found or token_key_hidden */
  reveal(caller: Caller, id: number): Promise<string>
}

interface TokenListAsked {
  readonly offset: number
  readonly limit: number
  readonly status?: number | undefined
  readonly keyword?: string | undefined
  readonly sort?: string | undefined
}

const KEY_LENGTH = 48
/** Tokens that a search gives at most; it has no pages. */
const SEARCH_LIMIT = 1000

const associatedData = (rowUid: string) => `token:key_enc:${rowUid}`

export function tokenService({ database, secrets, options, invalidation, now }: TokenParts): TokenService {
  const nowSeconds = () => Math.floor(now() / 1000)

  /** What may be shown of a key. */
  const shownKey = (row: TokenRecord): string => {
    const masked = `${row.key_head}**********${row.key_tail}`
    return options.get(tokenKeyVisibility) === 'list' ? (openKey(row) ?? masked) : masked
  }
  const openKey = (row: TokenRecord): string | undefined => {
    try {
      return row.key_enc === '' ? undefined : secrets.open(row.key_enc, associatedData(row.row_uid))
    } catch {
      // Sealed under a master key that is gone. The token still works by its hash (6.7).
      return undefined
    }
  }
  const shown = (row: TokenRecord): TokenJson => tokenJson(row, shownKey(row), nowSeconds())

  const find = async (caller: Caller, id: number): Promise<TokenRecord> => {
    const [row] = await findTokens(
      database,
      { userId: caller.id, now: nowSeconds(), id: Math.min(id, 2_147_483_647) },
      { offset: 0, limit: 1 },
    )
    if (!row || Number(row.id) !== id) throw new AppError('not_found', { what: 'token' })
    return row
  }

  const isGroupUsable = (caller: Caller, group: string): boolean =>
    group === '' || Object.hasOwn(choosableGroups(options, caller.group), group)
  const isPast = (expiry: number): boolean => expiry >= 0 && expiry <= nowSeconds()

  const edit = async (caller: Caller, id: number, change: Omit<TokenChange, 'userId' | 'id' | 'ref'>) => {
    const { before, after } = await database.run(changeToken, { ...change, userId: caller.id, id, ref: newRequestId() })
    invalidation.publish('token', id)
    return { before: shown(before), after: shown(after) }
  }

  return {
    async list(caller, { offset, limit, status, keyword, sort }) {
      const filter: TokenFilter = { userId: caller.id, now: nowSeconds(), status, name: keyword?.trim() }
      const [rows, statusCounts] = await Promise.all([
        findTokens(database, filter, { offset, limit, sort }),
        countTokensByStatus(database, filter),
      ])
      // One count serves the filter and the pager.
      const total = status === undefined ? Object.values(statusCounts).reduce((sum, count) => sum + count, 0) : (statusCounts[status] ?? 0)
      return { items: rows.map(shown), total, statusCounts }
    },
    async search(caller, { name, key }) {
      const fragment = keyFragment(key)
      const wanted = fragment && { fragment, hash: secrets.lookupHash(fragment.start) }
      const filter: TokenFilter = { userId: caller.id, now: nowSeconds(), name: name.trim(), key: wanted }
      const found = await findTokens(database, filter, { offset: 0, limit: SEARCH_LIMIT })
      const matches = (row: TokenRecord) =>
        wanted === undefined ||
        row.key_hash === wanted.hash ||
        isKeyLike({ key: openKey(row), head: row.key_head, tail: row.key_tail }, wanted.fragment)
      return found.filter(matches).map(shown)
    },
    async get(caller, id) {
      return shown(await find(caller, id))
    },
    async create(caller, draft) {
      if (!isGroupUsable(caller, draft.group)) throw groupUnusable(draft.group)
      if (isPast(draft.expired_time)) throw expiryPast()
      assertAddresses(draft.allow_ips)
      const key = randomText(KEY_LENGTH)
      const row_uid = newRequestId()
      const isStored = options.get(tokenKeyVisibility) !== 'hash_only'
      const row = await database.run(createToken, {
        userId: caller.id,
        // A whole draft gives every column.
        columns: tokenColumns(draft) as TokenColumns,
        key: {
          key_hash: secrets.lookupHash(key),
          key_head: key.slice(0, KEY_END_LENGTH),
          key_tail: key.slice(-KEY_END_LENGTH),
          key_enc: isStored ? secrets.seal(key, associatedData(row_uid)) : '',
          row_uid,
        },
        quota: draft.remain_quota,
        ref: newRequestId(),
      })
      invalidation.publish('token', row.id)
      return { ...shown(row), key }
    },
    async change(caller, id, patch) {
      const { group = '', expired_time: expiry = -1, allow_ips: addresses = [] } = patch
      assertAddresses(addresses)
      const mustStay: TokenChange['mustStay'] = [
        ...(isGroupUsable(caller, group) ? [] : (['group_name'] as const)),
        ...(isPast(expiry) ? (['expires_at'] as const) : []),
      ]
      return edit(caller, id, { columns: tokenColumns(patch), mustStay, quota: patch.remain_quota })
    },
    setStatus: (caller, id, status) => edit(caller, id, { columns: {}, status }),
    async remove(caller, id) {
      await database.run(deleteToken, { userId: caller.id, id })
      invalidation.publish('token', id)
    },
    async reveal(caller, id) {
      const row = await find(caller, id)
      const key = options.get(tokenKeyVisibility) === 'hash_only' ? undefined : openKey(row)
      if (key === undefined) throw new AppError('token_key_hidden')
      return key
    },
  }
}

/** @throws AppError bad_ip_line naming the line */
function assertAddresses(addresses: TokenDraft['allow_ips']): void {
  const wrong = addresses.find(({ text }) => !isAddressOrNetwork(text))
  if (wrong)
    throw new AppError('bad_ip_line', { line: wrong.line, text: wrong.text.slice(0, 60) }, { fields: { allow_ips: 'bad_ip_line' } })
}
