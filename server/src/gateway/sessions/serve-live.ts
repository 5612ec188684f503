// One session of Google's Live API, whose model stands in its first message: so the client's socket is opened first, and a refusal is the
// reason of a close. Source: "Live API", https://ai.google.dev/api/live, 2026.
import { EventEmitter } from 'node:events'
import { AppError } from '@waystation/contract/errors'
import { liveHandleIn, liveModelIn } from '@waystation/wire/realtime/live-session'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { closeCode, type MessageSocket } from '../../lib/net/message-socket.ts'
import { asksForSocket } from '../../lib/net/sockets.ts'
import { toError } from '../door/error-boundary.ts'
import { readableHeaders } from '../door/readable-headers.ts'
import { noteRefusal, release } from '../settle/settle.ts'
import type { Call, Caller } from '../types.ts'
import { assertOpen } from '../walk.ts'
import {
  type AskedSession,
  admitAndHold,
  connect,
  type Opened,
  runSession,
  type SessionDoor,
  type SessionParts,
  sessionCall,
  settleParts,
  wordsFor,
} from './open-session.ts'
import { allowedModel, type ServeSessionParts, type ServeSessionServices } from './serve-session.ts'
import { sessionCaller } from './session-caller.ts'

/** A client that says nothing for so long is told so. */
const SETUP_MS = 30_000

/** Where Google's clients open sessions of the Live API. */
export interface LiveDoor extends SessionDoor {
  /** Of the API: `v1beta`. */
  readonly version: string
}

/** Serves one session. Throws only while its socket is not open: the error boundary answers then. */
export async function serveLive(
  door: LiveDoor,
  request: FastifyRequest,
  reply: FastifyReply,
  { gateway, consoleSessions }: ServeSessionParts,
): Promise<void> {
  assertOpen(gateway)
  const { caller, only } = await sessionCaller(request, gateway, consoleSessions)
  if (!asksForSocket(request.raw)) throw new AppError('socket_needed')
  const startedMs = gateway.clock.now()
  const client = await gateway.sockets.accept(request.raw, { userId: caller.user.id, headers: readableHeaders(door.dialect, request) })
  reply.hijack()
  const opening = await client.takeFirst(SETUP_MS, gateway.clock)
  if (!client.isOpen) return
  if (opening === undefined) client.close(closeCode.policyViolation, 'no setup came')
  else await serveOn(client, { door, caller, opening, startedMs, onlyModel: only?.model }, request, gateway)
}

interface Begun {
  readonly door: LiveDoor
  readonly caller: Caller
  readonly opening: string
  readonly startedMs: number
  readonly onlyModel: string | undefined
}

/** Never rejects: whatever goes wrong closes the socket, with the reason. */
async function serveOn(client: MessageSocket, begun: Begun, request: FastifyRequest, gateway: ServeSessionServices): Promise<void> {
  const { door, caller, opening, startedMs } = begun
  const unread: AskedSession = { door, caller, opening, call: sessionCall(door, request, { model: '' }, startedMs) }
  try {
    const asked = { ...unread, call: liveCall(begun, request, gateway) }
    await openAndRun(client, asked, request, gateway)
  } catch (error) {
    const { message, status = 500 } = wordsFor(error, unread, gateway)
    client.close(closeFor(status), message)
  }
}

/** The call that a first message asks for. Throws AppError model_required, model_not_allowed, model_not_found or vendor_id_not_given. */
function liveCall({ door, caller, opening, startedMs, onlyModel }: Begun, request: FastifyRequest, gateway: ServeSessionServices): Call {
  const model = allowedModel(liveModelIn(opening), onlyModel)
  const handle = liveHandleIn(opening)
  const kept = handle === undefined ? undefined : gateway.sessionHandles.open(caller.user.id, handle)
  return {
    ...sessionCall(door, request, { model }, startedMs),
    apiVersion: door.version,
    // Only the key that has a session can go on with it.
    ...(kept ? { extension: { boundTo: { channelId: kept.channelId, keyId: kept.keyId } } } : {}),
  }
}

/** Throws what admitting, holding and connecting throw. */
async function openAndRun(
  client: MessageSocket,
  asked: AskedSession,
  request: FastifyRequest,
  gateway: ServeSessionServices,
): Promise<void> {
  const { call, caller } = asked
  const admitted = await admitAndHold(asked, request, gateway).catch((error: unknown) => {
    noteRefusal(error, call, caller, gateway)
    throw toError(error, caller.language)
  })
  const parts = settleParts(asked, admitted, gateway)
  const opened = await connectFor(client, asked, parts, gateway).catch((error: unknown) => {
    release(error, parts)
    throw toError(error, caller.language)
  })
  admitted.admission.succeeded()
  await runSession({ ...asked, ...opened, client, parts, held: admitted.held }, gateway)
}

/** Connects a vendor while the client's socket is open. Throws UpstreamFailure or ClientGone. */
function connectFor(client: MessageSocket, asked: AskedSession, parts: SessionParts, gateway: ServeSessionServices): Promise<Opened> {
  const signal = new EventEmitter()
  const unwatch = client.onClose(() => signal.emit('abort'))
  client.resume()
  const opening = connect(asked, parts, { signal, isGone: () => !client.isOpen }, gateway)
  return opening.finally(unwatch)
}

/** As Google closes sessions that it refuses. */
function closeFor(status: number): number {
  if (status === 400) return closeCode.invalidPayload
  return status < 500 && status !== 429 ? closeCode.policyViolation : closeCode.internalError
}
