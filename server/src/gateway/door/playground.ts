// The playground calls models with the browser's session: the user pays, no token is involved (server-behaviour 2.6).
import { AppError, languageOf } from '@waystation/contract/errors'
import type { FastifyRequest } from 'fastify'
import type { KnownCaller } from '../../domain/token/token-lookup.ts'
import { assertUsable } from '../authenticate/authenticate.ts'
import type { Gateway } from '../gateway.ts'
import type { Call, Caller } from '../types.ts'

/** Finds the user of a console session, with the same checks as any console call, and the session's hash. Throws AppError. */
export type FindSession = (request: FastifyRequest) => Promise<{ readonly user: KnownCaller['user']; readonly sessionHash: string }>

/** The session's user as a caller. Keys are refused here: they have their own doors. */
export async function playgroundCaller(
  request: FastifyRequest,
  gateway: Pick<Gateway, 'clientAddress'>,
  findSession: FindSession,
): Promise<Caller> {
  if (request.headers.authorization) throw new AppError('access_token_not_supported')
  const { user, sessionHash } = await findSession(request)
  return {
    user,
    token: undefined,
    tokenName: `playground-${user.group}`,
    group: user.group,
    pinnedChannelId: undefined,
    sessionHash,
    ip: gateway.clientAddress(request.raw.socket.remoteAddress ?? '', request.headers).ip,
    language: languageOf(request.headers['accept-language'], 'zh'),
  }
}

/** Takes the group out of the body, where the playground names it. Throws group_not_allowed, group_ratio_missing. */
export function regroup(caller: Caller, call: Call, gateway: Pick<Gateway, 'options'>): Caller {
  const { group } = call.body
  // Our own field: it must not go upstream.
  delete call.body.group
  const chosen = typeof group === 'string' && group !== '' ? group : caller.user.group
  assertUsable(chosen, caller.user.group, gateway)
  return { ...caller, group: chosen, tokenName: `playground-${chosen}` }
}
