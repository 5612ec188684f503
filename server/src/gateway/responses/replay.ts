// A kept answer told as a stream: to who comes back for one with `stream=true`, and to who asks for a background call that way. Events are told
// once the answer is there, with signs of life until then.
import { clientDialects } from '@waystation/wire/chat/dialects'
import { type JsonObject, parseJson } from '@waystation/wire/json'
import type { Frame } from '@waystation/wire/sse'
import type { Gateway } from '../gateway.ts'
import type { ClientConnection } from '../types.ts'
import { findStored, type StoredFor } from './response-store.ts'

const PING_MS = 15_000
const nobody = { add() {} }

/**
 * Waits until an answer has ended, and tells it.
 *
 * @param known the number of the last event that the client knows; or the answer as it is now, which is told at once: by its id the client
 *   finds it again, should the connection be lost
 */
export async function replay(
  reply: ClientConnection,
  id: string,
  caller: StoredFor,
  gateway: Gateway,
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
  // As the reader has it an answer that failed is an error, and no answer.
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
  const event = parseJson(data) as { sequence_number?: number } | undefined
  return event?.sequence_number ?? 0
}
