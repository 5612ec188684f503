// A stored response sent as a stream: when it is fetched with `stream=true`, and when a background call is requested as a stream. Its
// events are sent once the response is complete, with keep-alives until then.
import { clientDialects } from '@waystation/wire/chat/dialects'
import { isObject, type JsonObject, parseJson } from '@waystation/wire/encoding/json'
import type { Frame } from '@waystation/wire/encoding/sse'
import type { ClientConnection } from '../client-connection.ts'
import { findStored, type ResponseServices, type StoredFor } from './response-store.ts'

const PING_MS = 15_000
const nobody = { add() {} }

/**
 * Waits until a response has ended, and sends its events.
 *
 * @param known the number of the last event that the client knows; or the response as it is now, which is sent at once, so that the
 *   client has its id should the connection be lost
 */
export async function replay(
  reply: ClientConnection,
  id: string,
  caller: StoredFor,
  gateway: ResponseServices,
  known: number | JsonObject = -1,
): Promise<void> {
  reply.openStream()
  if (typeof known !== 'number') reply.write([created(known)])
  const after = typeof known === 'number' ? known : 0
  reply.startPings(PING_MS)
  await gateway.background.over(caller.user.id, id)
  const kept = await findStored(id, caller, gateway).catch((error: unknown) => {
    gateway.log.error({ id, err: error }, 'a kept answer could not be read')
    return undefined
  })
  if (!kept) return reply.drop()
  reply.end(framesOf(kept.body).filter((frame) => numberOf(frame) > after))
}

function framesOf(body: JsonObject): Frame[] {
  // The reader turns a failed response into an error, so its events are made here.
  if (body.status === 'failed') return [created({ ...body, status: 'in_progress', error: null }), frame('response.failed', 1, body)]
  const dialect = clientDialects['openai-responses']
  const reader = dialect.replyReader({ stream: false })
  const writer = dialect.replyWriter({ stream: true, streamUsage: true }, nobody)
  const events = [...reader.push({ event: '', data: JSON.stringify(body) }), ...reader.end()]
  return [...events.flatMap((event) => writer.push(event)), ...writer.end()]
}

const created = (response: JsonObject) => frame('response.created', 0, response)

function frame(type: string, number: number, response: JsonObject): Frame {
  return { event: type, data: JSON.stringify({ type, sequence_number: number, response }) }
}

function numberOf({ data = '' }: Frame): number {
  const event = parseJson(data)
  return isObject(event) && typeof event.sequence_number === 'number' ? event.sequence_number : 0
}
