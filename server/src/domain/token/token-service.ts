// Tokens as their owners manage them. Everything is looked up with the owner's id, so another's token does not exist (control 21).
// Sources: server-behaviour 5.10 and 2.3, decisions D35 and D36, reliability.md 6.7.

import { AppError } from '@waystation/contract/errors'
import { maxTokensPerUser, tokenKeyVisibility } from '@waystation/contract/options/operation'
import type { Option } from '@waystation/contract/options/option'
import type { TokenDraft, TokenLabel, TokenPatch } from '@waystation/contract/people/token'
import type { TokenUsage } from '@waystation/contract/people/token-usage'
import { role } from '@waystation/contract/site/status-table'
import type { z } from 'zod'
import type { Database } from '../../db/database.ts'
import { isAddressOrNetwork } from '../../lib/net/client-ip.ts'
import { newRequestId } from '../../lib/request-id.ts'
import type { Secrets } from '../../lib/secret.ts'
import type { Invalidation } from '../../lib/shared/invalidation.ts'
import type { Caller } from '../session/caller.ts'
import { choosableGroups } from '../user/user-service.ts'
import { findFigures } from './caller-store.ts'
import { isKeyLike, keyFragment } from './key-search.ts'
import { findLabels } from './label-store.ts'
import { keepsKeys, keyPlace, newKey } from './new-key.ts'
import type { KnownCaller } from './token-lookup.ts'
import { type ListedTokenJson, listedTokenJson, type TokenJson, tokenColumns, tokenJson } from './token-record.ts'
import { assertListSizes } from './token-size.ts'
import {
  changeToken,
  countTokensByStatus,
  createToken,
  deleteToken,
  expiryPast,
  findToken,
  groupUnusable,
  type ListedRecord,
  listTokens,
  type TokenChange,
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
  list(caller: Caller, query: TokenListQuery): Promise<{ items: ListedTokenJson[]; total: number; statusCounts: Record<number, number> }>
  /** The labels of the caller's tokens. */
  labels(caller: Caller): Promise<z.input<typeof TokenLabel>[]>
  /** By a part of the name, and by the whole key, its beginning or its end, also masked as it is shown. */
  search(caller: Caller, query: { name: string; key: string }): Promise<ListedTokenJson[]>
  /** @throws AppError not_found */
  get(caller: Caller, id: number): Promise<TokenJson>
  /** Creates a token; the result carries its key, whatever the visibility. @throws AppError for an invalid draft */
  create(caller: Caller, draft: TokenDraft): Promise<TokenJson>
  /** Changes the fields of the patch. @throws AppError not_found, or one for the invalid fields */
  change(caller: Caller, id: number, patch: TokenPatch): Promise<{ before: TokenJson; after: TokenJson }>
  /** Enables or disables. @throws AppError not_found, token_still_expired or token_still_exhausted */
  setStatus(caller: Caller, id: number, status: 1 | 2): Promise<{ before: TokenJson; after: TokenJson }>
  /** @throws AppError not_found */
  remove(caller: Caller, id: number): Promise<void>
  /** The key, without `sk-`. @throws AppError not_found or token_key_hidden */
  reveal(caller: Caller, id: number): Promise<string>
  /** What a token was given and has left, for whoever has its key. */
  usage(token: KnownCaller['token']): Promise<TokenUsage>
}

interface TokenListQuery {
  readonly offset: number
  readonly limit: number
  readonly status?: number | undefined
  readonly keyword?: string | undefined
  readonly label?: string | undefined
  readonly sort?: string | undefined
}

/** Admins make tokens for others, or by script; nobody needs more. */
const MOST_TOKENS_OF_ADMINS = 50_000

/** Tokens that a search gives at most; it has no pages. */
const SEARCH_LIMIT = 1000

export function tokenService(parts: TokenParts): TokenService {
  return new OwnTokens(parts)
}

class OwnTokens implements TokenService {
  readonly #parts: TokenParts

  constructor(parts: TokenParts) {
    this.#parts = parts
  }

  async list(caller: Caller, { offset, limit, status, keyword, label, sort }: TokenListQuery) {
    const { database } = this.#parts
    const filter: TokenFilter = { userId: caller.id, now: this.#nowSeconds(), status, name: keyword?.trim(), label }
    const [rows, statusCounts] = await Promise.all([
      listTokens(database, filter, { offset, limit, sort }),
      countTokensByStatus(database, filter),
    ])
    // One count serves the filter and the pager.
    const total = status === undefined ? Object.values(statusCounts).reduce((sum, count) => sum + count, 0) : (statusCounts[status] ?? 0)
    return { items: rows.map((row) => this.#listed(row)), total, statusCounts }
  }

  labels({ id }: Caller) {
    return findLabels(this.#parts.database, id)
  }

  async search(caller: Caller, { name, key }: { name: string; key: string }) {
    const { database, secrets } = this.#parts
    const fragment = keyFragment(key)
    const wanted = fragment && { fragment, hash: secrets.lookupHash(fragment.start) }
    const filter: TokenFilter = { userId: caller.id, now: this.#nowSeconds(), name: name.trim(), key: wanted }
    const found = await listTokens(database, filter, { offset: 0, limit: SEARCH_LIMIT })
    const matches = (row: ListedRecord) =>
      wanted === undefined ||
      row.key_hash === wanted.hash ||
      isKeyLike({ key: this.#openKey(row), head: row.key_head, tail: row.key_tail }, wanted.fragment)
    return found.filter(matches).map((row) => this.#listed(row))
  }

  async usage({ name, accountId, isUnlimited, models, expiresAt }: KnownCaller['token']) {
    const { left, used } = await findFigures(this.#parts.database, accountId)
    const available = Math.max(0, left)
    return {
      object: 'token_usage' as const,
      name,
      ...{ total_granted: available + used, total_used: used, total_available: available, unlimited_quota: isUnlimited },
      model_limits: Object.fromEntries([...(models ?? [])].map((model) => [model, true])),
      model_limits_enabled: models !== null,
      expires_at: expiresAt ?? 0,
    }
  }

  async get(caller: Caller, id: number) {
    return this.#shown(await this.#find(caller, id))
  }

  async create(caller: Caller, draft: TokenDraft) {
    const { database, secrets, invalidation, options } = this.#parts
    if (!this.#isGroupUsable(caller, draft.group)) throw groupUnusable(draft.group)
    if (this.#isPast(draft.expired_time)) throw expiryPast()
    const columns = tokenColumns(draft)
    assertListSizes(columns)
    assertAddresses(draft.allow_ips)
    const { key, stored } = newKey(secrets, this.#keepsKeys())
    const row = await database.run(createToken, {
      userId: caller.id,
      columns,
      key: stored,
      quota: draft.remain_quota,
      mostTokens: caller.role >= role.admin ? MOST_TOKENS_OF_ADMINS : options.get(maxTokensPerUser),
      ref: newRequestId(),
    })
    invalidation.publish('token', row.id)
    return { ...this.#shown(row), key }
  }

  async change(caller: Caller, id: number, patch: TokenPatch) {
    const { group = '', expired_time: expiry = -1, allow_ips: addresses = [] } = patch
    assertAddresses(addresses)
    const mustStay: TokenChange['mustStay'] = [
      ...(this.#isGroupUsable(caller, group) ? [] : (['group_name'] as const)),
      ...(this.#isPast(expiry) ? (['expires_at'] as const) : []),
    ]
    return this.#edit(caller, id, { columns: tokenColumns(patch), mustStay, quota: patch.remain_quota, quotaSeen: patch.quota_seen })
  }

  setStatus(caller: Caller, id: number, status: 1 | 2) {
    return this.#edit(caller, id, { columns: {}, status })
  }

  async remove(caller: Caller, id: number) {
    await this.#parts.database.run(deleteToken, { userId: caller.id, id })
    this.#parts.invalidation.publish('token', id)
  }

  async reveal(caller: Caller, id: number) {
    const row = await this.#find(caller, id)
    const key = this.#keepsKeys() ? this.#openKey(row) : undefined
    if (key === undefined) throw new AppError('token_key_hidden')
    return key
  }

  #nowSeconds(): number {
    return Math.floor(this.#parts.now() / 1000)
  }

  async #find(caller: Caller, id: number): Promise<TokenRecord> {
    const filter: TokenFilter = { userId: caller.id, now: this.#nowSeconds(), id: Math.min(id, 2_147_483_647) }
    const row = await findToken(this.#parts.database, filter)
    if (!row || Number(row.id) !== id) throw new AppError('not_found', { what: 'token' })
    return row
  }

  async #edit(caller: Caller, id: number, change: Omit<TokenChange, 'userId' | 'id' | 'ref'>) {
    const { database, invalidation } = this.#parts
    const { before, after } = await database.run(changeToken, { ...change, userId: caller.id, id, ref: newRequestId() })
    invalidation.publish('token', id)
    return { before: this.#shown(before), after: this.#shown(after) }
  }

  #isGroupUsable(caller: Caller, group: string): boolean {
    return group === '' || Object.hasOwn(choosableGroups(this.#parts.options, caller.group), group)
  }

  #isPast(expiry: number): boolean {
    return expiry >= 0 && expiry <= this.#nowSeconds()
  }

  #keepsKeys(): boolean {
    return keepsKeys(this.#parts.options)
  }

  #openKey(row: Pick<TokenRecord, 'key_enc' | 'row_uid'>): string | undefined {
    try {
      return row.key_enc === '' ? undefined : this.#parts.secrets.open(row.key_enc, keyPlace(row.row_uid))
    } catch {
      // Sealed under a master key that is gone. The token still works by its hash (6.7).
      return undefined
    }
  }

  /** What may be shown of a key. */
  #shownKey(row: Pick<TokenRecord, 'key_enc' | 'row_uid' | 'key_head' | 'key_tail'>): string {
    const masked = `${row.key_head}**********${row.key_tail}`
    return this.#parts.options.get(tokenKeyVisibility) === 'list' ? (this.#openKey(row) ?? masked) : masked
  }

  #listed(row: ListedRecord): ListedTokenJson {
    return listedTokenJson(row, this.#shownKey(row), this.#nowSeconds())
  }

  #shown(row: TokenRecord): TokenJson {
    return tokenJson(row, this.#shownKey(row), this.#nowSeconds())
  }
}

/** @throws AppError bad_ip_line naming the line */
function assertAddresses(addresses: TokenDraft['allow_ips']): void {
  const wrong = addresses.find(({ text }) => !isAddressOrNetwork(text))
  if (wrong)
    throw new AppError('bad_ip_line', { line: wrong.line, text: wrong.text.slice(0, 60) }, { fields: { allow_ips: 'bad_ip_line' } })
}
