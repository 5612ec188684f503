// Calls of the Responses API that go on after their request was answered (`background`): the client gets an id, and polls with it.
// They are held, billed and logged as any call, but end in a stored reply instead of a socket.
import { AppError } from '@waystation/contract/errors'
import { echoedHead } from '@waystation/wire/chat/openai-responses/echo'
import { responseError } from '@waystation/wire/chat/openai-responses/error'
import { isObject, type JsonObject, parseJson } from '@waystation/wire/encoding/json'
import { failureInBand } from '../door/error-boundary.ts'
import type { ApartParts } from '../types.ts'
import { BackgroundSink } from './background-calls.ts'
import { replay } from './replay.ts'
import { type ResponseCall, requestInput, storeResponse, tooLarge } from './response-store.ts'

/**
 * Stores the reply of a call as one that is still to come, answers the client with it, and runs the call.
 * @param isStream does the client want the reply's events, rather than the reply as it is now?
 */
export async function serveInBackground(parts: ResponseCall, { client, live, run }: ApartParts, isStream: boolean): Promise<void> {
  const { call, caller, gateway } = parts
  const id = `resp_${call.id}`
  const createdAt = Math.floor(Date.now() / 1000)
  const head: JsonObject = {
    ...echoedHead({ stream: false, streamUsage: false, request: call.body }, { id, model: call.facts.model, createdAt }),
    background: true,
  }
  const store = (body: JsonObject) => storeResponse({ ...body, id, background: true }, 0, parts)
  if (Buffer.byteLength(requestInput(call)) > gateway.responses.maxBytes) throw tooLarge(gateway)
  if (!(await store({ ...brief(head), status: 'queued' }))) throw tooLarge(gateway)
  const sink = new BackgroundSink(gateway.clock)
  const whole = run(sink)
  const storeOutcome = async () => {
    try {
      // A call that was ended early is stored as such at once, while its vendor may still be read for the usage.
      const failure = await Promise.race([whole, sink.dropped])
      if (!(await store(outcome(head, sink, failure, parts)))) await store(outcome(head, sink, tooLarge(gateway), parts))
    } catch (error) {
      gateway.log.error({ id: call.id, err: error }, 'what came of a background call could not be stored')
    }
  }
  const stored = gateway.background.start(caller.user.id, id, sink, storeOutcome)
  void Promise.all([whole, stored]).then(() => live.close())
  const queued = { ...head, status: 'queued' }
  try {
    if (isStream) await replay(client, id, caller, gateway, queued)
    else client.send(200, { 'content-type': 'application/json; charset=utf-8' }, JSON.stringify(queued))
  } catch (error) {
    // The call goes on, and so does its hold: a failure here is not the call's.
    gateway.log.error({ id: call.id, err: error }, 'a background call could not be answered')
  }
}

function outcome(head: JsonObject, sink: BackgroundSink, failure: unknown, { call, caller, gateway }: ResponseCall): JsonObject {
  const answer = sink.answer === undefined ? undefined : parseJson(sink.answer)
  if (failure === undefined && isObject(answer)) return answer
  const shortHead = brief(head)
  if (sink.left === 'client_gone') return { ...shortHead, status: 'cancelled' }
  const reason = sink.left === undefined ? failure : new AppError(sink.left === 'revoked' ? 'access_revoked' : sink.left)
  return { ...shortHead, status: 'failed', error: responseError(failureInBand(reason, call, caller, gateway)) }
}

/** Maximum bytes of the request's fields that a failed response repeats. */
const MAX_ECHO_BYTES = 16 * 1024

/** The head of a failed response: long instructions and tools are not repeated, since storing them serves no purpose. */
function brief(head: JsonObject): JsonObject {
  if (Buffer.byteLength(JSON.stringify(head)) <= MAX_ECHO_BYTES) return head
  const { id, model, created_at, background } = head
  const bare = echoedHead(
    { stream: false, streamUsage: false },
    { id: String(id), model: String(model).slice(0, 255), createdAt: Number(created_at) },
  )
  return { ...bare, ...(background === undefined ? {} : { background }) }
}
