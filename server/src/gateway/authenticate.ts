// Step 1: whose key is it? Checks in the order of server-behaviour 2.3; model and limits come later, in admit.
import type { IncomingMessage } from 'node:http'
import { AppError, languageOf } from '@waystation/contract/errors'
import { groupRatio, userUsableGroups } from '@waystation/contract/options/pricing'
import { isAdmin, tokenStatus, userStatus } from '@waystation/contract/status-table'
import type { KnownCaller } from '../domain/token/token-lookup.ts'
import { isInNetworks } from '../lib/client-ip.ts'
import type { Gateway } from './gateway.ts'
import type { Caller } from './types.ts'

/** Longer keys are nobody's; they are not even hashed. */
const LONGEST_KEY = 256

/**
 * The caller of a request, or an AppError: token_missing, token_conflict, invalid_token, token_disabled, token_expired, user_banned,
 * pinned_channel_forbidden, pinned_channel_unknown, ip_not_allowed or group_not_allowed.
 */
export async function authenticate(request: IncomingMessage, gateway: Gateway): Promise<Caller> {
  const presented = presentedKey(request)
  const { known, pinnedChannelId } = await findByKey(presented, gateway)
  const { user, token } = known
  if (token.status === tokenStatus.exhausted) throw new AppError('token_exhausted')
  if (token.status === tokenStatus.expired || (token.expiresAt !== null && token.expiresAt * 1000 <= Date.now()))
    throw new AppError('token_expired')
  if (token.status !== tokenStatus.enabled) throw new AppError('token_disabled')
  if (user.status !== userStatus.active) throw new AppError('user_banned')
  if (pinnedChannelId !== undefined && !isAdmin(user.role)) throw new AppError('pinned_channel_forbidden')

  const ip = gateway.clientIp(request.socket.remoteAddress ?? '', request.headers)
  if (token.allowIps.length > 0 && !isInNetworks(ip, token.allowIps)) throw new AppError('ip_not_allowed')

  return {
    user,
    token,
    tokenName: token.name,
    group: groupOf(known, gateway),
    pinnedChannelId,
    ip,
    language: languageOf(request.headers['accept-language'], 'en'),
  }
}

/** The key that the request shows, without `Bearer` and `sk-`. */
export function presentedKey(request: IncomingMessage): string {
  const { headers } = request
  const shown = [headers.authorization, headers['x-api-key'], headers['api-key'], headers['x-goog-api-key'], keyInAddress(request.url)]
    .flat()
    .map((value) =>
      (value ?? '')
        .replace(/^bearer(\s+|$)/i, '')
        .trim()
        .replace(/^sk-/, ''),
    )
    .filter((key) => key !== '')
  const [first] = shown
  if (first === undefined) throw new AppError('token_missing')
  if (shown.some((key) => key !== first)) throw new AppError('token_conflict')
  return first
}

/** Google's clients may show the key in the address (decision D29); nothing that logs an address logs its query. */
function keyInAddress(url = ''): string | undefined {
  const query = url.indexOf('?')
  if (query < 0 || !/^\/v1(beta)?\/models/.test(url)) return undefined
  return new URLSearchParams(url.slice(query)).get('key') ?? undefined
}

/** The whole text is looked up first; only then is a channel's number split off behind a dash (decision D29). */
async function findByKey(text: string, gateway: Gateway): Promise<{ known: KnownCaller; pinnedChannelId: number | undefined }> {
  if (text.length > LONGEST_KEY) throw new AppError('invalid_token')
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
function groupOf({ user, token }: KnownCaller, gateway: Gateway): string {
  if (token.group === '' || token.group === user.group) return user.group
  assertUsable(token.group, user.group, gateway)
  return token.group
}

/** Throws group_not_allowed unless users may choose the group and it has a price factor. */
export function assertUsable(group: string, ownGroup: string, gateway: Pick<Gateway, 'options'>): void {
  if (group === ownGroup) return
  const isUsable = Object.hasOwn(gateway.options.get(userUsableGroups), group) && Object.hasOwn(gateway.options.get(groupRatio), group)
  if (!isUsable) throw new AppError('group_not_allowed', { group })
}
