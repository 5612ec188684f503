// Step 2: what is requested? The body is read only now that its sender is known.
import type { IncomingMessage } from 'node:http'
import { AppError } from '@waystation/contract/errors'
import { relayMaxBodyMb, relayMaxBodyObjects, relayMaxBodyValues } from '@waystation/contract/options/relay'
import type { JsonObject } from '@waystation/wire/json'
import { WireError } from '@waystation/wire/wire-error'
import type { Form } from '../form.ts'
import type { Gateway } from '../gateway.ts'
import type { AddressFacts, Call, Caller, CallFacts, RelayEndpoint } from '../types.ts'
import { measuredMedia } from './media-meter.ts'
import { type BodySender, readJsonBody } from './read-body.ts'
import { readForm } from './read-form.ts'

/** What is known of a call before its body is read. */
interface GivenOfCall {
  readonly id: string
  readonly startedMs: number
  readonly pathModel?: string
  readonly address?: AddressFacts
  readonly unwrap?: (body: JsonObject) => JsonObject
}

/** Reads the call. Throws model_required, bad_request and what readJsonBody throws. */
export async function readCall(
  endpoint: RelayEndpoint,
  request: IncomingMessage,
  caller: Pick<Caller, 'user' | 'token'>,
  given: GivenOfCall,
  gateway: Gateway,
): Promise<Call> {
  const isForm = endpoint.operation.kind === 'form'
  const { body: whole, form, bytes, isHeavy, room } = await (isForm ? readForm : readJsonBody)(request, senderOf(caller, gateway))
  try {
    const call = callOf(endpoint, request, whole, given, gateway)
    const read = { ...call, ...(isHeavy ? { isHeavy } : {}), ...(room ? { room } : {}) }
    return form ? await withForm(read, form, gateway) : await withMedia(withBytes(read, bytes), gateway)
  } catch (error) {
    room?.release()
    throw error
  }
}

/** The call with its form, and with what is measured of it. */
async function withForm(call: Call, form: Form, { files }: Gateway): Promise<Call> {
  const { facts } = call
  const { operation } = call.endpoint
  if (operation.kind !== 'form') return call
  const measured = await operation.measure(form, facts.model, files).catch(refusal)
  return { ...call, form, facts: { ...facts, size: { ...facts.size, measured } } }
}

/** The call with the bytes of its body, without the data of media. */
function withBytes(call: Call, bodyBytes: number): Call {
  const { facts } = call
  const { size } = facts
  // What is spoken is charged by its own characters or tokens.
  if (call.endpoint.operation.kind === 'media') return call
  const dataBytes = size.media.reduce((sum, { data = '' }) => sum + data.length, 0)
  return { ...call, facts: { ...facts, size: { ...size, bodyBytes: bodyBytes - dataBytes } } }
}

/** The call with what could be read of the media in it. */
async function withMedia(call: Call, { files }: Gateway): Promise<Call> {
  const { facts } = call
  const media = await measuredMedia(facts.size.media, files)
  return media === facts.size.media ? call : { ...call, facts: { ...facts, size: { ...facts.size, media } } }
}

function senderOf({ user, token }: Pick<Caller, 'user' | 'token'>, { options, bodies, balances, clock }: Gateway): BodySender {
  return {
    userId: user.id,
    limitBytes: options.get(relayMaxBodyMb) * 1024 * 1024,
    limits: { maxObjects: options.get(relayMaxBodyObjects), maxValues: options.get(relayMaxBodyValues) },
    budget: bodies,
    clock,
    hasBalance: () => balances.hasAny(token && !token.isUnlimited ? [user.accountId, token.accountId] : [user.accountId]),
  }
}

function callOf(endpoint: RelayEndpoint, request: IncomingMessage, whole: JsonObject, given: GivenOfCall, gateway: Gateway): Call {
  const { unwrap } = given
  const read = unwrap ? understood(() => unwrap(whole)) : whole
  const unnamed = given.pathModel ?? endpoint.defaultModel
  const body = read.model === undefined && unnamed !== undefined ? { ...read, model: unnamed } : read
  const clientHeaders: Record<string, string> = {}
  for (const name of gateway.forwardedHeaders) {
    const value = request.headers[name]
    if (typeof value === 'string') clientHeaders[name] = value
  }
  return {
    id: given.id,
    startedMs: given.startedMs,
    endpoint,
    facts: factsOf(endpoint, body, given.address),
    body,
    clientHeaders,
    isStrict: request.headers['x-waystation-strict'] === 'true',
  }
}

function factsOf(endpoint: RelayEndpoint, body: Call['body'], address: AddressFacts | undefined): CallFacts {
  const named = address?.model ?? body.model
  if (named === undefined || named === null || named === '') throw new AppError('model_required')
  const facts = understood(() => endpoint.operation.read(body, endpoint.dialect, address))
  // Longer names are in no channel, and no column holds them.
  if (facts.model.length > 190) throw new AppError('model_not_found', { model: `${facts.model.slice(0, 60)}…` })
  return facts
}

/** What a reader of the dialect makes of the body. Throws bad_request. */
function understood<Value>(read: () => Value): Value {
  try {
    return read()
  } catch (error) {
    return refusal(error)
  }
}

/** Throws bad_request with a message for an invalid body. */
function refusal(error: unknown): never {
  if (error instanceof WireError) throw new AppError('bad_request', { detail: error.message }, { cause: error })
  throw error
}
