// The doors of films: `/v1/videos` in OpenAI's shape, and `/v1/video/generations` in that of this family.
import { AppError } from '@waystation/contract/errors'
import { videoTimeLimitMinutes } from '@waystation/contract/options/drawing'
import type { JsonObject } from '@waystation/wire/encoding/json'
import { type KnownFilm, writeFamilyFilm, writeFilm } from '@waystation/wire/films/view'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { TaskRecord } from '../../../domain/task/task.ts'
import { admitWithoutModel } from '../../admit/admit.ts'
import { authenticate } from '../../authenticate/authenticate.ts'
import { ownAddress } from '../../door/own-address.ts'
import { readableHeaders } from '../../door/readable-headers.ts'
import type { Gateway } from '../../gateway.ts'
import type { ReadCallServices } from '../../read-call/read-call.ts'
import type { Caller, RelayEndpoint } from '../../types.ts'
import { serveCall, type WalkServices } from '../../walk.ts'
import { failWords, type TaskDoorServices } from '../task-doors.ts'
import { film } from './film.ts'
import { type ContentServices, sendFilm } from './film-content.ts'
import { idempotencyKeyIn, type OneAtATime } from './film-submits.ts'

export type FilmServices = WalkServices & TaskDoorServices & ReadCallServices & ContentServices

const config = { dialect: 'openai-chat' } as const
const MAX_PAGE = 100
const USUAL_PAGE = 20

interface OneRoute {
  readonly Params: { readonly id: string }
}

/** How films are requested at an address, and what is told of one there. */
export interface FilmSubmissions {
  readonly path: string
  /** The request in OpenAI's shape; absent: it comes so. Throws WireError. */
  read?(body: JsonObject): JsonObject
  write(film: KnownFilm, requestId: string): JsonObject
}

/**
 * Mounts them all.
 * @param submits the submissions that are under way at all doors of films
 */
export function mountFilms(app: FastifyInstance, submits: OneAtATime, gateway: FilmServices): void {
  const submissions: readonly FilmSubmissions[] = [
    { path: '/v1/videos', write: writeFilm },
    { path: '/v1/video/generations', write: (submitted) => ({ ...writeFilm(submitted), task_id: submitted.id }) },
  ]
  for (const one of submissions) app.post(one.path, { config }, (request, reply) => submitFilm(one, request, reply, submits, gateway))
  app.get('/v1/videos', { config }, async (request, reply) => {
    const caller = await visitor(request, gateway)
    return told(request, reply).send(await listed(request, caller, gateway))
  })
  app.get<OneRoute>('/v1/videos/:id', { config }, async (request, reply) => {
    const task = await ownFilm(request.params.id, await visitor(request, gateway), gateway)
    return told(request, reply).send(viewOf(task, request, gateway))
  })
  app.get<OneRoute>('/v1/video/generations/:id', { config }, async (request, reply) => {
    const task = await ownFilm(request.params.id, await visitor(request, gateway), gateway)
    return told(request, reply).send(writeFamilyFilm(knownFilm(task, request, gateway)))
  })
  app.get<OneRoute>('/v1/videos/:id/content', { config }, (request, reply) =>
    sendFilm(request, reply, gateway, async () => ownFilm(request.params.id, await visitor(request, gateway), gateway)),
  )
  app.delete<OneRoute>('/v1/videos/:id', { config }, async (request, reply) => {
    const task = await ownFilm(request.params.id, await visitor(request, gateway), gateway)
    await gateway.tasks.remove(task.id)
    return told(request, reply).send({ id: task.taskId, object: 'video.deleted', deleted: true })
  })
}

export const told = (request: FastifyRequest, reply: FastifyReply) => reply.headers(readableHeaders('openai-chat', request))

/** Who asks for films. */
export async function visitor({ raw }: FastifyRequest, gateway: FilmServices): Promise<Caller> {
  const caller = await authenticate(raw, gateway)
  await admitWithoutModel(caller, raw, gateway)
  return caller
}

/** A submission. One that was made before under the same key is answered with its film as it is now. */
export async function submitFilm(
  { path, read, write }: FilmSubmissions,
  request: FastifyRequest,
  reply: FastifyReply,
  submits: OneAtATime,
  gateway: FilmServices,
): Promise<unknown> {
  const caller = await authenticate(request.raw, gateway)
  const header = request.headers['idempotency-key']
  const key = idempotencyKeyIn(Array.isArray(header) ? header[0] : header, caller)
  const task = {
    limitMs: gateway.options.get(videoTimeLimitMinutes) * 60_000,
    ...(key === undefined ? {} : { idempotencyKey: key }),
    writeFilm: (submitted: KnownFilm) => write(submitted, request.id),
  }
  const endpoint: RelayEndpoint = {
    ...{ method: 'POST', path, operation: film, dialect: 'openai-chat' },
    extend: (call) => Promise.resolve({ ...call, extension: { ...call.extension, task } }),
  }
  const serve = () => serveCall(endpoint, request, reply, { gateway, authenticate: () => caller, ...(read ? { unwrap: read } : {}) })
  if (key === undefined) return serve()
  return submits.run(`${caller.user.id} ${key}`, async () => {
    const known = await gateway.tasks.underKey(caller.user.id, key)
    if (!known) return serve()
    return told(request, reply).send(write(knownFilm(known, request, gateway), request.id))
  })
}

const viewOf = (task: TaskRecord, request: FastifyRequest, gateway: FilmServices) => writeFilm(knownFilm(task, request, gateway))

/** A film of the caller's; undefined: they have none of that id, or have removed it. */
export async function filmOf(
  id: string,
  { user }: Pick<Caller, 'user'>,
  { tasks }: Pick<Gateway, 'tasks'>,
): Promise<TaskRecord | undefined> {
  const [task] = await tasks.find(user.id, ['video'], [id])
  return task?.isRemoved ? undefined : task
}

/** A film of the caller's. Throws AppError task_not_found. */
export async function ownFilm(id: string, caller: Caller, gateway: Pick<Gateway, 'tasks'>): Promise<TaskRecord> {
  const task = await filmOf(id, caller, gateway)
  if (!task) throw new AppError('task_not_found', { id: id.slice(0, 100) })
  return task
}

/** A page of what this token has had made. */
async function listed(request: FastifyRequest, caller: Caller, gateway: FilmServices): Promise<JsonObject> {
  const { after, limit, order } = request.query as Readonly<Record<string, unknown>>
  const size = limit === undefined ? USUAL_PAGE : Number(limit)
  if (!Number.isInteger(size) || size < 1 || size > MAX_PAGE) throw new AppError('bad_request', { detail: `limit: from 1 to ${MAX_PAGE}` })
  if (order !== undefined && order !== 'asc' && order !== 'desc') throw new AppError('bad_request', { detail: 'order: asc or desc' })
  const afterId = typeof after === 'string' && after !== '' ? (await ownFilm(after, caller, gateway)).id : undefined
  const which = { userId: caller.user.id, tokenId: caller.token?.id ?? 0, kind: 'video', afterId, isOldestFirst: order === 'asc' } as const
  const found = await gateway.tasks.listOwn(which, size + 1)
  const page = found.slice(0, size)
  return {
    ...{ object: 'list', data: page.map((task) => viewOf(task, request, gateway)) },
    ...{ first_id: page[0]?.taskId ?? null, last_id: page.at(-1)?.taskId ?? null, has_more: found.length > size },
  }
}

/** What is known here of a film. */
export function knownFilm(task: TaskRecord, request: FastifyRequest, { options, taskLinks }: FilmServices): KnownFilm {
  const { seconds, size, ownId } = task.result
  const link = ownAddress(request, `/v1/videos/${encodeURIComponent(task.taskId)}/content`, { options })
  return {
    ...task,
    id: task.taskId,
    failReason: failWords(task),
    seconds: typeof seconds === 'number' ? seconds : 0,
    size: typeof size === 'string' ? size : '',
    ...(typeof ownId === 'string' ? { ownId } : {}),
    url: task.status === 'SUCCESS' ? `${link}?${taskLinks.query({ rowId: task.id, name: 'video' })}` : '',
  }
}
