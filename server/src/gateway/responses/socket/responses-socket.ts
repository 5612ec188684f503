// The Responses API over a socket: each message of the client is the request of a call, and the events of its answer come back as messages.
// A call here is held, limited, billed and logged like any other. Source: "WebSocket mode",
// https://developers.openai.com/api/docs/guides/websocket-mode, 2026.
import { errorMessage, languageOf } from '@waystation/contract/errors'
import { echoedHead } from '@waystation/wire/chat/openai-responses/echo'
import { isObject, type JsonObject, parseJson } from '@waystation/wire/encoding/json'
import { WireError } from '@waystation/wire/wire-error'
import type { FastifyRequest } from 'fastify'
import type { CallOff } from '../../../lib/clock.ts'
import { closeCode, type MessageSocket } from '../../../lib/net/message-socket.ts'
import { newRequestId } from '../../../lib/request-id.ts'
import { admitBrief } from '../../admit/admit.ts'
import { authenticate } from '../../authenticate/authenticate.ts'
import type { Caller } from '../../caller.ts'
import { failureAnswer, toError } from '../../door/error-boundary.ts'
import { readMessage } from '../../read-call/read-call.ts'
import type { Call, RelayEndpoint } from '../../types.ts'
import { ClientGone } from '../../upstream/failure.ts'
import { assertOpen, serveRead, type WalkServices } from '../../walk.ts'
import { extendResponse, withConversation } from '../extend-response.ts'
import { type ResponseServices, storeResponse } from '../response-store.ts'
import { RememberedResponses } from './remembered-responses.ts'
import { SocketReply } from './socket-reply.ts'

export type ResponsesSocketServices = WalkServices & ResponseServices

/** Requests that may wait for the one that is answered. */
const MAX_WAITING = 8
/** A socket on which nothing was requested for so long is closed. */
const IDLE_MS = 3_600_000

/** One client's socket, on which one response is made after another. */
export class ResponsesSocket {
  readonly #socket: MessageSocket
  readonly #opening: FastifyRequest
  readonly #gateway: ResponsesSocketServices
  readonly #endpoint: RelayEndpoint
  readonly #waiting: Buffer[] = []
  #isKeyLost = false
  #stopIdle: CallOff

  /**
   * @param opening the request with which it was opened: its key and its headers hold for all calls
   * @param endpoint the door of plain requests at this address
   */
  constructor(socket: MessageSocket, opening: FastifyRequest, endpoint: RelayEndpoint, gateway: ResponsesSocketServices) {
    this.#socket = socket
    this.#opening = opening
    const responses = new RememberedResponses(gateway.responses)
    this.#gateway = { ...gateway, responses }
    this.#endpoint = { ...endpoint, extend: (call, caller) => extendResponse(call, caller, this.#gateway) }
    this.#stopIdle = this.#closeWhenIdle()
    socket.onMessage((message, isText) => this.#take(message, isText))
    socket.onClose(() => this.#stopIdle())
  }

  #take(message: Buffer, isText: boolean): void {
    if (!isText) this.#socket.close(closeCode.unsupportedData, 'messages are JSON text')
    else if (isSteering(message)) this.#refuseSteering(message)
    else if (this.#waiting.length >= MAX_WAITING) this.#socket.close(closeCode.policyViolation, 'too many requests are waiting')
    else {
      this.#waiting.push(message)
      if (!this.#socket.isBusy) void this.#serveWaiting()
    }
  }

  async #serveWaiting(): Promise<void> {
    this.#socket.isBusy = true
    this.#stopIdle()
    for (let next = this.#waiting.shift(); next && this.#socket.isOpen; next = this.#waiting.shift()) await this.#serve(next)
    this.#socket.isBusy = false
    this.#stopIdle = this.#closeWhenIdle()
    if (this.#gateway.live.isClosed) this.#socket.close(closeCode.goingAway, 'the server is shutting down')
  }

  #closeWhenIdle(): CallOff {
    return this.#gateway.clock.after(IDLE_MS, () => this.#socket.close(closeCode.normal, 'nothing was requested for an hour'))
  }

  /** Never rejects. */
  async #serve(message: Buffer): Promise<void> {
    const gateway = this.#gateway
    const { raw } = this.#opening
    const id = newRequestId()
    const reply = new SocketReply(this.#socket, gateway.clock)
    const refuse = (error: unknown) => this.#tell(error, id, reply)
    try {
      assertOpen(gateway)
      const caller = await this.#caller()
      const asked = { isWarmUp: false }
      const unwrap = (whole: JsonObject) => {
        const { body, isWarmUp, lane } = requestIn(whole)
        asked.isWarmUp = isWarmUp
        reply.lane = lane
        return body
      }
      const read = await readMessage(this.#endpoint, message, raw, caller, { id, startedMs: gateway.clock.now(), unwrap }, gateway)
      const call: Call = { ...read, isOnSocket: true }
      const served = asked.isWarmUp ? this.#warmUp(call, caller, reply) : serveRead(call, caller, { request: raw, reply, refuse }, gateway)
      await Promise.race([served.finally(() => call.room?.release()), reply.over])
    } catch (error) {
      refuse(error)
    } finally {
      reply.close()
    }
  }

  /** Asked anew for each call: the key may have been taken back in the meantime, and then the socket is closed behind the refusal. */
  async #caller(): Promise<Caller> {
    try {
      return await authenticate(this.#opening.raw, this.#gateway)
    } catch (error) {
      this.#isKeyLost = true
      throw error
    }
  }

  /** Remembers a request that later ones go on from, and answers with its id. Nothing is sent to a vendor, so nothing is charged. */
  async #warmUp(call: Call, caller: Caller, reply: SocketReply): Promise<void> {
    try {
      await admitBrief(caller, call, this.#opening.raw, this.#gateway)
      const resumed = await withConversation(call, caller, this.#gateway)
      const id = `resp_${call.id}`
      const createdAt = Math.floor(Date.now() / 1000)
      const head = echoedHead({ stream: true, streamUsage: true, request: call.body }, { id, model: call.facts.model, createdAt })
      const usage = { input_tokens: 0, input_tokens_details: { cached_tokens: 0 }, output_tokens: 0, total_tokens: 0 }
      const response = { ...head, status: 'completed', usage: { ...usage, output_tokens_details: { reasoning_tokens: 0 } } }
      await storeResponse(response, 0, { call: { ...resumed, body: { ...call.body, store: false } }, caller, gateway: this.#gateway })
      reply.tell({ type: 'response.created', sequence_number: 0, response: head })
      reply.tell({ type: 'response.completed', sequence_number: 1, response })
    } catch (error) {
      throw toError(error, caller.language)
    }
  }

  /** A failure that stands in no answer. Source: the shape that clients read, codex-rs `WrappedWebsocketErrorEvent`. */
  #tell(error: unknown, id: string, reply: SocketReply): void {
    if (error instanceof ClientGone) return
    const { status, headers, body } = failureAnswer(error, { id, headers: this.#opening.headers }, this.#endpoint.dialect, this.#gateway)
    reply.tell({ type: 'error', status, ...body, headers: { ...headers, 'x-request-id': id } })
    if (this.#isKeyLost) this.#socket.close(closeCode.policyViolation, 'the key is not valid any more')
  }

  /** Input for a response that is under way is not taken. Source: the types of OpenAI's library 7.55, `ResponseSteerFailedEvent`. */
  #refuseSteering(message: Buffer): void {
    const steering = parseJson(message.toString('utf8'))
    const { input = [], previous_response_id = '' } = isObject(steering) ? steering : {}
    const language = languageOf(this.#opening.headers['accept-language'], 'en')
    const error = {
      type: 'invalid_request_error',
      code: 'steering_not_supported',
      message: errorMessage('steering_not_supported', {}, language),
    }
    this.#socket.send(JSON.stringify({ type: 'response.steer.failed', sequence_number: 0, error, steer: { input, previous_response_id } }))
  }
}

/** Is it input for the response that is under way? Its type is looked for in the text, since requests are long. */
function isSteering(message: Buffer): boolean {
  return /"type"\s*:\s*"response\.steer"/.test(message.toString('latin1', 0, STEERING_LOOKED_AT))
}

/** The type of a message stands at its beginning. */
const STEERING_LOOKED_AT = 200

/** The request in a message, as it would stand in the body of a plain request that wants a stream. Throws WireError. */
function requestIn({ type, stream_id, generate, prewarm, stream: _, stream_options: __, background: ___, ...body }: JsonObject) {
  if (type !== 'response.create') throw new WireError('type', '"response.create"')
  const lane = stream_id === undefined ? '' : JSON.stringify(stream_id)
  return { body: { ...body, stream: true }, isWarmUp: generate === false || prewarm === true, lane }
}
