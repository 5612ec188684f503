// The doors of films: `/v1/videos` in OpenAI's shape, with what is made of films there, and `/v1/video/generations` in that of this family.
import { AppError } from '@waystation/contract/errors'
import { videoTimeLimitMinutes, videoWebhooksEnabled } from '@waystation/contract/options/drawing'
import type { JsonObject } from '@waystation/wire/encoding/json'
import type { FollowUpKind } from '@waystation/wire/films/request'
import { type KnownFilm, writeFamilyFilm, writeFilm } from '@waystation/wire/films/view'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { TaskRecord } from '../../../domain/task/task.ts'
import { admitWithoutModel } from '../../admit/admit.ts'
import { authenticate } from '../../authenticate/authenticate.ts'
import type { Caller } from '../../caller.ts'
import { ownAddress } from '../../door/own-address.ts'
import { readableHeaders } from '../../door/readable-headers.ts'
import type { Gateway } from '../../gateway.ts'
import type { ReadCallServices } from '../../read-call/read-call.ts'
import type { Call, RelayEndpoint, TaskOperation } from '../../types.ts'
import { serveCall, type WalkServices } from '../../walk.ts'
import { type OneSubmission, submitOnce } from '../submit-once.ts'
import { hookIn, type TaskDoorServices } from '../task-doors.ts'
import { film } from './film.ts'
import { type ContentServices, sendFilm } from './film-content.ts'
import { knownFilm } from './film-view.ts'
import { boundToFilm, filmIdIn, followUp } from './follow-up.ts'

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
  /** Absent: films that go out from nothing. */
  readonly operation?: TaskOperation
  /** The request in OpenAI's shape; absent: it comes so. Throws WireError. */
  read?(body: JsonObject): JsonObject
  write(film: KnownFilm, requestId: string): JsonObject
  /** Binds a call to the film that it goes out from; absent: there is none. */
  bind?(call: Call, caller: Caller, request: FastifyRequest): Promise<Call>
}

/** Mounts them all. */
export function mountFilms(app: FastifyInstance, gateway: FilmServices): void {
  const submissions: readonly FilmSubmissions[] = [
    { path: '/v1/videos', write: writeFilm },
    { path: '/v1/video/generations', write: (submitted) => ({ ...writeFilm(submitted), task_id: submitted.id }) },
    followUpsAt('/v1/videos/:id/remix', 'remix', gateway),
    followUpsAt('/v1/videos/edits', 'edit', gateway),
    followUpsAt('/v1/videos/extensions', 'extension', gateway),
  ]
  for (const one of submissions) app.post(one.path, { config }, (request, reply) => submitFilm(one, request, reply, gateway))
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
    return told(request, reply).send(writeFamilyFilm(shownFilm(task, request, gateway)))
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

/** What is made of films. @param path with `:id` where the film stands in the address */
function followUpsAt(path: string, kind: FollowUpKind, gateway: FilmServices): FilmSubmissions {
  return {
    ...{ path, operation: followUp(kind), write: writeFilm },
    async bind(call, caller, { params }) {
      const { id } = params as Readonly<Record<string, string | undefined>>
      const parent = await ownFilm(id ?? filmIdIn(call, kind) ?? '', caller, gateway)
      return boundToFilm(call, kind, parent, gateway)
    },
  }
}

/** A submission. One that was made before under the same key is answered with its film as it is now. */
export async function submitFilm(
  { path, operation = film, read, write, bind }: FilmSubmissions,
  request: FastifyRequest,
  reply: FastifyReply,
  gateway: FilmServices,
): Promise<unknown> {
  const caller = await authenticate(request.raw, gateway)
  const endpointFor = (key: string | undefined): RelayEndpoint => ({
    ...{ method: 'POST', path, operation, dialect: 'openai-chat' },
    async extend(call) {
      const extended = extendedCall(call, key, (submitted) => write(submitted, request.id), gateway)
      return bind ? bind(extended, caller, request) : extended
    },
  })
  const parts = {
    ...{ gateway, authenticate: () => caller },
    ...(read ? { unwrap: read } : {}),
    // The model is that of the film.
    ...(bind ? { address: { model: 'video', isStream: false } } : {}),
  }
  const submission: OneSubmission = {
    ...{ kind: 'video', caller },
    serve: (key) => serveCall(endpointFor(key), request, reply, parts),
    repeat: async (task) => told(request, reply).send(write(shownFilm(task, request, gateway), request.id)),
  }
  return submitOnce(request.raw, submission, gateway)
}

/** The address that is told of the end is ours to know, not the vendor's. */
function extendedCall(
  call: Call,
  key: string | undefined,
  write: (submitted: KnownFilm) => JsonObject,
  { options }: Pick<Gateway, 'options'>,
): Call {
  const { notify_hook: asked, ...body } = call.body
  const hook = options.get(videoWebhooksEnabled) ? hookIn(asked) : undefined
  const task = {
    limitMs: options.get(videoTimeLimitMinutes) * 60_000,
    ...(hook === undefined ? {} : { hook }),
    ...(key === undefined ? {} : { idempotencyKey: key }),
    writeFilm: write,
  }
  return { ...call, body, extension: { ...call.extension, task } }
}

/** What is known here of a film, with addresses as the client has them. */
export const shownFilm = (task: TaskRecord, request: FastifyRequest, gateway: FilmServices): KnownFilm =>
  knownFilm(task, gateway, (path) => ownAddress(request, path, gateway))
const viewOf = (task: TaskRecord, request: FastifyRequest, gateway: FilmServices) => writeFilm(shownFilm(task, request, gateway))

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
