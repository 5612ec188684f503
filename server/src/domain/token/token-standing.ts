// May a key be used now, and from where? Checks in the order of server-behaviour 2.3, for model calls and for reading a token's own log.
import { AppError } from '@waystation/contract/errors'
import { tokenStatus, userStatus } from '@waystation/contract/site/status-table'
import type { ClientAddress } from '../../lib/net/client-ip.ts'
import type { KnownCaller, TokenLookup } from './token-lookup.ts'

/** No token has a longer key; those are not even hashed. */
export const MAX_KEY_LENGTH = 256

/** @throws AppError token_exhausted, token_expired, token_disabled or user_banned */
export function assertActive({ user, token }: KnownCaller): void {
  if (token.status === tokenStatus.exhausted) throw new AppError('token_exhausted')
  if (token.status === tokenStatus.expired || (token.expiresAt !== null && token.expiresAt * 1000 <= Date.now()))
    throw new AppError('token_expired')
  if (token.status !== tokenStatus.enabled) throw new AppError('token_disabled')
  if (user.status !== userStatus.active) throw new AppError('user_banned')
}

/** @throws AppError ip_not_allowed or ip_contradictory */
export function assertAddress({ token }: KnownCaller, { ip, isDoubtful }: ClientAddress): void {
  if (token.allowIps.isEmpty) return
  if (isDoubtful) throw new AppError('ip_contradictory')
  if (!token.allowIps.has(ip)) throw new AppError('ip_not_allowed', { ip })
}

/**
 * The key that was shown, in one place or in several, without `Bearer` and `sk-`.
 * @throws AppError token_missing or token_conflict
 */
export function shownKey(shown: readonly string[]): string {
  let found = ''
  for (const one of shown) {
    const key = bareKey(one)
    if (key === '') continue
    if (found !== '' && key !== found) throw new AppError('token_conflict')
    found = key
  }
  if (found === '') throw new AppError('token_missing')
  return found
}

/**
 * The owner of this key, if it may be used now and from this address.
 * @throws AppError token_missing, token_conflict, invalid_token, ip_not_allowed, ip_contradictory, or one for the standing of the token
 */
export async function tokenOfKey(tokens: TokenLookup, shown: readonly string[], from: ClientAddress): Promise<KnownCaller> {
  const known = await knownByKey(tokens, shown)
  assertActive(known)
  assertAddress(known, from)
  return known
}

/**
 * The same for looking at what is left: a token that is used up or has ended may be looked at.
 * @throws AppError token_missing, token_conflict, invalid_token, token_disabled, user_banned, ip_not_allowed or ip_contradictory
 */
export async function readableTokenOfKey(tokens: TokenLookup, shown: readonly string[], from: ClientAddress): Promise<KnownCaller> {
  const known = await knownByKey(tokens, shown)
  if (known.token.status === tokenStatus.disabled) throw new AppError('token_disabled')
  if (known.user.status !== userStatus.active) throw new AppError('user_banned')
  assertAddress(known, from)
  return known
}

async function knownByKey(tokens: TokenLookup, shown: readonly string[]): Promise<KnownCaller> {
  const key = shownKey(shown)
  const known = key.length > MAX_KEY_LENGTH ? undefined : await tokens.find(key)
  if (!known) throw new AppError('invalid_token')
  return known
}

function bareKey(shown: string): string {
  return shown
    .replace(/^bearer(\s+|$)/i, '')
    .trim()
    .replace(/^sk-/, '')
}
