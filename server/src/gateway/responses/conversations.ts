// Calls of the Responses API that go on from an answer given before, by its id, and answers that are kept for that. A vendor that keeps the
// answer itself is asked again and told the id; to every other the conversation is sent whole.
import { AppError, errorMessage } from '@waystation/contract/errors'
import { isObject, type Json, type JsonArray, type JsonObject, parseJson } from '@waystation/wire/json'
import type { KeptResponse } from '../../domain/response/response-keeper.ts'
import type { Gateway } from '../gateway.ts'
import type { Attempt, Call, Caller } from '../types.ts'
import { isPassedThrough, isUntouched } from '../upstream/upstream-call.ts'

/** What a call of this kind needs beside its body. */
export interface Conversation {
  /** The body with everything that was said before, for vendors that do not know the answer before. */
  readonly whole: JsonObject
  /** The channel whose vendor knows the answer before; 0 where none does. */
  readonly knownAt: number
}

/**
 * The call with the conversation that it goes on with, if it goes on with one. Throws previous_response_not_found, response_not_finished,
 * background_not_stored, kept_too_large.
 */
export async function resumeConversation(asked: Call, caller: Caller, gateway: Gateway): Promise<Call> {
  if (asked.endpoint.dialect !== 'openai-responses') return asked
  const call = asked.body.background === true ? inBackground(asked) : asked
  assertKeepable(call, gateway)
  const previous = call.body.previous_response_id
  if (typeof previous !== 'string' || previous === '') return call
  const chain = await gateway.responses.chain(caller, previous)
  const last = chain?.at(-1)
  if (!chain || !last) throw new AppError('previous_response_not_found', { id: previous.slice(0, 100) })
  const before = parseJson(last.body)
  if (isObject(before) && isPending(before)) throw new AppError('response_not_finished', { id: previous.slice(0, 100) })
  // Nothing is kept of what such a call was asked with.
  if (isObject(before) && isWithoutInput(before)) throw new AppError('previous_response_not_found', { id: previous.slice(0, 100) })
  const { previous_response_id: _, ...body } = call.body
  const said = chain.flatMap((link) => [...itemsOf(link.input), ...carried(link)])
  const whole = { ...body, input: [...said, ...inputItems(call.body.input)] }
  // What it may cost and what is counted is the conversation, not its last words.
  return { ...call, facts: call.endpoint.operation.read(whole, call.endpoint.dialect), conversation: { whole, knownAt: last.channelId } }
}

/**
 * Refuses before anything is paid what was asked to be kept and cannot be. An answer that is kept only because nobody said otherwise goes out
 * and is not kept.
 */
function assertKeepable(call: Call, { responses }: Gateway): void {
  if (!call.background && call.body.store !== true) return
  if (Buffer.byteLength(JSON.stringify(call.body)) > responses.maxBytes) throw tooLarge({ responses })
}

/** What is said where something must be kept and is larger than all that a user may keep. */
export function tooLarge({ responses }: Pick<Gateway, 'responses'>): AppError {
  return new AppError('kept_too_large', { limit: `${Math.round(responses.maxBytes / 1024 / 1024)} MB` })
}

/** The vendor is asked as for any call: that nobody waits for the answer is between the client and us. */
function inBackground(call: Call): Call {
  const { background: _, stream: __, stream_options: ___, ...body } = call.body
  if (body.store === false) throw new AppError('background_not_stored')
  const facts = call.endpoint.operation.read(body, call.endpoint.dialect)
  return { ...call, body, facts, background: call.facts.isStream ? 'stream' : 'whole' }
}

/** The body for one attempt: the vendor that knows the answer before is told its id only. */
export function bodyFor(call: Call, attempt: Attempt): JsonObject {
  const { conversation } = call
  const knows = conversation !== undefined && conversation.knownAt === attempt.channel.id && isPassedThrough(call, attempt)
  return conversation === undefined || knows ? call.body : conversation.whole
}

/** Does the caller want to go on from the answer by its id? What runs in the background is kept under an id of ours. */
export function isStored(call: Call): boolean {
  return (
    !call.background && call.endpoint.dialect === 'openai-responses' && call.endpoint.operation.name === 'chat' && call.body.store !== false
  )
}

/** Who asks for a kept answer. */
export type StoredFor = Pick<Caller, 'user' | 'token' | 'group' | 'language'>

/** A kept answer as it is now; undefined where there is none of this id for this caller. */
export async function findStored(
  id: string,
  caller: StoredFor,
  gateway: Gateway,
): Promise<{ link: KeptResponse; body: JsonObject } | undefined> {
  // Asked first: a call may end while its answer is looked up.
  const isRunning = gateway.background.isRunning(caller.user.id, id)
  const link = await gateway.responses.find(caller, id)
  const body = link && parseJson(link.body)
  return link && isObject(body) ? { link, body: asItStands(body, isRunning, caller.language) } : undefined
}

/** One that nobody works on any more, for its node was stopped, has failed. */
function asItStands(body: JsonObject, isRunning: boolean, language: Caller['language']): JsonObject {
  if (!isPending(body)) return body
  if (isRunning) return { ...body, status: 'in_progress' }
  return { ...body, status: 'failed', error: { code: 'server_error', message: errorMessage('response_interrupted', {}, language) } }
}

/** Did the call end without an answer, so that what it was asked with was dropped? */
function isWithoutInput(answer: JsonObject): boolean {
  return answer.background === true && (answer.status === 'failed' || answer.status === 'cancelled')
}

/** Was the answer still to come when it was kept? */
function isPending(answer: JsonObject): boolean {
  return answer.status === 'queued'
}

/** Keeps the answer for who goes on from it. Answers when it is stored; trouble is reported, and the answer goes out all the same. */
export async function storeReply(answer: string, attempt: Attempt, call: Call, caller: Caller, gateway: Gateway): Promise<void> {
  const told = parseJson(answer)
  const body = isObject(told) && isObject(told.response) ? told.response : told
  if (!isObject(body) || typeof body.id !== 'string') return
  await store(body, isUntouched(call, attempt) ? attempt.channel.id : 0, call, caller, gateway).catch((error: unknown) =>
    gateway.log.error({ id: call.id, err: error }, 'an answer could not be kept'),
  )
}

/**
 * Keeps an answer under its id, in place of what was kept there before. False when it is too large. Throws what the database throws.
 * @param channelId the channel whose vendor knows it by that id; 0 where none does
 */
export async function store(body: JsonObject, channelId: number, call: Call, caller: Caller, gateway: Gateway): Promise<boolean> {
  const previous = call.body.previous_response_id
  return gateway.responses.keep({
    id: String(body.id),
    previousId: typeof previous === 'string' ? previous : '',
    userId: caller.user.id,
    tokenId: caller.token?.id ?? 0,
    model: call.facts.model,
    group: caller.group,
    channelId,
    // Storage for nothing: a call that failed is not gone on from.
    input: isWithoutInput(body) ? '[]' : JSON.stringify(inputItems(call.body.input)),
    body: JSON.stringify(body),
  })
}

/** What was asked with, as items. */
export function inputItems(input: Json | undefined): JsonArray {
  if (Array.isArray(input)) return input
  return typeof input === 'string' ? [{ type: 'message', role: 'user', content: [{ type: 'input_text', text: input }] }] : []
}

function itemsOf(text: string): JsonArray {
  const items = parseJson(text)
  return Array.isArray(items) ? items : []
}

/**
 * The items of an answer as another vendor, or the same without its memory, takes them: ids name things that it does not know, and thinking
 * that it can only look up by its id is left out.
 */
function carried(link: KeptResponse): JsonArray {
  const body = parseJson(link.body)
  const output = isObject(body) && Array.isArray(body.output) ? body.output : []
  return output.filter(isObject).flatMap((item) => {
    if (item.type === 'reasoning' && typeof item.encrypted_content !== 'string') return []
    const { id: _, status: __, ...rest } = item
    return [rest]
  })
}
