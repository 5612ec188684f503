// Tokens of the family. Source: model/token.go of each member; what their statuses mean: server-behaviour 2.3 and 5.10.
import { tokenStatus } from '@waystation/contract/site/status-table'
import type { ForeignRow } from '../../db/foreign-database.ts'
import type { MovingToken } from '../../domain/move-in/goods.ts'
import { storedKey } from '../../domain/token/new-key.ts'
import { isAddressOrNetwork } from '../../lib/net/client-ip.ts'
import { countOf, flagOf, isDeleted, quotaOf, secondsOf, textOf, wholeOf } from '../fields.ts'
import type { Ids, ReadParts } from '../source.ts'
import type { Member } from './member.ts'

interface TokenParts extends ReadParts {
  readonly owners: Ids
}

/** A token; undefined: it was left behind. */
export function readToken(row: ForeignRow, member: Member, parts: TokenParts): MovingToken | undefined {
  const { tally, owners, secrets, keepsKeys } = parts
  const key = textOf(row, 'key').replace(/^sk-/, '')
  const userId = owners.get(textOf(row, 'user_id'))
  const quota = quotaOf(row, 'remain_quota')
  if (isDeleted(row) || userId === undefined || key === '') {
    tally.note(isDeleted(row) ? 'token_deleted' : key === '' ? 'token_without_key' : 'token_orphan', nameOf(row))
    tally.leave('tokens')
    tally.leave('token_quota', quota)
    return undefined
  }
  return { id: textOf(row, 'id'), userId, quota, columns: columnsOf(row, member, parts), key: storedKey(secrets, key, keepsKeys) }
}

const nameOf = (row: ForeignRow) => textOf(row, 'name') || `token ${textOf(row, 'id')}`

function columnsOf(row: ForeignRow, member: Member, { tally, now }: TokenParts): MovingToken['columns'] {
  const { models, addresses } = member.tokenLimits(row)
  const lines = addresses.map((line) => line.trim()).filter((line) => line !== '')
  const usable = lines.filter(isAddressOrNetwork)
  if (usable.length < lines.length) tally.note('token_addresses', nameOf(row))
  const group = textOf(row, 'group').slice(0, 64)
  if (group !== '') tally.groups.add(group)
  const expiry = wholeOf(row, 'expired_time', -1)
  const isUnlimited = flagOf(row, 'unlimited_quota')
  const facts = { expiry, isSpent: !isUnlimited && wholeOf(row, 'remain_quota') <= 0, now }
  const status = lines.length > 0 && usable.length === 0 ? tokenStatus.disabled : statusHere(wholeOf(row, 'status', 1), facts)
  if (status !== tokenStatus.enabled && [tokenStatus.expired, tokenStatus.exhausted].some((ended) => ended === wholeOf(row, 'status', 1)))
    tally.note('token_stopped', nameOf(row))
  return {
    ...{ name: [...nameOf(row)].slice(0, 64).join(''), group_name: group, status, is_unlimited: Number(isUnlimited) },
    expires_at: expiry === -1 ? null : Math.max(0, expiry),
    ...{ model_limits_enabled: models === undefined ? 0 : 1, model_limits: (models ?? []).join(','), model_aliases: null },
    allow_ips: usable.join('\n'),
    // Only some members have limits of rates, under these names.
    ...{ rate_limit_enabled: Number(flagOf(row, 'rate_limit_enabled')), rate_limit_period: countOf(row, 'frequency', 60) },
    ...{ rate_limit_count: countOf(row, 'limit', 1000), rate_limit_success: countOf(row, 'successful_limit', 10) },
    ...{ created_at: secondsOf(row, 'created_time'), accessed_at: secondsOf(row, 'accessed_time') },
  }
}

/** Expired and used up are seen here, not stored. One that was stopped as such and is neither any more stays stopped. */
function statusHere(status: number, { expiry, isSpent, now }: { expiry: number; isSpent: boolean; now: number }): number {
  if (status === tokenStatus.enabled) return tokenStatus.enabled
  if (status === tokenStatus.expired && expiry !== -1 && expiry <= now) return tokenStatus.enabled
  return status === tokenStatus.exhausted && isSpent ? tokenStatus.enabled : tokenStatus.disabled
}
