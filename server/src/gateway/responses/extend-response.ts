// What the Responses API adds to a call: it goes on from an earlier reply by its id, its own reply is stored for that, and it may run in
// the background. A vendor that has the earlier reply itself gets its id; to every other the conversation is sent whole.
import { AppError } from '@waystation/contract/errors'
import { inputItems } from '@waystation/wire/chat/openai-responses/input-items'
import { isObject, parseJson } from '@waystation/wire/encoding/json'
import type { ResponseRecord } from '../../domain/response/response-service.ts'
import type { Caller } from '../caller.ts'
import type { Gateway } from '../gateway.ts'
import type { Call, CallExtension } from '../types.ts'
import { serveInBackground } from './background.ts'
import { carried, itemsOf, outputItems, withReferenced } from './kept-items.ts'
import { isPending, isWithoutInput, type ResponseCall, type ResponseServices, storeReply, tooLarge } from './response-store.ts'
import { StreamedItems } from './streamed-items.ts'

/**
 * The call with what the Responses API adds to it: the conversation that it resumes, the storing of its reply, and a run in the background.
 * Throws previous_response_not_found, response_not_finished, background_not_stored, kept_too_large.
 */
export async function extendResponse(request: Call, caller: Caller, gateway: ResponseServices): Promise<Call> {
  const isBackground = request.body.background === true
  const call = isBackground ? withoutBackground(request) : request
  assertStorable(call, isBackground, gateway)
  const resumed = await withConversation(call, caller, gateway)
  const parts = { call: resumed, caller, gateway }
  const end = isBackground ? inBackground(parts, request.facts.isStream) : storing(parts)
  return { ...resumed, extension: { ...resumed.extension, ...end } }
}

/** @param isStream does the client want the reply's events, or an id to poll with? */
function inBackground(parts: ResponseCall, isStream: boolean): CallExtension {
  return { serveApart: (apart) => serveInBackground(parts, apart, isStream) }
}

/** The reply is stored unless the caller requested otherwise. */
function storing({ call, caller, gateway }: ResponseCall): CallExtension {
  if (call.endpoint.operation.kind !== 'conversation' || (call.body.store === false && !gateway.responses.remembers)) return {}
  const streamed = new StreamedItems()
  return { see: (frame) => streamed.see(frame), store: (reply, attempt) => storeReply(reply, attempt, { call, caller, gateway, streamed }) }
}

/**
 * The call with the whole conversation in it, where it names some of that by ids: its cost and its tokens are those of the conversation, not
 * of what was sent.
 */
export async function withConversation(call: Call, caller: Caller, gateway: ResponseServices): Promise<Call> {
  const previous = call.body.previous_response_id
  const chain = typeof previous === 'string' && previous !== '' ? await chainTo(previous, caller, gateway) : []
  const { previous_response_id: _, ...body } = call.body
  const earlier = chain.flatMap((link) => [...itemsOf(link.input), ...outputItems(parseJson(link.body)).flatMap(carried)])
  const own = await withReferenced(inputItems(call.body.input), caller, gateway)
  if (chain.length === 0 && own.channelIds.length === 0) return call
  const before = await withReferenced(earlier, caller, gateway)
  const wholeBody = { ...body, input: [...before.items, ...own.items] }
  const facts = call.endpoint.operation.read(wholeBody, call.endpoint.dialect)
  const knowing = new Set([...chain.slice(-1).map((link) => link.channelId), ...own.channelIds])
  const [channelId = 0] = knowing
  const preferred = knowing.size > 1 || channelId === 0 ? {} : { preferredChannelId: channelId }
  return { ...call, facts, extension: { wholeBody, knownIds: new Set([...before.knownIds, ...own.knownIds]), ...preferred } }
}

/** The stored replies up to this one, oldest first. */
async function chainTo(id: string, caller: Caller, gateway: ResponseServices): Promise<readonly ResponseRecord[]> {
  const chain = await gateway.responses.chain(caller, id)
  const last = chain?.at(-1)
  if (!chain || !last) throw new AppError('previous_response_not_found', { id: id.slice(0, 100) })
  const reply = parseJson(last.body)
  if (isObject(reply) && isPending(reply)) throw new AppError('response_not_finished', { id: id.slice(0, 100) })
  // The request of a call that failed is not stored, so nothing can go on from it.
  if (isObject(reply) && isWithoutInput(reply)) throw new AppError('previous_response_not_found', { id: id.slice(0, 100) })
  return chain
}

/**
 * Refuses, before anything is charged, a call whose reply must be stored and cannot be. A reply that is stored by default only is sent
 * without being stored.
 */
function assertStorable(call: Call, isBackground: boolean, { responses }: Pick<Gateway, 'responses'>): void {
  if (!isBackground && call.body.store !== true) return
  if (Buffer.byteLength(JSON.stringify(call.body)) > responses.maxBytes) throw tooLarge({ responses })
}

/** The vendor gets an ordinary request: running in the background is the gateway's own feature. */
function withoutBackground(call: Call): Call {
  const { background: _, stream: __, stream_options: ___, ...body } = call.body
  if (body.store === false) throw new AppError('background_not_stored')
  return { ...call, body, facts: call.endpoint.operation.read(body, call.endpoint.dialect) }
}
