// Step 2: what is requested? The body is read only now that its sender is known.

import { hash } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import { AppError, type ErrorCode } from '@waystation/contract/errors'
import { relayMaxBodyMb, relayMaxBodyObjects, relayMaxBodyValues } from '@waystation/contract/options/body-limits'
import type { Operation } from '@waystation/contract/vendors/vendor'
import { conversationMark } from '@waystation/wire/chat/conversation-mark'
import type { ClientDialectName } from '@waystation/wire/chat/dialects'
import type { JsonObject } from '@waystation/wire/encoding/json'
import { WireError } from '@waystation/wire/wire-error'
import type { ExpectedSize } from '../../domain/pricing/hold-policy.ts'
import type { AddressFacts, CallFacts } from '../call-facts.ts'
import type { Caller } from '../caller.ts'
import type { Gateway } from '../gateway.ts'
import { hasConversation } from '../operations/kinds.ts'
import type { Call, RelayEndpoint } from '../types.ts'
import { withAlias } from './alias.ts'
import { measuredMedia } from './media-meter.ts'
import { type BodySender, type ReadBody, readJsonBody, readJsonMessage } from './read-body.ts'
import { readForm } from './read-form.ts'

/** What reading a call takes. */
export type ReadCallServices = Pick<Gateway, 'options' | 'bodies' | 'balances' | 'clock' | 'files' | 'forwardedHeaders'>

/** What is known of a call before its body is read. */
export interface GivenOfCall {
  readonly id: string
  readonly startedMs: number
  readonly pathModel?: string
  readonly address?: AddressFacts
  readonly unwrap?: (body: JsonObject) => JsonObject
}

/** Reads the call. Throws model_required, the code of an invalid request and what readJsonBody throws. */
export async function readCall(
  door: RelayEndpoint,
  request: IncomingMessage,
  caller: Pick<Caller, 'user' | 'token'>,
  given: GivenOfCall,
  gateway: ReadCallServices,
): Promise<Call> {
  const endpoint = forBody(door, request)
  const received = await receivedBy(endpoint, request, senderOf(caller, gateway))
  return withAlias(await callOfBody(endpoint, request, received, given, gateway), caller)
}

/** The body of the request; a form that stands for a body of JSON as that body. */
async function receivedBy({ operation }: RelayEndpoint, request: IncomingMessage, sender: BodySender): Promise<ReadBody> {
  if (operation.kind === 'form') return readForm(request, sender)
  const isForm = /^multipart\/form-data\b/i.test(request.headers['content-type'] ?? '')
  if (operation.kind !== 'task' || !operation.bodyOfForm || !isForm) return readJsonBody(request, sender)
  const { form = [], ...received } = await readForm(request, sender)
  return { ...received, body: operation.bodyOfForm(form) }
}

/**
 * The call in a message of a socket.
 * @param request with which the socket was opened: its headers hold for all of its calls
 * @throws as readCall
 */
export async function readMessage(
  endpoint: RelayEndpoint,
  message: Buffer,
  request: IncomingMessage,
  caller: Pick<Caller, 'user' | 'token'>,
  given: GivenOfCall,
  gateway: ReadCallServices,
): Promise<Call> {
  const received = await readJsonMessage(message, senderOf(caller, gateway))
  return withAlias(await callOfBody(endpoint, request, received, given, gateway), caller)
}

/** The call in a body that has been read. Throws as readCall. */
export async function callOfBody(
  endpoint: RelayEndpoint,
  request: IncomingMessage,
  received: ReadBody,
  given: GivenOfCall,
  gateway: ReadCallServices,
): Promise<Call> {
  try {
    const body = bodyOf(endpoint, received.body, given)
    const facts = factsOf(endpoint, body, given.address)
    const size = await sizeOf(endpoint, facts, received, gateway.files)
    return callOf(endpoint, request, { received, body, facts: { ...facts, size }, given, forwarded: gateway.forwardedHeaders })
  } catch (error) {
    received.room?.release()
    throw error
  }
}

/** The body of a request that is no model call, as a JSON object. Throws what readJsonBody throws. */
export async function readObject(
  request: IncomingMessage,
  caller: Pick<Caller, 'user' | 'token'>,
  gateway: ReadCallServices,
): Promise<JsonObject> {
  const { body, room } = await readJsonBody(request, senderOf(caller, gateway))
  room?.release()
  return body
}

/** The endpoint with the operation for a body of this type. */
function forBody(endpoint: RelayEndpoint, { headers }: IncomingMessage): RelayEndpoint {
  const { operationOfJson: operation } = endpoint
  return operation && /^application\/json\b/i.test(headers['content-type'] ?? '') ? { ...endpoint, operation } : endpoint
}

/** The size of a request, with what is measured of its form or could be read of its media. */
export async function sizeOf(
  endpoint: RelayEndpoint,
  facts: CallFacts,
  { form, bytes }: Pick<ReadBody, 'form' | 'bytes'>,
  files: ReadCallServices['files'],
): Promise<ExpectedSize> {
  const { operation } = endpoint
  const { size, model } = facts
  if (operation.kind === 'form') {
    if (!form) return size
    const { media = [], ...found } = await operation.measure(form, model, files).catch((error) => refusal(endpoint, error))
    return { ...size, ...found, media: await measuredMedia(media, files) }
  }
  const media = size.media.length === 0 ? size.media : await measuredMedia(size.media, files)
  // What is spoken is charged by its own characters or tokens.
  if (operation.kind === 'media') return { ...size, media }
  const dataBytes = size.media.reduce((sum, { data = '' }) => sum + data.length, 0)
  return { ...size, media, bodyBytes: bytes - dataBytes }
}

/** Who sends a body, and how much they may send. */
export function senderOf(
  { user, token }: Pick<Caller, 'user' | 'token'>,
  { options, bodies, balances, clock }: ReadCallServices,
): BodySender {
  return {
    userId: user.id,
    limitBytes: options.get(relayMaxBodyMb) * 1024 * 1024,
    limits: { maxObjects: options.get(relayMaxBodyObjects), maxValues: options.get(relayMaxBodyValues) },
    budget: bodies,
    clock,
    hasBalance: () => balances.hasAny(token && !token.isUnlimited ? [user.accountId, token.accountId] : [user.accountId]),
  }
}

/** The body with the model that its address names, or that the endpoint has for a call without one. */
function bodyOf(endpoint: RelayEndpoint, whole: JsonObject, { unwrap, pathModel }: GivenOfCall): JsonObject {
  const body = unwrap ? understood(endpoint, () => unwrap(whole)) : whole
  if (endpoint.isModelInAddress && pathModel !== undefined) return { ...body, model: pathModel }
  const unnamed = pathModel ?? endpoint.defaultModel
  return body.model === undefined && unnamed !== undefined ? { ...body, model: unnamed } : body
}

interface CallParts extends Pick<Call, 'body' | 'facts'> {
  readonly received: ReadBody
  readonly given: GivenOfCall
  /** Names of headers that some vendor gets. */
  readonly forwarded: readonly string[]
}

function callOf(endpoint: RelayEndpoint, { headers, url = '' }: IncomingMessage, parts: CallParts): Call {
  const { received, body, facts, given, forwarded } = parts
  const { form, isHeavy, room } = received
  const clientHeaders: Record<string, string> = {}
  for (const name of forwarded) {
    const value = headers[name]
    if (typeof value === 'string') clientHeaders[name] = value
  }
  const apiVersion = apiVersionIn(url)
  const clientRequestId = clientRequestIdIn(headers)
  return {
    id: given.id,
    startedMs: given.startedMs,
    endpoint,
    facts,
    body,
    clientHeaders,
    headerOf: (name) => textOf(headers[name]),
    ...(clientRequestId === undefined ? {} : { clientRequestId }),
    ...(apiVersion === undefined ? {} : { apiVersion }),
    isStrict: headers['x-waystation-strict'] === 'true',
    conversation: onceAsked(() => conversationOf(endpoint, headers, body)),
    isHeavy,
    ...(form ? { form } : {}),
    ...(room ? { room } : {}),
  }
}

/** Made when it is first asked for. */
function onceAsked<Value>(make: () => Value): () => Value {
  let made: { readonly value: Value } | undefined
  return () => {
    made ??= { value: make() }
    return made.value
  }
}

const textOf = (header: string | string[] | undefined) => (Array.isArray(header) ? header.join(', ') : header)

/** OpenAI's name for it first; the other is what proxies and clients of all kinds send. */
const CLIENT_ID_HEADERS = ['x-client-request-id', 'x-request-id'] as const

/** The id that the client gave the call, where it is short and plain; others are left out, never cut. */
function clientRequestIdIn(headers: IncomingMessage['headers']): string | undefined {
  for (const name of CLIENT_ID_HEADERS) {
    const value = headers[name]
    if (typeof value === 'string' && /^[\x21-\x7e]{1,128}$/.test(value)) return value
  }
  return undefined
}

/** What tells the conversation of this body from others of its caller; undefined: it is none. */
export function conversationOf(
  { operation }: Pick<RelayEndpoint, 'operation'>,
  headers: IncomingMessage['headers'],
  body: JsonObject,
): string | undefined {
  const mark = hasConversation(operation) ? conversationMark(headers, body) : undefined
  return mark === undefined ? undefined : hash('sha1', mark, 'base64')
}

/** Nearly no address has a query. */
function apiVersionIn(url: string): string | undefined {
  const query = url.indexOf('?')
  return query < 0 ? undefined : (new URLSearchParams(url.slice(query)).get('api-version') ?? undefined)
}

/** What must be known of a call, out of its body. Throws model_required, model_not_found or the code of an invalid request. */
export function factsOf(endpoint: RelayEndpoint, body: Call['body'], address: AddressFacts | undefined): CallFacts {
  const named = address?.model ?? body.model
  if (named === undefined || named === null || named === '') throw new AppError('model_required')
  const facts = understood(endpoint, () => endpoint.operation.read(body, endpoint.dialect, address))
  // Longer names are in no channel, and no column holds them.
  if (facts.model.length > 190) throw new AppError('model_not_found', { model: `${facts.model.slice(0, 60)}…` })
  return facts
}

/** What a reader of the dialect makes of the body. Throws the code of an invalid request. */
function understood<Value>(endpoint: RelayEndpoint, read: () => Value): Value {
  try {
    return read()
  } catch (error) {
    return refusal(endpoint, error)
  }
}

/** Throws the code of an invalid request, with the place and what was expected there. */
function refusal(endpoint: RelayEndpoint, error: unknown): never {
  if (error instanceof WireError) throw new AppError(invalidCode(endpoint, error.path), { detail: error.message }, { cause: error })
  throw error
}

const invalidCodes: Readonly<Partial<Record<Operation, ErrorCode>>> = {
  ...{ completions: 'invalid_text_request', compact: 'invalid_responses_request' },
  ...{ embeddings: 'invalid_embedding_request', 'embed-content': 'invalid_embedding_request' },
  ...{ 'batch-embed-contents': 'invalid_embedding_request', transcription: 'invalid_audio_request' },
  ...{ translation: 'invalid_audio_request', speech: 'invalid_audio_request', ocr: 'bad_request' },
  ...{ images: 'invalid_image_request', 'image-edits': 'invalid_image_request', 'image-variations': 'invalid_image_request' },
  predict: 'invalid_image_request',
  ...{ videos: 'bad_request', batches: 'bad_request' },
}
const invalidChatCodes: Readonly<Record<ClientDialectName, ErrorCode>> = {
  ...{ 'openai-chat': 'invalid_text_request', 'openai-responses': 'invalid_responses_request' },
  ...{ 'anthropic-messages': 'invalid_claude_request', 'gemini-generate': 'invalid_text_request' },
}

/** Clients of this family tell invalid requests apart by the kind of request. Source: server-behaviour 1.2. */
function invalidCode({ operation: { name }, dialect }: RelayEndpoint, path: string): ErrorCode {
  if (name === 'rerank') return /^documents\b/.test(path) ? 'invalid_documents' : /^query\b/.test(path) ? 'invalid_query' : 'bad_request'
  return invalidCodes[name] ?? invalidChatCodes[dialect]
}
