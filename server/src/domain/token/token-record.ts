// A token as its owner sees it, and as it is stored.

import type { ListedToken, Token, TokenDraft } from '@waystation/contract/people/token'
import { tokenStatus } from '@waystation/contract/site/status-table'
import type { z } from 'zod'
import type { ListedRecord, TokenColumns, TokenRecord } from './token-store.ts'

/** A token as its owner gets it alone, and in a list. */
export type TokenJson = z.input<typeof Token>
export type ListedTokenJson = z.input<typeof ListedToken>

/**
 * The status that a token has now: expired and exhausted are not stored but seen, so they end with their cause.
 * @param now unix seconds
 */
export function shownStatus(row: Pick<TokenRecord, 'status' | 'expires_at' | 'is_unlimited' | 'posted'>, now: number): number {
  if (row.status === tokenStatus.disabled) return tokenStatus.disabled
  if (row.expires_at !== null && Number(row.expires_at) <= now) return tokenStatus.expired
  if (row.is_unlimited !== 1 && Number(row.posted) <= 0) return tokenStatus.exhausted
  return tokenStatus.enabled
}

/** @param key what may be shown of the key */
export function tokenJson(row: TokenRecord, key: string, now: number): TokenJson {
  return { ...commonJson(row, key, now), model_limits: row.model_limits, model_aliases: row.model_aliases ?? '', allow_ips: row.allow_ips }
}

/** @param key what may be shown of the key */
export function listedTokenJson(row: ListedRecord, key: string, now: number): ListedTokenJson {
  return { ...commonJson(row, key, now), model_limits_count: Number(row.models), allow_ips_count: Number(row.addresses) }
}

function commonJson(row: Omit<TokenRecord, 'model_limits' | 'model_aliases' | 'allow_ips'>, key: string, now: number) {
  // A single call may cost more than what was left of the limit.
  const left = Math.max(0, Number(row.posted))
  return {
    id: Number(row.id),
    name: row.name,
    label: row.label,
    key,
    status: shownStatus(row, now),
    group: row.group_name,
    remain_quota: left,
    quota_seen: left,
    used_quota: Number(row.used),
    unlimited_quota: row.is_unlimited === 1,
    created_time: Number(row.created_at),
    accessed_time: Number(row.accessed_at),
    expired_time: row.expires_at === null ? -1 : Number(row.expires_at),
    rate_limit_enabled: row.rate_limit_enabled === 1,
    rate_limit_period: row.rate_limit_period,
    rate_limit_count: row.rate_limit_count,
    rate_limit_success: row.rate_limit_success,
    model_limits_enabled: row.model_limits_enabled === 1,
  }
}

/** As it is stored: null where there are none. */
function aliasText({ value }: TokenDraft['model_aliases']): string | null {
  return Object.keys(value).length === 0 ? null : JSON.stringify(value)
}

/** The largest number of the database's 32-bit columns. */
const MOST = 2_147_483_647

/** The columns of the fields that a draft or a change has; a whole draft gives all. The limit is not among them: it is a balance. */
export function tokenColumns(draft: Omit<TokenDraft, 'remain_quota'>): TokenColumns
export function tokenColumns(draft: Omit<Partial<TokenDraft>, 'remain_quota'>): Partial<TokenColumns>
export function tokenColumns(draft: Omit<Partial<TokenDraft>, 'remain_quota'>): Partial<TokenColumns> {
  const columns: { -readonly [Column in keyof TokenColumns]?: TokenColumns[Column] } = {}
  if (draft.name !== undefined) columns.name = draft.name
  if (draft.label !== undefined) columns.label = draft.label
  if (draft.group !== undefined) columns.group_name = draft.group
  if (draft.unlimited_quota !== undefined) columns.is_unlimited = draft.unlimited_quota ? 1 : 0
  if (draft.expired_time !== undefined) columns.expires_at = draft.expired_time < 0 ? null : draft.expired_time
  if (draft.rate_limit_enabled !== undefined) columns.rate_limit_enabled = draft.rate_limit_enabled ? 1 : 0
  if (draft.rate_limit_period !== undefined) columns.rate_limit_period = draft.rate_limit_period
  if (draft.rate_limit_count !== undefined) columns.rate_limit_count = Math.min(draft.rate_limit_count, MOST)
  if (draft.rate_limit_success !== undefined) columns.rate_limit_success = Math.min(draft.rate_limit_success, MOST)
  if (draft.model_limits_enabled !== undefined) columns.model_limits_enabled = draft.model_limits_enabled ? 1 : 0
  if (draft.model_limits !== undefined) columns.model_limits = draft.model_limits.join(',')
  if (draft.model_aliases !== undefined) columns.model_aliases = aliasText(draft.model_aliases)
  if (draft.allow_ips !== undefined) columns.allow_ips = draft.allow_ips.map(({ text }) => text).join('\n')
  return columns
}
