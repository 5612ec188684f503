// Who calls?
import { AppError, languageOf } from '@waystation/contract/errors'
import type { Caller } from '../../domain/session/caller.ts'
import type { SessionService } from '../../domain/session/session-service.ts'
import { type ConnectionParts, connectionFacts, readSession } from '../cookie.ts'
import type { RequestContext } from '../request-context.ts'
import type { Hook } from './hook.ts'

export interface SessionParts extends ConnectionParts {
  readonly sessions: Pick<SessionService, 'find'>
  readonly log: { error(facts: object, message: string): void }
}

/** Finds the caller of the session, in whose language the answer is unless the browser asks for one. */
export function session(parts: SessionParts): Hook {
  return async ({ request, context }) => {
    context.sessionId = readSession(request.headers, connectionFacts(request, parts))
    const caller = context.sessionId === '' ? undefined : await findCaller(context, parts)
    context.caller = caller
    if (caller) context.language = languageOf(request.headers['accept-language'], caller.language === 'en' ? 'en' : 'zh')
  }
}

/** @throws AppError database_unavailable: where sessions cannot be read, nothing else can be */
async function findCaller({ sessionId, requestId }: RequestContext, { sessions, log }: SessionParts): Promise<Caller | undefined> {
  try {
    return await sessions.find(sessionId)
  } catch (error) {
    log.error({ err: error, requestId }, 'a session could not be read')
    throw new AppError('database_unavailable', {}, { cause: error })
  }
}
