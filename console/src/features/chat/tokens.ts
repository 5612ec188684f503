// The tokens that can be handed to a chat, and the one that is made for it.
import { createToken, getToken, listTokens, revealToken } from '@waystation/contract/api/people/token'
import type { CallData } from '@waystation/contract/channels/endpoint'
import { TOKEN_NAME_MAX } from '@waystation/contract/people/token'
import { tokenStatus } from '@waystation/contract/site/status-table'
import { call } from '~/api/call'

export type OwnToken = Omit<CallData<typeof getToken>, 'model_limits' | 'model_aliases' | 'allow_ips'>

const MAX_LISTED = 100
const DAY_SECONDS = 86_400

/** What a new token may spend, and for how long. */
export interface Limits {
  /** Quota units. */
  readonly quota: number
  /** 0: it never expires. */
  readonly days: number
}

/**
 * The caller's tokens that can be used now, newest first.
 * @param wantedId one that must be among them even when there are very many
 * @throws CallError
 */
export async function usableTokens(wantedId: number | undefined, signal: AbortSignal): Promise<readonly OwnToken[]> {
  const tokens = await call(listTokens, { query: { p: 0, size: MAX_LISTED, status: tokenStatus.enabled } }, { signal })
  const isMissing = wantedId !== undefined && !tokens.some(({ id }) => id === wantedId)
  const wanted = isMissing ? await call(getToken, { params: { id: wantedId } }, { signal }).catch(() => undefined) : undefined
  return (wanted ? [...tokens, wanted] : tokens).filter(isUsable)
}

function isUsable({ status, expired_time: expires, unlimited_quota: isUnlimited, remain_quota: left }: OwnToken): boolean {
  const isOver = expires !== -1 && expires <= Date.now() / 1000
  return status === tokenStatus.enabled && !isOver && (isUnlimited || left > 0)
}

/** The name of the token that is made for a chat. */
export function tokenNameFor(chatName: string): string {
  return chatName.trim().slice(0, TOKEN_NAME_MAX).trim() || 'chat'
}

/** The token that was made for this chat before; undefined when none is left. */
export function tokenMadeFor(chatName: string, tokens: readonly OwnToken[]): OwnToken | undefined {
  return tokens.find((token) => token.name === tokenNameFor(chatName) && !token.unlimited_quota)
}

/** Makes a token for one chat. @throws CallError */
export async function makeTokenFor(chatName: string, { quota, days }: Limits): Promise<OwnToken> {
  return call(createToken, {
    body: {
      name: tokenNameFor(chatName),
      remain_quota: quota,
      unlimited_quota: false,
      expired_time: days === 0 ? -1 : Math.floor(Date.now() / 1000) + days * DAY_SECONDS,
    },
  })
}

/** The key of a token, with `sk-`. @throws CallError also where keys are not shown again (TokenKeyVisibility) */
export async function keyOf(token: OwnToken): Promise<string> {
  const isShown = token.key !== '' && !token.key.includes('*')
  return `sk-${isShown ? token.key : await call(revealToken, { params: { id: token.id } })}`
}

/** A key by its ends. */
export function maskedKey({ key }: OwnToken): string {
  return key.includes('*') ? `sk-${key.slice(0, key.indexOf('*'))}…${key.slice(-4)}` : `sk-${key.slice(0, 3)}…${key.slice(-4)}`
}
