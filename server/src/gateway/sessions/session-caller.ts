// Who opens a session: the caller by a key, or by a client secret, which stands for a token or for a login to the console.
import type { JsonObject } from '@waystation/wire/encoding/json'
import type { FastifyRequest } from 'fastify'
import { type AuthenticateServices, authenticate, presentedKey } from '../authenticate/authenticate.ts'
import type { Caller } from '../caller.ts'
import { type ConsoleSessions, callerInConsole, inGroup } from '../door/playground.ts'
import type { Gateway } from '../gateway.ts'

export interface SessionCaller {
  readonly caller: Caller
  /** What a client secret is for; absent: sessions of any model. */
  readonly only?: { readonly model: string; readonly session: JsonObject }
}

/** @throws AppError what authenticate throws, or for a secret of the playground not_logged_in, group_not_allowed or group_ratio_missing */
export async function sessionCaller(
  request: FastifyRequest,
  gateway: AuthenticateServices & Pick<Gateway, 'clientSecrets'>,
  consoleSessions: ConsoleSessions,
): Promise<SessionCaller> {
  const key = presentedKey(request.raw)
  if (!gateway.clientSecrets.isOne(key)) return { caller: await authenticate(request.raw, gateway, key) }
  const { payer, ...only } = gateway.clientSecrets.open(key)
  if (typeof payer === 'string') return { caller: await authenticate(request.raw, gateway, payer), only }
  const signedIn = callerInConsole(await consoleSessions.findAgain(payer.sessionHash), request, gateway)
  return { caller: { ...inGroup(signedIn, payer.group, gateway), language: payer.language }, only }
}
