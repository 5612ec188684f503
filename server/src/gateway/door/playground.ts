// The playground calls models with the browser's session: the user pays, no token is involved (server-behaviour 2.6).
import { AppError, languageOf } from '@waystation/contract/errors'
import type { Json } from '@waystation/wire/encoding/json'
import type { FastifyRequest } from 'fastify'
import type { KnownCaller } from '../../domain/token/token-lookup.ts'
import { assertUsable } from '../authenticate/authenticate.ts'
import type { Caller } from '../caller.ts'
import type { Gateway } from '../gateway.ts'
import type { Call } from '../types.ts'

/** The user of a console session, and the session's hash. */
export interface SignedIn {
  readonly user: KnownCaller['user']
  readonly sessionHash: string
}

/** The sessions of the console. */
export interface ConsoleSessions {
  /** The one that a request shows, with the same checks as any console call. Throws AppError. */
  find(request: FastifyRequest): Promise<SignedIn>
  /** One that was found before. Throws not_logged_in when it is over. */
  findAgain(sessionHash: string): Promise<SignedIn>
}

/** The session's user as a caller. Keys are refused here: they have their own doors. */
export async function playgroundCaller(
  request: FastifyRequest,
  gateway: Pick<Gateway, 'clientAddress'>,
  consoleSessions: ConsoleSessions,
): Promise<Caller> {
  if (request.headers.authorization) throw new AppError('access_token_not_supported')
  return callerInConsole(await consoleSessions.find(request), request, gateway)
}

/** The user of a console session as a caller, in the user's own group. */
export function callerInConsole(
  { user, sessionHash }: SignedIn,
  { raw, headers }: FastifyRequest,
  gateway: Pick<Gateway, 'clientAddress'>,
): Caller {
  return {
    user,
    token: undefined,
    tokenName: nameFor(user.group),
    group: user.group,
    pinnedChannelId: undefined,
    sessionHash,
    ip: gateway.clientAddress(raw.socket.remoteAddress ?? '', headers).ip,
    language: languageOf(headers['accept-language'], 'zh'),
  }
}

/** Takes the group out of the body or form, where the playground names it. Throws group_not_allowed, group_ratio_missing. */
export function regroup(caller: Caller, call: Call, gateway: Pick<Gateway, 'options'>): { readonly caller: Caller; readonly call: Call } {
  // Our own field: it must not go upstream.
  const { group, ...body } = call.body
  const form = call.form?.filter(({ name }) => name !== 'group')
  return { caller: inGroup(caller, group, gateway), call: { ...call, body, ...(form && { form }) } }
}

/** A caller in the group that the playground names; else in the user's own. Throws group_not_allowed, group_ratio_missing. */
export function inGroup(caller: Caller, group: Json | undefined, gateway: Pick<Gateway, 'options'>): Caller {
  const chosen = typeof group === 'string' && group !== '' ? group : caller.user.group
  assertUsable(chosen, caller.user.group, gateway)
  return { ...caller, group: chosen, tokenName: nameFor(chosen) }
}

/** What the log calls the playground's calls. */
const nameFor = (group: string) => `playground-${group}`
