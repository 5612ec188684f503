// Redemption codes as admins manage them and users redeem them. Sources: specification §5 and §7, server-behaviour 7.1 and 7.2.
import { randomBytes } from 'node:crypto'
import { AppError } from '@waystation/contract/errors'
import { quota as toQuota } from '@waystation/contract/money/quota'
import type {
  ListedRedemption,
  Redeemed,
  Redemption,
  RedemptionDraft,
  RedemptionPatch,
  RedemptionSummary,
} from '@waystation/contract/money/redemption'
import { rebateEnabled, rebatePercentage } from '@waystation/contract/options/check-in'
import type { Option } from '@waystation/contract/options/option'
import { redemptionStatus } from '@waystation/contract/site/status-table'
import type { Database } from '../../db/database.ts'
import { givenFields } from '../../lib/fields.ts'
import { newRequestId } from '../../lib/request-id.ts'
import type { Secrets } from '../../lib/secret.ts'
import type { Invalidation } from '../../lib/shared/invalidation.ts'
import type { Caller } from '../session/caller.ts'
import { redeemRules } from '../throttle/rules.ts'
import type { Throttle } from '../throttle/throttle.ts'
import {
  countRedemptionsNamed,
  createRedemptions,
  deleteRedemptions,
  disableRedemptions,
  editRedemption,
  findRedemption,
  findRedemptions,
  type NamedRedemption,
  type RedemptionFilter,
  type RedemptionRecord,
  redeemQuotaCode,
  setRedemptionStatus,
  summarizeRedemptions,
} from './redemption-store.ts'

export interface RedemptionParts {
  readonly database: Database
  readonly options: { get<Value>(option: Option<Value>): Value }
  readonly secrets: Secrets
  readonly throttle: Pick<Throttle, 'take'>
  readonly invalidation: Invalidation
  /** Unix milliseconds. */
  readonly now: () => number
}

/** A code before and after a change. */
interface Edited {
  readonly before: Redemption
  readonly after: Redemption
}

/** Bytes of a generated code, which is their hex text: no look-alike letters. */
const CODE_BYTES = 16
const GENERATED = /^[0-9a-f]{32}$/

export class RedemptionService {
  readonly #parts: RedemptionParts

  constructor(parts: RedemptionParts) {
    this.#parts = parts
  }

  /** A page of codes, newest first. */
  async list(
    filter: Omit<RedemptionFilter, 'now'>,
    page: { offset: number; limit: number },
  ): Promise<{ items: ListedRedemption[]; total: number }> {
    const now = Math.floor(this.#parts.now() / 1000)
    const { rows, total } = await findRedemptions(this.#parts.database, { ...filter, now }, page)
    return { items: rows.map((row) => this.#listed(row)), total }
  }

  async summary(): Promise<RedemptionSummary> {
    const { redeemed, ...counts } = await summarizeRedemptions(this.#parts.database, Math.floor(this.#parts.now() / 1000))
    return { ...counts, redeemed: toQuota(Math.min(redeemed, Number.MAX_SAFE_INTEGER)) }
  }

  /** @throws AppError not_found */
  async get(id: number): Promise<ListedRedemption> {
    const row = await findRedemption(this.#parts.database, id)
    if (!row) throw new AppError('not_found', { what: 'redemption' })
    return this.#listed(row)
  }

  /** Makes codes and returns their texts: all of them or none. @throws AppError redemption_key_taken */
  async create(caller: Caller, draft: RedemptionDraft): Promise<string[]> {
    const { database, secrets } = this.#parts
    const { key, count, is_gift, ...fields } = draft
    const texts = key === '' ? Array.from({ length: count }, () => randomBytes(CODE_BYTES).toString('hex')) : [key]
    const codes = texts.map((text) => storedCode(secrets, text))
    await database.run(createRedemptions, { userId: caller.id, columns: { ...fields, is_gift: Number(is_gift) }, codes })
    return texts
  }

  /** @throws AppError not_found, redemption_frozen, valid_until_before_from */
  async change({ id, is_gift, ...fields }: RedemptionPatch): Promise<Edited> {
    const columns = givenFields({ ...fields, is_gift: is_gift === undefined ? undefined : Number(is_gift) })
    return this.#edited(await this.#parts.database.run(editRedemption, { id, columns }))
  }

  /** @throws AppError not_found, redemption_status_final, redemption_status_unknown */
  async setStatus(id: number, status: number): Promise<Edited> {
    if (status !== redemptionStatus.unused && status !== redemptionStatus.disabled) throw new AppError('redemption_status_unknown')
    return this.#edited(await this.#parts.database.run(setRedemptionStatus, { id, status }))
  }

  /** Disables those that can be used, and returns how many. */
  disable(ids: readonly number[]): Promise<number> {
    return this.#parts.database.run(disableRedemptions, { ids })
  }

  /** @throws AppError not_found */
  async remove(id: number): Promise<void> {
    if ((await this.#parts.database.run(deleteRedemptions, { ids: [id] })) === 0) throw new AppError('not_found', { what: 'redemption' })
  }

  /** Deletes all that are disabled, and returns how many. */
  removeDisabled(): Promise<number> {
    return this.#parts.database.run(deleteRedemptions, { disabled: true })
  }

  /** @throws AppError name_required */
  async countNamed(name: string): Promise<number> {
    return countRedemptionsNamed(this.#parts.database, assertName(name))
  }

  /** Deletes all codes of exactly this name, and returns how many. @throws AppError name_required */
  async removeNamed(name: string): Promise<number> {
    return this.#parts.database.run(deleteRedemptions, { name: assertName(name) })
  }

  /** Redeems what a user typed. Tries are counted, so that codes cannot be guessed. @throws AppError the reason why it does not count */
  async redeem(caller: Caller, typed: string, call: { ip: string; requestId: string }): Promise<Redeemed> {
    const { database, options, secrets, throttle, invalidation } = this.#parts
    const text = typed.trim()
    if (text === '') throw new AppError('redemption_empty', {}, { fields: { key: 'redemption_empty' } })
    const attempt = await throttle.take(redeemRules(caller.id, call.ip))
    if ('retrySeconds' in attempt) throw new AppError('login_throttled', { seconds: attempt.retrySeconds })
    const { quota, isGift } = await database.run(redeemQuotaCode, {
      codeHashes: spellings(text).map((spelling) => secrets.lookupHash(spelling)),
      userId: caller.id,
      username: caller.username,
      rebatePercent: options.get(rebateEnabled) ? options.get(rebatePercentage) : 0,
      requestId: call.requestId,
      rebateRequestId: newRequestId(),
    })
    invalidation.publish('user', caller.id)
    // The code is redeemed. A try that stays counted harms nobody; an error would tell its user that nothing happened.
    await attempt.succeeded().catch(() => {})
    return { quota: toQuota(quota), is_gift: isGift }
  }

  #edited({ before, after }: { before: RedemptionRecord; after: RedemptionRecord }): Edited {
    return { before: this.#shown(before), after: this.#shown(after) }
  }

  #listed(row: NamedRedemption): ListedRedemption {
    return { ...this.#shown(row), username: row.username ?? '', used_username: row.used_username ?? '' }
  }

  #shown(row: RedemptionRecord): Redemption {
    return {
      id: Number(row.id),
      user_id: row.user_id,
      name: row.name,
      key: this.#parts.secrets.open(row.code_enc, placeOf(row.row_uid)),
      status: row.status,
      quota: toQuota(Number(row.quota)),
      created_time: Number(row.created_at),
      redeemed_time: Number(row.redeemed_at),
      used_user_id: row.used_user_id,
      is_gift: row.is_gift !== 0,
      max_uses: row.max_uses,
      used_count: row.used_count,
      valid_from: Number(row.valid_from),
      valid_until: Number(row.valid_until),
    }
  }
}

/** What a code is sealed for. */
const placeOf = (rowUid: string) => `redemption:code_enc:${rowUid}`

/** A code's text as it is stored. */
export function storedCode(secrets: Secrets, text: string): Pick<RedemptionRecord, 'code_hash' | 'code_enc' | 'row_uid'> {
  const row_uid = newRequestId()
  return { code_hash: secrets.lookupHash(text), code_enc: secrets.seal(text, placeOf(row_uid)), row_uid }
}

/** The texts that may be meant: as typed, and as a generated code whose spaces, dashes and capitals do not count. */
export function spellings(typed: string): string[] {
  const plain = typed.replaceAll(/[\s-]/g, '').toLowerCase().replaceAll('o', '0').replaceAll(/[il]/g, '1')
  return GENERATED.test(plain) && plain !== typed ? [typed, plain] : [typed]
}

function assertName(name: string): string {
  const trimmed = name.trim()
  if (trimmed === '') throw new AppError('name_required', {}, { fields: { name: 'name_required' } })
  return trimmed
}
