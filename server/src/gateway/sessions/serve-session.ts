// One session of OpenAI's realtime API, from the door to the bill. It takes the same steps as a call (walk.ts), but for the answer: that is a
// socket to a vendor, and many responses. The vendor is connected first, so that a refusal is plain HTTP.

import { AppError } from '@waystation/contract/errors'
import type { JsonObject } from '@waystation/wire/encoding/json'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { mayUseModel } from '../../domain/token/model-limit.ts'
import { closeCode } from '../../lib/net/message-socket.ts'
import { asksForSocket } from '../../lib/net/sockets.ts'
import type { AuthenticateServices } from '../authenticate/authenticate.ts'
import { withOfferedModel } from '../door/default-models.ts'
import { toError } from '../door/error-boundary.ts'
import type { ConsoleSessions } from '../door/playground.ts'
import { readableHeaders } from '../door/readable-headers.ts'
import type { Gateway } from '../gateway.ts'
import { withAlias } from '../read-call/alias.ts'
import { release } from '../settle/settle.ts'
import type { Call } from '../types.ts'
import { ClientGone } from '../upstream/failure.ts'
import { assertOpen } from '../walk.ts'
import type { ClientSecretServices } from './give-client-secret.ts'
import {
  type AskedSession,
  isInPlayground,
  type OpenSessionServices,
  readySession,
  runSession,
  type SessionDoor,
  sessionCall,
  wordsFor,
} from './open-session.ts'
import { type SessionCaller, sessionCaller } from './session-caller.ts'

/** What sessions take. */
export type ServeSessionServices = AuthenticateServices &
  ClientSecretServices &
  OpenSessionServices &
  Pick<Gateway, 'isSetUp' | 'overload' | 'sockets'>

export interface ServeSessionParts {
  readonly gateway: ServeSessionServices
  readonly consoleSessions: ConsoleSessions
}

/** Serves one session. Throws only while its socket is not open: the error boundary answers then. */
export async function serveSession(
  door: SessionDoor,
  request: FastifyRequest,
  reply: FastifyReply,
  { gateway, consoleSessions }: ServeSessionParts,
): Promise<void> {
  assertOpen(gateway)
  const session = await sessionCaller(request, gateway, consoleSessions)
  if (!asksForSocket(request.raw)) throw new AppError('socket_needed')
  const { caller, only } = session
  const call = await addressedCall(door, session, request, gateway)
  const visit: Visit = { door, request, reply, call, caller, ...(only ? { settings: only.session } : {}) }
  try {
    await openSession(visit, gateway)
  } catch (error) {
    if (!isInPlayground(caller) || request.raw.socket.destroyed) throw error
    await refuseInSocket(error, visit, gateway)
  }
}

/** The request for a session, with what answers it. */
interface Visit extends AskedSession {
  readonly request: FastifyRequest
  readonly reply: FastifyReply
  /** What it begins with; absent: with what the vendor has for all. */
  readonly settings?: JsonObject
}

async function openSession({ request, reply, ...asked }: Visit, gateway: ServeSessionServices): Promise<void> {
  const { door, caller } = asked
  const { raw } = request
  const waiting = { whenLeft: (listener: () => void) => gateway.sockets.whenLeft(raw, listener), isGone: () => raw.socket.destroyed }
  const ready = await readySession(asked, request, waiting, gateway)
  try {
    const client = await gateway.sockets.accept(raw, { userId: caller.user.id, headers: readableHeaders(door.dialect, request) })
    reply.hijack()
    ready.parts.admission.succeeded()
    void runSession({ ...asked, ...ready, client }, gateway)
  } catch (error) {
    ready.vendor.destroy()
    ready.use.failed('none')
    ready.place.ended(0)
    release(raw.socket.destroyed ? new ClientGone(undefined, 'cancelled') : error, ready.parts)
    throw toError(error, caller.language)
  }
}

const noHandles = { callerHandle: String, vendorHandle: String }

/** A page is not told what answers a handshake that is refused, so the playground gets the refusal in a socket. Throws what `accept` does. */
async function refuseInSocket(error: unknown, visit: Visit, gateway: ServeSessionServices): Promise<void> {
  const { door, request, reply, call, caller } = visit
  const refusal = wordsFor(error, visit, gateway)
  const client = await gateway.sockets.accept(request.raw, { userId: caller.user.id, headers: readableHeaders(door.dialect, request) })
  reply.hijack()
  const told = door.operation.sessionReader({ upstreamModel: call.facts.model }, noHandles).printError(refusal, call.id)
  if (told !== undefined) client.send(told)
  client.close(closeCode.policyViolation, String(refusal.code ?? ''))
}

/** Models that transcribe, best first. Source: "Realtime transcription", https://developers.openai.com/api/docs/guides, 2026. */
const transcribers = ['gpt-live-transcribe', 'gpt-realtime-whisper', 'gpt-4o-transcribe', 'gpt-4o-mini-transcribe', 'whisper-1']

/**
 * A call without a body: all that is known of it stands in its address. Sessions that only transcribe name their model in their
 * first message, which has a price of its own then: until that, one that is offered stands for it.
 */
async function addressedCall(
  door: SessionDoor,
  { caller, only }: SessionCaller,
  request: FastifyRequest,
  gateway: ServeSessionServices,
): Promise<Call> {
  const query = new URLSearchParams(request.raw.url?.split('?')[1] ?? '')
  const intent = only?.session.type === 'transcription' ? 'transcription' : query.get('intent')
  const mayUse = (model: string) => !caller.token || mayUseModel(caller.token.models, model)
  const usual = intent === 'transcription' ? transcribers.filter(mayUse) : []
  const model = query.get('model') ?? query.get('deployment') ?? only?.model ?? usual[0]
  const body = { model: allowedModel(model, only?.model), ...(intent === null ? {} : { intent }) }
  const version = query.get('api-version')
  const call = { ...sessionCall(door, request, body, gateway.clock.now()), ...(version === null ? {} : { apiVersion: version }) }
  return withOfferedModel(withAlias(call, caller), caller, usual, gateway)
}

/** Throws AppError model_required, model_not_allowed or model_not_found. @param onlyModel the one that the key is for */
export function allowedModel(model: string | undefined, onlyModel: string | undefined): string {
  if (!model) throw new AppError('model_required')
  if (onlyModel !== undefined && model !== onlyModel) throw new AppError('model_not_allowed', { model: model.slice(0, 190) })
  if (model.length > 190) throw new AppError('model_not_found', { model: `${model.slice(0, 60)}…` })
  return model
}
