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
import type { Call, Caller, RelayEndpoint } from '../../types.ts'
import { serveCall, type WalkServices } from '../../walk.ts'
import { idempotencyKeyIn, OneAtATime } from '../repeated-submits.ts'
import { failWords, type TaskDoorServices } from '../task-doors.ts'
import { film } from './film.ts'
import { type ContentServices, sendFilm } from './film-content.ts'

export type FilmServices = WalkServices & TaskDoorServices & ReadCallServices & ContentServices

const config = { dialect: 'openai-chat' } as const
const MAX_PAGE = 100
const USUAL_PAGE = 20

interface OneRoute {
  readonly Params: { readonly id: string }
}

type View = (task: TaskRecord, request: FastifyRequest, gateway: FilmServices) => JsonObject

/** Mounts them all. */
export function mountFilms(app: FastifyInstance, gateway: FilmServices): void {
  const submits = new OneAtATime()
  mountSubmission(app, '/v1/videos', viewOf, submits, gateway)
  mountSubmission(app, '/v1/video/generations', submittedView, submits, gateway)
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

const told = (request: FastifyRequest, reply: FastifyReply) => reply.headers(readableHeaders('openai-chat', request))

async function visitor({ raw }: FastifyRequest, gateway: FilmServices): Promise<Caller> {
  const caller = await authenticate(raw, gateway)
  await admitWithoutModel(caller, raw, gateway)
  return caller
}

/** A submission. One that was made before under the same key is answered with its film as it is now. */
function mountSubmission(app: FastifyInstance, path: string, view: View, submits: OneAtATime, gateway: FilmServices): void {
  app.post(path, { config }, async (request, reply) => {
    const caller = await authenticate(request.raw, gateway)
    const key = idempotencyKeyIn(request.headers['idempotency-key'], caller)
    const endpoint: RelayEndpoint = {
      ...{ method: 'POST', path, operation: film, dialect: 'openai-chat' },
      extend: (call) => Promise.resolve(extended(call, key, path === '/v1/videos' ? undefined : familyAnswer, gateway)),
    }
    const serve = () => serveCall(endpoint, request, reply, { gateway, authenticate: () => caller })
    if (key === undefined) return serve()
    return submits.run(`${caller.user.id} ${key}`, async () => {
      const known = await gateway.tasks.underKey(caller.user.id, key)
      if (!known) return serve()
      if (known.kind !== 'video') throw new AppError('bad_request', { detail: 'Idempotency-Key: it belongs to another kind of request' })
      return told(request, reply).send(view(known, request, gateway))
    })
  })
}

function extended(
  call: Call,
  key: string | undefined,
  answer: ((film: JsonObject) => JsonObject) | undefined,
  { options }: Pick<Gateway, 'options'>,
): Call {
  const task = {
    limitMs: options.get(videoTimeLimitMinutes) * 60_000,
    ...(key === undefined ? {} : { idempotencyKey: key }),
    ...(answer ? { retold: answer } : {}),
  }
  return { ...call, extension: { ...call.extension, task } }
}

/** Newer clients of the family read OpenAI's object there, older ones the id under its other name. */
const familyAnswer = (answer: JsonObject): JsonObject => ({ ...answer, task_id: answer.id ?? '' })

const viewOf: View = (task, request, gateway) => writeFilm(knownFilm(task, request, gateway))
const submittedView: View = (task, request, gateway) => familyAnswer(viewOf(task, request, gateway))

/** A film of the caller's. Throws AppError task_not_found. */
async function ownFilm(id: string, caller: Caller, { tasks }: Pick<Gateway, 'tasks'>): Promise<TaskRecord> {
  const [task] = await tasks.find(caller.user.id, ['video'], [id])
  if (!task || task.isRemoved) throw new AppError('task_not_found', { id: id.slice(0, 100) })
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

function knownFilm(task: TaskRecord, request: FastifyRequest, { options, taskLinks }: FilmServices): KnownFilm {
  const { seconds, size } = task.result
  const link = ownAddress(request, `/v1/videos/${encodeURIComponent(task.taskId)}/content`, { options })
  return {
    ...task,
    id: task.taskId,
    failReason: failWords(task),
    seconds: typeof seconds === 'number' ? seconds : 0,
    size: typeof size === 'string' ? size : '',
    url: task.status === 'SUCCESS' ? `${link}?${taskLinks.query({ rowId: task.id, name: 'video' })}` : '',
  }
}
