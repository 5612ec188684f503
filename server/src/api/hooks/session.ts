// Identifies the caller: by the session of a browser, else by the access token of a program.
import { AppError, languageOf } from '@waystation/contract/errors'
import { presentedToken } from '../../domain/session/access-token.ts'
import type { AccessTokenService } from '../../domain/session/access-token-service.ts'
import type { TokenCaller } from '../../domain/session/caller.ts'
import type { SessionService } from '../../domain/session/session-service.ts'
import type { RateWindow } from '../../lib/shared/rate-window.ts'
import { type ConnectionParts, connectionFacts, readSession } from '../http/cookie.ts'
import type { RequestContext } from '../http/request-context.ts'
import type { Hook, IncomingCall } from './hook.ts'
import type { RateLimits } from './rate.ts'

export interface SessionParts extends ConnectionParts {
  readonly sessions: Pick<SessionService, 'find'>
  readonly accessTokens: AccessTokenService
  readonly rates: RateWindow
  readonly limits?: RateLimits
  readonly log: { error(facts: object, message: string): void }
}

/** Calls with one user's access token, from wherever they come. */
const ACCESS_TOKEN_RATE = { count: 600, windowMs: 180_000 }

/** Finds the caller of the session or the access token; answers are in their language unless the request names another. */
export function session(parts: SessionParts): Hook {
  return async (call) => {
    const { request, context } = call
    context.sessionId = readSession(request.headers, connectionFacts(request, parts))
    const { sessionId } = context
    const bySession = sessionId === '' ? undefined : await readable(context, parts, () => parts.sessions.find(sessionId))
    const byToken = bySession ? undefined : await findByToken(call, parts)
    const caller = bySession ?? byToken
    context.caller = caller
    context.tokenScopes = byToken?.scopes
    if (caller) context.language = languageOf(request.headers['accept-language'], caller.language === 'en' ? 'en' : 'zh')
  }
}

/**
 * The user whose access token is in the header. Public calls may carry other things there, such as the key of a model call.
 * @throws AppError access_token_invalid, access_token_is_key, too_many_requests
 */
async function findByToken({ endpoint, request, context }: IncomingCall, parts: SessionParts): Promise<TokenCaller | undefined> {
  const presented = presentedToken(request.headers.authorization)
  const isPublic = endpoint.access === 'public' || endpoint.access === 'setup'
  const caller = presented.kind === 'token' ? await readable(context, parts, () => parts.accessTokens.find(presented.token)) : undefined
  if (caller) {
    const { count, windowMs } = parts.limits?.accessToken ?? ACCESS_TOKEN_RATE
    const verdict = await parts.rates.take([{ key: `access token ${caller.id}`, limit: count, windowMs }])
    if (!verdict.isAllowed) throw new AppError('too_many_requests', { seconds: verdict.retrySeconds })
    return caller
  }
  if (isPublic || presented.kind === 'none') return undefined
  throw new AppError(presented.kind === 'key' ? 'access_token_is_key' : 'access_token_invalid')
}

/** @throws AppError database_unavailable: where callers cannot be read, nothing else can be */
async function readable<Value>({ requestId }: RequestContext, { log }: SessionParts, read: () => Promise<Value>): Promise<Value> {
  try {
    return await read()
  } catch (error) {
    log.error({ err: error, requestId }, 'the caller could not be read')
    throw new AppError('database_unavailable', {}, { cause: error })
  }
}
