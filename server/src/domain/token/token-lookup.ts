// Who pays for a call: found by the key's hash and cached for a while, so that most calls need no database before their hold. A change to
// the token or its user is published and removes it from the cache at once.

import type { CallLimits } from '@waystation/contract/calls/call-limits'
import { AppError } from '@waystation/contract/errors'
import { type BudgetPeriod, type BudgetUnit, isRenewing, type RenewingPeriod } from '@waystation/contract/money/budget'
import type { UserSetting } from '@waystation/contract/people/user'
import { LRUCache } from 'lru-cache'
import type { Database } from '../../db/database.ts'
import { atMost } from '../../lib/at-most.ts'
import { type Networks, readNetworks } from '../../lib/net/networks.ts'
import type { Secrets } from '../../lib/secret.ts'
import type { Invalidation } from '../../lib/shared/invalidation.ts'
import { userSettingOf } from '../user/accounts/user-setting.ts'
import { type BudgetColumns, type CallerRow, findCaller, findCallerBudgets, findCallerOfToken, findPayer } from './caller-store.ts'
import { foreignKeys } from './foreign/foreign-keys.ts'

/** A limit that the ledger counts, of a token or a user. */
export interface KnownBudget extends BudgetColumns {
  readonly period: RenewingPeriod
}

/** What calls of a token or a user are held to. */
interface Limited {
  readonly budgets: readonly KnownBudget[]
  /** Over a minute and at once; undefined: none. */
  readonly limits: CallLimits | undefined
}

/** Everything the gateway must know of the caller. */
export interface KnownCaller {
  readonly user: Limited & {
    readonly id: number
    readonly username: string
    readonly role: number
    readonly status: number
    readonly group: string
    readonly language: string
    readonly accountId: number
    readonly setting: UserSetting
  }
  readonly token: Limited & {
    readonly id: number
    readonly name: string
    readonly status: number
    readonly group: string
    readonly isUnlimited: boolean
    readonly accountId: number
    readonly expiresAt: number | null
    readonly rateLimit: { readonly periodSeconds: number; readonly count: number; readonly successCount: number } | null
    /** Absent: any model. */
    readonly models: ReadonlySet<string> | null
    /** Names that its clients use to the models that they get; null: none. */
    readonly aliases: ReadonlyMap<string, string> | null
    /** From where the key may be used; empty: from anywhere. */
    readonly allowIps: Networks
  }
}

/** How long a caller is cached, should a publication be missed. */
const KEPT_MS = 30_000
/** What all cached callers may take up together, estimated. */
const MAX_CACHED_BYTES = 64 * 1024 * 1024
const CALLER_BYTES = 2048
/** What a character of a list takes up once it is parsed. */
const BYTES_PER_LIST_CHARACTER = 12

export interface TokenLookup {
  /** The caller whose key this is, without `sk-`; undefined when there is none. */
  find(key: string): Promise<KnownCaller | undefined> | KnownCaller | undefined
}

export function tokenLookup(database: Database, secrets: Secrets, invalidation: Invalidation): TokenLookup {
  // By the whole hash, never by a part of the key. Unknown keys are not cached: anybody can make them up.
  const callers = new LRUCache<string, KnownCaller>({ maxSize: MAX_CACHED_BYTES, ttl: KEPT_MS })
  // Hashing costs a few microseconds, and callers come again: the hash of a key is remembered with the key's own bytes as the key.
  /** Those that are being read now: calls that come at once read a caller once. */
  const loading = new Map<string, { readonly changes: number; readonly read: Promise<KnownCaller | undefined> }>()
  const hashes = new LRUCache<string, string>(atMost(5000))
  let changes = 0

  const forget = (matches: (caller: KnownCaller) => boolean) => {
    changes += 1
    for (const [hash, caller] of callers.entries()) if (matches(caller)) callers.delete(hash)
  }
  invalidation.subscribe('token', (id) => forget((caller) => id === undefined || caller.token.id === id))
  invalidation.subscribe('user', (id) => forget((caller) => id === undefined || caller.user.id === id))

  const hashOf = (key: string): string => {
    let hash = hashes.get(key)
    if (hash === undefined) {
      hash = secrets.lookupHash(key)
      if (key.length <= 128) hashes.set(key, hash)
    }
    return hash
  }

  const foreign = foreignKeys(database, secrets)

  async function load(hash: string, key: string): Promise<KnownCaller | undefined> {
    const changesBefore = changes
    let row = await findCaller(database, hash)
    if (!row && (await foreign.adopt(key))) row = await findCaller(database, hash)
    if (!row) return undefined
    const caller = await callerOf(row, await findCallerBudgets(database, row.user_id, row.id))
    // What was read may be older than a change that was published meanwhile.
    if (changes === changesBefore) callers.set(hash, caller, { size: sizeOf(row) })
    return caller
  }

  return {
    find(key) {
      const hash = hashOf(key)
      const known = callers.get(hash)
      if (known) return known
      const under = loading.get(hash)
      // What began before a change may not know of it.
      if (under?.changes === changes) return under.read
      const begun = { changes, read: load(hash, key) }
      loading.set(hash, begun)
      return begun.read.finally(() => {
        if (loading.get(hash) === begun) loading.delete(hash)
      })
    },
  }
}

/** The user of a console session as the payer of a call. Throws AppError not_logged_in when the user does not exist any more. */
export async function findPayingUser(database: Database, userId: number): Promise<KnownCaller['user']> {
  const user = await findUserCaller(database, userId)
  if (!user) throw new AppError('not_logged_in')
  return user
}

/** A user who calls without a token; undefined: there is no such user. */
export async function findUserCaller(database: Database, userId: number): Promise<KnownCaller['user'] | undefined> {
  const row = await findPayer(database, userId)
  if (!row) return undefined
  return {
    id: userId,
    username: row.username,
    role: row.role,
    status: row.status,
    group: row.group_name || 'default',
    language: row.language,
    accountId: row.account_id,
    setting: userSettingOf(row.setting),
    ...limitedBy('user', await findCallerBudgets(database, userId, undefined)),
  }
}

/** The caller of a token, for questions about its calls; undefined: there is no such token. */
export async function findTokenCaller(database: Database, tokenId: number): Promise<KnownCaller | undefined> {
  const row = await findCallerOfToken(database, tokenId)
  return row && callerOf(row, await findCallerBudgets(database, row.user_id, row.id))
}

const sizeOf = ({ model_limits, model_aliases, allow_ips }: CallerRow): number =>
  CALLER_BYTES + (model_limits.length + (model_aliases?.length ?? 0) + allow_ips.length) * BYTES_PER_LIST_CHARACTER

async function callerOf(row: CallerRow, budgets: readonly BudgetColumns[]): Promise<KnownCaller> {
  return {
    user: {
      id: row.user_id,
      username: row.username,
      role: row.role,
      status: row.deleted_at === null ? row.user_status : 0,
      group: row.user_group || 'default',
      language: row.language,
      accountId: row.user_account_id,
      setting: userSettingOf(row.setting),
      ...limitedBy('user', budgets),
    },
    token: {
      id: row.id,
      name: row.name,
      status: row.status,
      group: row.group_name,
      isUnlimited: row.is_unlimited === 1,
      accountId: row.token_account_id,
      expiresAt: row.expires_at,
      rateLimit: row.rate_limit_enabled
        ? { periodSeconds: row.rate_limit_period, count: row.rate_limit_count, successCount: row.rate_limit_success }
        : null,
      models: row.model_limits_enabled ? new Set(row.model_limits.split(',').filter((name) => name !== '')) : null,
      aliases: row.model_aliases === null ? null : new Map(Object.entries(JSON.parse(row.model_aliases) as Record<string, string>)),
      allowIps: await readNetworks(row.allow_ips.split('\n').filter((line) => line !== '')),
      ...limitedBy('token', budgets),
    },
  }
}

function limitedBy(kind: 'user' | 'token', all: readonly BudgetColumns[]): Limited {
  const own = all.filter(({ owner }) => owner.kind === kind)
  const budgets = own.filter((budget): budget is KnownBudget => isRenewing(budget.period))
  const of = (unit: BudgetUnit, period: BudgetPeriod) => own.find((one) => one.unit === unit && one.period === period)?.quota
  const [requests, tokens, atOnce] = [of('calls', 'minute'), of('tokens', 'minute'), of('calls', 'at_once')]
  const limits: CallLimits = {
    ...(requests === undefined ? {} : { requests_per_minute: requests }),
    ...(tokens === undefined ? {} : { tokens_per_minute: tokens }),
    ...(atOnce === undefined ? {} : { calls_at_once: atOnce }),
  }
  return { budgets, limits: own.length === budgets.length ? undefined : limits }
}
