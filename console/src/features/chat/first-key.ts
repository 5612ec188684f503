import { listTokens, revealToken } from '@waystation/contract/api/token'
import { tokenStatus } from '@waystation/contract/status-table'
import { call } from '~/api/call'

/** Tokens looked through for one that can be used. */
const MOST = 100

/**
 * The key of the caller's first enabled token, with `sk-`; undefined when there is none.
 * @throws CallError also when keys are not shown here (TokenKeyVisibility)
 */
export async function firstEnabledKey(signal: AbortSignal): Promise<string | undefined> {
  const tokens = await call(listTokens, { query: { p: 0, size: MOST, status: tokenStatus.enabled } }, { signal })
  const now = Date.now() / 1000
  const token = tokens.find(
    ({ status, expired_time: expires }) => status === tokenStatus.enabled && (expires === -1 || Number(expires) > now),
  )
  if (!token) return undefined
  const isShown = token.key !== '' && !token.key.startsWith('*')
  return `sk-${isShown ? token.key : await call(revealToken, { params: { id: token.id } }, { signal })}`
}
