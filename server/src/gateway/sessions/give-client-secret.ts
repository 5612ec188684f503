// `POST /v1/realtime/client_secrets`: a key for a page, which opens sessions of one model for some minutes. Source: "Realtime client secrets",
// https://platform.openai.com/docs/api-reference/realtime-sessions, 2026.
import { AppError } from '@waystation/contract/errors'
import { isObject, type Json, type JsonObject } from '@waystation/wire/encoding/json'
import { child } from '@waystation/wire/openai/usage'
import type { FastifyRequest } from 'fastify'
import { mayUseModel } from '../../domain/token/model-limit.ts'
import { shownKey } from '../../domain/token/token-standing.ts'
import { type AuthenticateServices, authenticate, presentedKey } from '../authenticate/authenticate.ts'
import type { Caller } from '../caller.ts'
import { type ConsoleSessions, inGroup, playgroundCaller } from '../door/playground.ts'
import type { Gateway } from '../gateway.ts'
import { type ReadCallServices, readObject } from '../read-call/read-call.ts'
import { assertOpen } from '../walk.ts'
import type { ClientSecret } from './client-secret.ts'

export type ClientSecretServices = AuthenticateServices &
  ReadCallServices &
  Pick<Gateway, 'live' | 'isSetUp' | 'overload' | 'clientSecrets'>

/** Seconds. */
const USUAL_LIFETIME = 600
const SHORTEST_LIFETIME = 10
const LONGEST_LIFETIME = 7200

/**
 * Gives out a client secret, with the session that it opens.
 * @throws AppError what authenticate throws, model_required, model_not_allowed, bad_request or client_secret_too_long
 */
export async function giveClientSecret(request: FastifyRequest, gateway: ClientSecretServices): Promise<JsonObject> {
  assertOpen(gateway)
  const caller = await authenticate(request.raw, gateway)
  const body = await readObject(request.raw, caller, gateway)
  return secretFor(shownKey([presentedKey(request.raw)]), body, { id: request.id, caller }, gateway)
}

/**
 * Gives the playground a client secret, by which the user who is logged in pays.
 * @throws AppError what playgroundCaller and inGroup throw, model_required, bad_request or client_secret_too_long
 */
export async function givePlaygroundSecret(
  request: FastifyRequest,
  gateway: ClientSecretServices,
  consoleSessions: ConsoleSessions,
): Promise<JsonObject> {
  assertOpen(gateway)
  const signedIn = await playgroundCaller(request, gateway, consoleSessions)
  const body = await readObject(request.raw, signedIn, gateway)
  const caller = inGroup(signedIn, body.group, gateway)
  const { group, language, sessionHash = '' } = caller
  return secretFor({ sessionHash, group, language }, body, { id: request.id, caller }, gateway)
}

function secretFor(
  payer: ClientSecret['payer'],
  body: JsonObject,
  { id, caller }: { readonly id: string; readonly caller: Caller },
  { clientSecrets }: Pick<Gateway, 'clientSecrets'>,
): JsonObject {
  const session = isObject(body.session) ? body.session : {}
  const model = session.type === 'transcription' ? transcriberIn(session) : session.model
  if (typeof model !== 'string' || model === '') throw new AppError('model_required')
  if (caller.token && !mayUseModel(caller.token.models, model)) throw new AppError('model_not_allowed', { model: model.slice(0, 190) })
  const nowSeconds = Math.floor(Date.now() / 1000)
  const expiresAt = nowSeconds + lifetimeIn(body)
  const value = clientSecrets.issue({ payer, model, session, expiresAt })
  return {
    value,
    expires_at: expiresAt,
    session: { ...session, object: 'realtime.session', id: `sess_${id}`, expires_at: expiresAt },
  }
}

/** The model of a session that only writes down what is said. */
function transcriberIn(session: JsonObject): Json | undefined {
  return child(child(child(session, 'audio'), 'input'), 'transcription').model
}

/** In seconds from now. */
function lifetimeIn({ expires_after }: JsonObject): number {
  const seconds = isObject(expires_after) ? (expires_after.seconds ?? USUAL_LIFETIME) : USUAL_LIFETIME
  if (typeof seconds === 'number' && seconds >= SHORTEST_LIFETIME && seconds <= LONGEST_LIFETIME) return Math.floor(seconds)
  const range = `${SHORTEST_LIFETIME}–${LONGEST_LIFETIME}`
  throw new AppError('bad_request', {
    detail: { zh: `expires_after.seconds 须在 ${range} 之间`, en: `expires_after.seconds must be ${range}` },
  })
}
