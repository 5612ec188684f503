// One session of Google's Live API, whose model stands in its first message: so the client's socket is opened first, and a refusal is the
// reason of a close. Source: "Live API", https://ai.google.dev/api/live, 2026.

import { AppError } from '@waystation/contract/errors'
import { readLiveSetup } from '@waystation/wire/realtime/live-session'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { closeCode, type MessageSocket } from '../../lib/net/message-socket.ts'
import { asksForSocket } from '../../lib/net/sockets.ts'
import type { Caller } from '../caller.ts'
import { readableHeaders } from '../door/readable-headers.ts'
import { withAlias } from '../read-call/alias.ts'
import type { Call } from '../types.ts'
import { assertOpen } from '../walk.ts'
import { type AskedSession, readySession, runSession, type SessionDoor, sessionCall, wordsFor } from './open-session.ts'
import { allowedModel, type ServeSessionParts, type ServeSessionServices } from './serve-session.ts'
import { sessionCaller } from './session-caller.ts'

/** A client that sends nothing for so long is disconnected. */
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
    // A socket of which nothing is read does not see that its client leaves.
    client.resume()
    const waiting = { whenLeft: (listener: () => void) => client.onClose(listener), isGone: () => !client.isOpen }
    const ready = await readySession(asked, request, waiting, gateway)
    ready.parts.admission.succeeded()
    await runSession({ ...ready, client }, gateway)
  } catch (error) {
    const { message, status = 500 } = wordsFor(error, unread, gateway)
    client.close(closeFor(status), message)
  }
}

/** The call that a first message asks for. Throws AppError model_required, model_not_allowed, model_not_found or vendor_id_not_given. */
function liveCall({ door, caller, opening, startedMs, onlyModel }: Begun, request: FastifyRequest, gateway: ServeSessionServices): Call {
  const { model: named, handle, text } = readLiveSetup(opening)
  const model = allowedModel(named, onlyModel)
  const kept = handle === undefined ? undefined : gateway.sessionHandles.open(caller.user.id, handle)
  return {
    ...withAlias(sessionCall(door, request, { model, text }, startedMs), caller),
    apiVersion: door.version,
    // Only the key that has a session can go on with it.
    ...(kept ? { extension: { boundTo: { channelId: kept.channelId, keyId: kept.keyId } } } : {}),
  }
}

/** As Google closes sessions that it refuses. */
function closeFor(status: number): number {
  if (status === 400) return closeCode.invalidPayload
  return status < 500 && status !== 429 ? closeCode.policyViolation : closeCode.internalError
}
