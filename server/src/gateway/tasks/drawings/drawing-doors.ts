// The doors of drawings, as midjourney-proxy has them, below `/mj` and below any `/<mode>/mj`. Source: server-behaviour 9.2, decision D77.
import { channelType } from '@waystation/contract/channels/channel-type'
import { AppError } from '@waystation/contract/errors'
import * as drawingOptions from '@waystation/contract/options/drawing'
import { defined } from '@waystation/wire/defined'
import { isObject, parseJson } from '@waystation/wire/encoding/json'
import { drawingSubmissions, readDrawing, sentDrawing } from '@waystation/wire/tasks/drawing-request'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { TaskRecord } from '../../../domain/task/task.ts'
import { equalTexts } from '../../../lib/text/equal-texts.ts'
import type { Caller } from '../../caller.ts'
import { ownAddress } from '../../door/own-address.ts'
import { readableHeaders } from '../../door/readable-headers.ts'
import type { Gateway } from '../../gateway.ts'
import { type ReadCallServices, readObject } from '../../read-call/read-call.ts'
import type { Call, RelayEndpoint } from '../../types.ts'
import { serveCall, type WalkServices } from '../../walk.ts'
import { sendTaskFile } from '../send-task-file.ts'
import { type OneSubmission, submitOnce } from '../submit-once.ts'
import { boundToParent, hookIn, idsIn, ownTask, type TaskDoorServices, taskCaller, taskVisitor } from '../task-doors.ts'
import { drawingView } from '../task-views.ts'
import { drawing, repeatedDrawing } from './drawing.ts'
import { askForSeed, type SeedServices } from './image-seed.ts'

export type DrawingServices = WalkServices & TaskDoorServices & ReadCallServices & SeedServices & Pick<Gateway, 'taskFiles' | 'providers'>

const config = { dialect: 'openai-chat', errorForm: 'drawing' } as const
const MODE = /^[\w-]{1,32}$/

interface OneRoute {
  readonly Params: { readonly id: string }
}

/** Mounts them all. */
export function mountDrawing(app: FastifyInstance, gateway: DrawingServices): void {
  for (const prefix of ['/mj', '/:mode/mj']) {
    for (const place of drawingSubmissions) mountSubmission(app, prefix, place, gateway)
    app.post(`${prefix}/notify`, { config }, (request, reply) => noteNotice(request, reply, gateway))
    app.get<OneRoute>(`${prefix}/task/:id/fetch`, { config }, async (request, reply) => {
      const caller = await taskVisitor(request.raw, gateway)
      const task = await ownTask('drawing', request.params.id, caller, gateway)
      return told(request, reply).send(viewOf(task, request, gateway))
    })
    app.post(`${prefix}/task/list-by-condition`, { config }, async (request, reply) => {
      const caller = await taskVisitor(request.raw, gateway)
      const ids = idsIn(await readObject(request.raw, caller, gateway))
      const tasks = await gateway.tasks.find(caller.user.id, ['drawing'], ids)
      const latest = new Map(tasks.map((task) => [task.taskId, task]))
      return told(request, reply).send([...latest.values()].map((task) => viewOf(task, request, gateway)))
    })
    app.get<OneRoute>(`${prefix}/task/:id/image-seed`, { config }, async (request, reply) => {
      const caller = await taskVisitor(request.raw, gateway)
      const task = await ownTask('drawing', request.params.id, caller, gateway)
      return told(request, reply).send(await askForSeed(task, gateway))
    })
    app.get<OneRoute>(`${prefix}/image/:id`, { config: { dialect: config.dialect } }, (request, reply) =>
      sendTaskFile(request, reply, gateway, async () => {
        const task = await ownTask('drawing', request.params.id, await taskVisitor(request.raw, gateway), gateway)
        return { task, name: 'image' }
      }),
    )
  }
}

const told = (request: FastifyRequest, reply: FastifyReply) => reply.headers(readableHeaders('openai-chat', request))

function mountSubmission(app: FastifyInstance, prefix: string, place: string, gateway: DrawingServices): void {
  app.route<{ Params: { mode?: string } }>({
    method: 'POST',
    url: `${prefix}/${place}`,
    config,
    async handler(request, reply) {
      const { mode } = request.params
      if (mode !== undefined && !MODE.test(mode)) throw new AppError('unknown_path', { method: 'POST', path: prefix })
      const caller = await taskCaller(request.raw, gateway)
      const noticeAddress = ownAddress(request, '/mj/notify', gateway)
      const endpointFor = (key: string | undefined): RelayEndpoint => ({
        ...{ method: 'POST', path: `/mj/${place}`, operation: drawing(place), dialect: 'openai-chat' },
        extend: (call) => extendDrawing(call, caller, { place, noticeAddress, key }, gateway),
      })
      const address = { model: 'mj', isStream: false, place: `${mode === undefined ? '' : `${mode}/`}mj/${place}` }
      const submission: OneSubmission = {
        ...{ kind: 'drawing', caller },
        serve: (key) => serveCall(endpointFor(key), request, reply, { gateway, address, authenticate: () => caller }),
        repeat: async (task) => told(request, reply).send(repeatedDrawing(task)),
      }
      return submitOnce(request.raw, submission, gateway)
    },
  })
}

interface DrawingSubmission {
  readonly place: string
  /** Where the proxy tells that there is something new. */
  readonly noticeAddress: string
  /** Repeated under it, it makes no second drawing. */
  readonly key: string | undefined
}

/** The submission as the operator's options let it go on, bound to where the drawing is that it goes on from. */
async function extendDrawing(
  call: Call,
  caller: Caller,
  { place, noticeAddress, key }: DrawingSubmission,
  gateway: DrawingServices,
): Promise<Call> {
  const { options, taskLinks } = gateway
  const request = readDrawing(place, call.body)
  const parent = request.parentId === undefined ? undefined : await ownTask('drawing', request.parentId, caller, gateway)
  if (parent && request.action !== 'MODAL' && options.get(drawingOptions.mjActionCheckSuccessEnabled) && parent.status !== 'SUCCESS')
    throw new AppError('task_not_finished', { id: parent.taskId })
  const hook = options.get(drawingOptions.mjNotifyEnabled) ? hookIn(call.body.notifyHook) : undefined
  const clearsModes = options.get(drawingOptions.mjModeClearEnabled)
  const ours = `${noticeAddress}?request=${call.id}&token=${taskLinks.noticeToken(call.id)}`
  const body = sentDrawing(call.body, {
    ...(hook === undefined ? {} : { notifyHook: ours }),
    takesAccountFilter: options.get(drawingOptions.mjAccountFilterEnabled),
    keepsModes: !clearsModes,
  })
  const limitMs = options.get(drawingOptions.taskTimeLimitMinutes) * 60_000
  const task = { limitMs, ...defined({ parent, hook, idempotencyKey: key }) }
  const extended: Call = {
    ...call,
    body,
    facts: clearsModes ? { ...call.facts, place: `mj/${place}` } : call.facts,
    extension: { ...call.extension, task },
  }
  return parent ? boundToParent(extended, parent, gateway) : extended
}

const viewOf = (task: TaskRecord, request: FastifyRequest, gateway: DrawingServices) =>
  drawingView(task, gateway, (path) => ownAddress(request, path, gateway))

/**
 * A proxy tells that something has changed: the task is asked for soon, and nothing of what is told is believed. Only who has the token of the
 * address that it was given, or the secret of the task's channel, is heard.
 */
async function noteNotice(request: FastifyRequest, reply: FastifyReply, gateway: DrawingServices): Promise<FastifyReply> {
  const { tasks, taskLinks } = gateway
  const { request: holdId, token } = request.query as Readonly<Record<string, unknown>>
  if (typeof holdId === 'string' && typeof token === 'string' && taskLinks.isNoticeToken(holdId, token)) {
    await tasks.mark({ holdId })
    return reply.send({ code: 1, description: 'success' })
  }
  const secret = request.headers['mj-api-secret']
  const channels = typeof secret === 'string' ? channelsWith(secret, gateway) : []
  const id = channels.length > 0 ? await noticeId(request) : undefined
  if (id === undefined) throw new AppError('unknown_path', { method: 'POST', path: '/mj/notify' })
  for (const channelId of channels) await tasks.mark({ channelId, vendorId: id })
  return reply.send({ code: 1, description: 'success' })
}

/** Drawing channels that have this key. */
function channelsWith(secret: string, { catalog, providers }: Pick<Gateway, 'catalog' | 'providers'>): number[] {
  const draws = (type: number) => providers[channelType(type).id]?.operations.includes('drawing') === true
  return catalog
    .current()
    .channels.flatMap(({ id, type, keys }) => (draws(type) && keys.some((key) => equalTexts(key.secret, secret)) ? [id] : []))
}

const MAX_NOTICE_BYTES = 256 * 1024

async function noticeId({ raw }: FastifyRequest): Promise<string | undefined> {
  const parts: Buffer[] = []
  let bytes = 0
  for await (const part of raw as AsyncIterable<Buffer>) {
    bytes += part.length
    if (bytes > MAX_NOTICE_BYTES) return undefined
    parts.push(part)
  }
  const body = parseJson(Buffer.concat(parts).toString('utf8'))
  const id = isObject(body) ? body.id : undefined
  return typeof id === 'string' || typeof id === 'number' ? String(id) : undefined
}
