// Step 1: authenticates the key. Checks in the order of server-behaviour 2.3; model and limits come later, in admit.
import type { IncomingMessage } from 'node:http'
import { AppError, languageOf } from '@waystation/contract/errors'
import { userUsableGroups } from '@waystation/contract/options/pricing'
import { isAdmin } from '@waystation/contract/site/status-table'
import { groupFactor } from '../../domain/pricing/group-ratio.ts'
import type { KnownCaller } from '../../domain/token/token-lookup.ts'
import { assertActive, assertAddress, MAX_KEY_LENGTH, shownKey } from '../../domain/token/token-standing.ts'
import { asksForSocket } from '../../lib/net/sockets.ts'
import type { Caller } from '../caller.ts'
import type { Gateway } from '../gateway.ts'

/** What authenticating takes. */
export type AuthenticateServices = Pick<Gateway, 'options' | 'tokens' | 'clientAddress'>

/**
 * The caller of a request, or an AppError: token_missing, token_conflict, invalid_token, token_disabled, token_expired, user_banned,
 * pinned_channel_forbidden, pinned_channel_unknown, ip_not_allowed, ip_contradictory, group_not_allowed or
 * group_ratio_missing.
 * @param presented the key, where it is not the one that the request shows
 */
export async function authenticate(
  request: IncomingMessage,
  gateway: AuthenticateServices,
  presented: string = presentedKey(request),
): Promise<Caller> {
  const { known, pinnedChannelId } = await findByKey(presented, gateway)
  const { user, token } = known
  assertActive(known)
  if (pinnedChannelId !== undefined && !isAdmin(user.role)) throw new AppError('pinned_channel_forbidden')

  const from = gateway.clientAddress(request.socket.remoteAddress ?? '', request.headers)
  assertAddress(known, from)

  return {
    user,
    token,
    tokenName: token.name,
    group: groupOf(known, gateway),
    pinnedChannelId,
    ip: from.ip,
    language: languageOf(request.headers['accept-language'], 'en'),
  }
}

/** The key that the request shows, without `Bearer` and `sk-`. */
export function presentedKey(request: IncomingMessage): string {
  const { headers } = request
  const shown: string[] = []
  for (const value of [
    headers.authorization,
    headers['x-api-key'],
    headers['api-key'],
    headers['x-goog-api-key'],
    keyInAddress(request.url),
    asksForSocket(request) ? keyInProtocol(headers['sec-websocket-protocol']) : undefined,
  ])
    if (typeof value === 'string') shown.push(value)
    else if (value !== undefined) shown.push(...value)
  return shownKey(shown)
}

/** Pages cannot set headers of a socket: their clients offer the key as one of its protocols. Source: server-behaviour 2.2. */
function keyInProtocol(offered: string | undefined): string | undefined {
  return offered?.match(/(?:^|,)\s*openai-insecure-api-key\.([^\s,]+)/)?.[1]
}

/** Where Google's clients show the key; of the Live API they write two slashes. */
const KEY_ADDRESS =
  /^\/(?:v1(?:beta)?\/(?:models|cachedContents)|v1beta\/files|upload\/v1(?:beta)?\/files|\/?ws\/google\.ai\.generativelanguage\.)/

/** Google's clients may show the key in the address (decision D29); nothing that logs an address logs its query. */
function keyInAddress(url = ''): string | undefined {
  const query = url.indexOf('?')
  if (query < 0 || !KEY_ADDRESS.test(url)) return undefined
  return new URLSearchParams(url.slice(query)).get('key') ?? undefined
}

/** The whole text is looked up first; only then is a channel's number split off behind a dash (decision D29). */
async function findByKey(
  text: string,
  gateway: AuthenticateServices,
): Promise<{ known: KnownCaller; pinnedChannelId: number | undefined }> {
  if (text.length > MAX_KEY_LENGTH) throw new AppError('invalid_token')
  const whole = await gateway.tokens.find(text)
  if (whole) return { known: whole, pinnedChannelId: undefined }
  const dash = text.lastIndexOf('-')
  const known = dash > 0 ? await gateway.tokens.find(text.slice(0, dash)) : undefined
  if (!known) throw new AppError('invalid_token')
  const pinned = text.slice(dash + 1)
  if (!/^\d{1,9}$/.test(pinned)) throw new AppError('pinned_channel_unknown')
  return { known, pinnedChannelId: Number(pinned) }
}

/** The token's group if it names one, else the user's (server-behaviour 2.5). */
function groupOf({ user, token }: KnownCaller, gateway: AuthenticateServices): string {
  const group = token.group || user.group
  assertUsable(group, user.group, gateway)
  return group
}

/**
 * A group is usable when users may choose it, or it is their own, and it has a price factor.
 * @throws AppError group_not_allowed, or group_ratio_missing where it is their own
 */
export function assertUsable(group: string, ownGroup: string, { options }: Pick<Gateway, 'options'>): void {
  const isPriced = groupFactor(options, group, ownGroup) !== undefined
  if (group === ownGroup && !isPriced) throw new AppError('group_ratio_missing', { group })
  const isChoosable = group === ownGroup || Object.hasOwn(options.get(userUsableGroups), group)
  if (!isChoosable || !isPriced) throw new AppError('group_not_allowed', { group })
}
