// The doors of batches, in the shapes of OpenAI, Anthropic and Google. Other users' batches do not exist here.
import { Readable } from 'node:stream'
import { AppError } from '@waystation/contract/errors'
import type { BatchApi } from '@waystation/wire/batches/batch-api'
import { batchApis } from '@waystation/wire/batches/batch-apis'
import type { ClientDialectName } from '@waystation/wire/chat/dialects'
import type { JsonObject } from '@waystation/wire/encoding/json'
import { WireError } from '@waystation/wire/wire-error'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { TaskRecord } from '../../domain/task/task.ts'
import { admitWithoutModel } from '../admit/admit.ts'
import { authenticate } from '../authenticate/authenticate.ts'
import type { Caller } from '../caller.ts'
import { deploymentPrefixes } from '../door/endpoints.ts'
import { toError } from '../door/error-boundary.ts'
import { requesterDialect } from '../door/models.ts'
import { readableHeaders } from '../door/readable-headers.ts'
import { isGone } from '../files/file-channel.ts'
import { OBJECT_LIMITS } from '../files/kept-files.ts'
import type { TaskDoorServices } from '../tasks/task-doors.ts'
import { askForBatch, cancelBatch, GEMINI_CANCEL } from './ask-batch.ts'
import { type BatchNewsServices, refreshBatch } from './batch-news.ts'
import { atVendor, type BatchPlace, claudePlace, googlePlace, isGivenBack, openaiPlace, viewOf, wholeOf } from './batch-place.ts'
import { type SubmitBatchServices, submitBatch } from './submit-batch.ts'

export type BatchServices = SubmitBatchServices & BatchNewsServices & TaskDoorServices

const { openai, messages, gemini } = batchApis

type PlaceOf = (request: FastifyRequest) => BatchPlace
type Handler = (place: BatchPlace, request: FastifyRequest, caller: Caller) => Promise<unknown>

/** Mounts them all. */
export function mountBatches(app: FastifyInstance, gateway: BatchServices): void {
  // Google's libraries come here too, where they are set to the first version of that API.
  const shared: PlaceOf = (request) => (requesterDialect(request) === gemini.dialect ? googlePlace : openaiPlace)
  mountAt(openaiPlace.path, shared, app, gateway)
  for (const prefix of deploymentPrefixes) mountAt(`${prefix}/batches`, () => openaiPlace, app, gateway)
  mountAt(claudePlace.path, () => claudePlace, app, gateway)
  mountAt(googlePlace.path, () => googlePlace, app, gateway)
  app.get(`${claudePlace.path}/:id/results`, { config: { dialect: messages.dialect } }, (request, reply) =>
    sendResults(request, reply, gateway),
  )
}

function mountAt(path: string, placeOf: PlaceOf, app: FastifyInstance, gateway: BatchServices): void {
  const route = (method: 'GET' | 'POST' | 'DELETE', url: string, handler: Handler) =>
    app.route({ method, url, config: configAt(path), handler: served(handler, placeOf, gateway) })
  const one = `${path}/:id`
  const api = path === claudePlace.path ? messages : openai
  // Google's are submitted at their model.
  if (path !== googlePlace.path)
    app.post(path, { config: configAt(path) }, (request, reply) => submitBatch(request, reply, { api, path }, gateway))
  route('GET', path, (place, request, caller) => listed(place, request, caller, gateway))
  route('GET', one, (place, request, caller) => read(place, request, caller, gateway))
  route('DELETE', one, (place, request, caller) => removed(place, request, caller, gateway))
  route('POST', `${one}/cancel`, (place, request, caller) => cancelled(place, idIn(request), { request, caller }, gateway))
  // Google's way to say so.
  route('POST', one, async (place, request, caller) => {
    const name = idIn(request)
    if (place.api !== gemini || !name.endsWith(GEMINI_CANCEL)) throw unknownPath(request)
    await cancelled(place, name.slice(0, -GEMINI_CANCEL.length), { request, caller }, gateway)
    return {}
  })
}

/** The dialect of errors; detected from the request where clients of several share an address. */
function configAt(path: string): { readonly dialect?: ClientDialectName } {
  if (path === openaiPlace.path) return {}
  return { dialect: (path === claudePlace.path ? messages : path === googlePlace.path ? gemini : openai).dialect }
}

const unknownPath = ({ method, url }: FastifyRequest): AppError =>
  new AppError('unknown_path', { method, path: url.split('?')[0]?.slice(0, 200) ?? '' })

/** A handler whose failures are told in the caller's language, and whose answers can be read by pages. */
function served(handler: Handler, placeOf: PlaceOf, gateway: BatchServices) {
  return async (request: FastifyRequest, reply: FastifyReply) => {
    const place = placeOf(request)
    const caller = await visitor(request, gateway)
    try {
      const told = await handler(place, request, caller)
      if (told instanceof Readable) reply.type('application/json; charset=utf-8')
      return reply.headers(readableHeaders(place.api.dialect, request)).send(told)
    } catch (error) {
      throw toError(error, caller.language)
    }
  }
}

async function visitor({ raw }: FastifyRequest, gateway: BatchServices): Promise<Caller> {
  const caller = await authenticate(raw, gateway)
  await admitWithoutModel(caller, raw, gateway)
  return caller
}

/** A batch of the caller's. Throws AppError task_not_found. */
async function owned({ idPrefix, api }: BatchPlace, id: string, caller: Caller, { tasks }: BatchServices): Promise<TaskRecord> {
  const key = id.startsWith(api.idPrefix) ? id.slice(api.idPrefix.length) : api === gemini ? id : undefined
  const [task] = key === undefined ? [] : await tasks.find(caller.user.id, ['batch'], [`${idPrefix}${key}`])
  if (!task || task.isRemoved) throw new AppError('task_not_found', { id: id.slice(0, 100) })
  return task
}

const idIn = ({ params }: FastifyRequest): string => (params as { readonly id: string }).id // every route with a batch names it

/** A batch as it is now, with its answers where its vendor tells them in it. */
async function read(place: BatchPlace, request: FastifyRequest, caller: Caller, gateway: BatchServices): Promise<JsonObject | Readable> {
  const known = await owned(place, idIn(request), caller, gateway)
  const task = known.isOpen ? await refreshed(known, gateway) : known
  return (await wholeOf(task, place, gateway)) ?? viewOf(task, place, request, gateway)
}

/** A batch as its vendor tells it now; as it was told last where that does not answer. */
function refreshed(task: TaskRecord, gateway: BatchServices): Promise<TaskRecord> {
  return refreshBatch(task, gateway).catch((error: unknown) => {
    gateway.log.warn({ channel: task.channelId, task: task.taskId, err: error }, 'a channel did not tell of a batch')
    return task
  })
}

async function listed(place: BatchPlace, request: FastifyRequest, caller: Caller, gateway: BatchServices): Promise<JsonObject> {
  const { api, idPrefix } = place
  const { limit, after, before } = pageOf(api, request)
  const rowOf = async (id: string | undefined) => (id === undefined ? undefined : (await owned(place, id, caller, gateway)).id)
  const [afterId, beforeId] = [await rowOf(after), await rowOf(before)]
  const isBackward = beforeId !== undefined && afterId === undefined
  const which = { userId: caller.user.id, tokenId: caller.token?.id ?? 0, kind: 'batch', idPrefix } as const
  const found = await gateway.tasks.listOwn({ ...which, afterId: afterId ?? beforeId, isOldestFirst: isBackward }, limit + 1)
  const page = found.slice(0, limit)
  const shown = (isBackward ? page.toReversed() : page).map((task) => viewOf(task, place, request, gateway))
  return api.list(shown, found.length > limit)
}

function pageOf(api: BatchApi, request: FastifyRequest) {
  try {
    return api.page(request.query as Readonly<Record<string, string | undefined>>)
  } catch (error) {
    throw error instanceof WireError ? new AppError('bad_request', { detail: error.message }, { cause: error }) : error
  }
}

/** Has a batch cancelled. What was done by then is charged; one that has ended stays as it is. */
async function cancelled(
  place: BatchPlace,
  id: string,
  { request, caller }: { readonly request: FastifyRequest; readonly caller: Caller },
  gateway: BatchServices,
): Promise<JsonObject> {
  const task = await owned(place, id, caller, gateway)
  if (!task.isOpen) return viewOf(task, place, request, gateway)
  await cancelBatch(task, atVendor(task, gateway), gateway)
  return viewOf(await refreshed(task, gateway), place, request, gateway)
}

/** Removes an ended batch, at its vendor and from its owner's sight. Throws batch_not_ended. */
async function removed(place: BatchPlace, request: FastifyRequest, caller: Caller, gateway: BatchServices): Promise<JsonObject> {
  // OpenAI's are not deleted.
  if (place.api === openai) throw unknownPath(request)
  const id = idIn(request)
  const known = await owned(place, id, caller, gateway)
  const task = known.isOpen ? await refreshed(known, gateway) : known
  if (task.isOpen) throw new AppError('batch_not_ended', { id: id.slice(0, 100) })
  const isMissing = ({ status }: { readonly status: number }) => status === 404
  await askForBatch(task, atVendor(task, gateway), { method: 'DELETE' }, gateway)
    .then((answer) => answer.whole(OBJECT_LIMITS))
    .catch((error: unknown) => {
      if (!isGone(error, { isMissing })) throw error
    })
  await gateway.tasks.remove(task.id)
  return place.api.deleted(id)
}

/** The answers of an ended batch, as its vendor has them. Throws batch_not_ended, task_file_gone. */
async function sendResults(request: FastifyRequest, reply: FastifyReply, gateway: BatchServices): Promise<FastifyReply> {
  const caller = await visitor(request, gateway)
  try {
    const id = idIn(request)
    const known = await owned(claudePlace, id, caller, gateway)
    const task = known.isOpen ? await refreshed(known, gateway) : known
    if (task.isOpen) throw new AppError('batch_not_ended', { id: id.slice(0, 100) })
    if (isGivenBack(task)) throw new AppError('task_file_gone')
    const answer = await askForBatch(task, atVendor(task, gateway), { method: 'GET', suffix: '/results' }, gateway)
    reply.headers({ ...readableHeaders(messages.dialect, request), 'x-content-type-options': 'nosniff' })
    return reply.type(answer.contentType || 'application/x-jsonl').send(answer.stream())
  } catch (error) {
    throw toError(error, caller.language)
  }
}
