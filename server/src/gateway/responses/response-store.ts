// Replies of the Responses API that are stored under their ids.
import { AppError, errorMessage } from '@waystation/contract/errors'
import { inputItems } from '@waystation/wire/chat/openai-responses/input-items'
import { isObject, type JsonObject, parseJson } from '@waystation/wire/encoding/json'
import type { ResponseRecord } from '../../domain/response/response-service.ts'
import type { Attempt } from '../attempt.ts'
import type { Caller } from '../caller.ts'
import type { FailureServices } from '../door/error-boundary.ts'
import type { Gateway } from '../gateway.ts'
import type { Call } from '../types.ts'
import { outputItems } from './kept-items.ts'
import type { StreamedItems } from './streamed-items.ts'

/** What stored responses take. */
export type ResponseServices = FailureServices & Pick<Gateway, 'responses' | 'background' | 'clock'>

/** The refusal where something must be stored and is larger than all that a user may store. */
export function tooLarge({ responses }: Pick<Gateway, 'responses'>): AppError {
  return new AppError('kept_too_large', { limit: `${Math.round(responses.maxBytes / 1024 / 1024)} MB` })
}

/** Whose stored reply it is. */
export type StoredFor = Pick<Caller, 'user' | 'token' | 'group' | 'language'>

/** A stored reply as it is now; undefined where there is none of this id for this caller. */
export async function findStored(
  id: string,
  caller: StoredFor,
  gateway: ResponseServices,
): Promise<{ link: ResponseRecord; body: JsonObject } | undefined> {
  // Read first: a call may end while its reply is looked up.
  const isRunning = await gateway.background.isRunning(caller.user.id, id)
  const link = await findEnded(id, caller, isRunning, gateway)
  const body = link && parseJson(link.body)
  return link && isObject(body) ? { link, body: asItStands(body, isRunning, caller.language) } : undefined
}

const STORED_WITHIN_MS = 2000
const LOOK_EVERY_MS = 100

/** A call of another node that has ended is stored a moment later. */
async function findEnded(id: string, caller: StoredFor, isRunning: boolean, { responses, background, clock }: ResponseServices) {
  const find = () => responses.find(caller, id)
  let link = await find()
  if (isRunning || !background.hasOthers) return link
  for (let waitedMs = 0; waitedMs < STORED_WITHIN_MS; waitedMs += LOOK_EVERY_MS) {
    const body = link && parseJson(link.body)
    if (!isObject(body) || !isPending(body)) return link
    await new Promise<void>((resolve) => clock.after(LOOK_EVERY_MS, resolve))
    link = await find()
  }
  return link
}

/** A pending response whose node was stopped has failed. */
function asItStands(body: JsonObject, isRunning: boolean, language: Caller['language']): JsonObject {
  if (!isPending(body)) return body
  if (isRunning) return { ...body, status: 'in_progress' }
  return { ...body, status: 'failed', error: { code: 'server_error', message: errorMessage('response_interrupted', {}, language) } }
}

/** Did the call end without a reply, so that its request was not stored? */
export function isWithoutInput(answer: JsonObject): boolean {
  return answer.background === true && (answer.status === 'failed' || answer.status === 'cancelled')
}

/** Was the reply still to come when it was stored? */
export function isPending(answer: JsonObject): boolean {
  return answer.status === 'queued'
}

/** A call of the Responses API. */
export interface ResponseCall {
  readonly call: Call
  readonly caller: Caller
  readonly gateway: ResponseServices
}

/**
 * Stores the reply for later calls that resume the conversation. Resolves when it is stored; trouble is logged, and the reply goes out all
 * the same.
 */
export async function storeReply(
  reply: string,
  attempt: Attempt,
  parts: ResponseCall & { readonly streamed: StreamedItems },
): Promise<void> {
  const value = parseJson(reply)
  const told = isObject(value) && isObject(value.response) ? value.response : value
  if (!isObject(told) || typeof told.id !== 'string') return
  const body = parts.streamed.completed(told)
  const isKnownThere = attempt.reply === 'relay' && attempt.provider.keepsResponses && parts.call.body.store !== false
  await storeResponse(body, isKnownThere ? attempt.channel.id : 0, parts).catch((error: unknown) =>
    parts.gateway.log.error({ id: parts.call.id, err: error }, 'a reply could not be stored'),
  )
}

/** A request of a call that still runs is stored up to this size. */
const MAX_PENDING_BYTES = 64 * 1024

/**
 * Nothing goes on from a call that failed, so its request is not stored; a large one not before the call has ended well either, since what a
 * database has once written stays in its files.
 */
function storedInput(body: JsonObject, call: Call): string {
  if (isWithoutInput(body)) return '[]'
  const input = requestInput(call)
  return isPending(body) && input.length > MAX_PENDING_BYTES ? '[]' : input
}

/** The items of a request, as they are stored. */
export function requestInput({ body }: Call): string {
  return JSON.stringify(inputItems(body.input))
}

/**
 * Stores a reply under its id, in place of what was stored there before. False when it is too large. Throws what the database throws.
 * @param channelId the channel whose vendor has it by that id; 0 where none does
 */
export async function storeResponse(body: JsonObject, channelId: number, { call, caller, gateway }: ResponseCall): Promise<boolean> {
  const previous = call.body.previous_response_id
  return gateway.responses.save({
    id: String(body.id),
    previousId: typeof previous === 'string' ? previous : '',
    ...(call.body.store === false ? { isOnlyRemembered: true } : {}),
    itemIds: outputItems(body).flatMap((item) => (typeof item.id === 'string' ? [item.id] : [])),
    userId: caller.user.id,
    tokenId: caller.token?.id ?? 0,
    model: call.facts.model,
    group: caller.group,
    channelId,
    input: storedInput(body, call),
    body: JSON.stringify(body),
  })
}
