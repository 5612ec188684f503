// The doors of music, as Suno's proxies have them. Source: server-behaviour 9.5, decision D77.
import { AppError } from '@waystation/contract/errors'
import * as drawingOptions from '@waystation/contract/options/drawing'
import { defined } from '@waystation/wire/defined'
import { musicPlatform, readMusic, sentMusic } from '@waystation/wire/tasks/music'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Caller } from '../caller.ts'
import { readableHeaders } from '../door/readable-headers.ts'
import { type ReadCallServices, readObject } from '../read-call/read-call.ts'
import type { Call, RelayEndpoint } from '../types.ts'
import { serveCall, type WalkServices } from '../walk.ts'
import { music } from './music.ts'
import { type OneSubmission, submitOnce } from './submit-once.ts'
import { boundToParent, hookIn, idsIn, ownTask, type TaskDoorServices, taskCaller, taskVisitor } from './task-doors.ts'
import { musicView } from './task-views.ts'

export type MusicServices = WalkServices & TaskDoorServices & ReadCallServices

const config = { dialect: 'openai-chat', errorForm: 'music' } as const

/** Mounts them all. */
export function mountMusic(app: FastifyInstance, gateway: MusicServices): void {
  app.route<{ Params: { action: string } }>({
    method: 'POST',
    url: `/${musicPlatform}/submit/:action`,
    config,
    async handler(request, reply) {
      const { action } = request.params
      if (!/^(?:music|lyrics)$/i.test(action)) throw new AppError('unknown_path', { method: 'POST', path: `/${musicPlatform}/submit` })
      const caller = await taskCaller(request.raw, gateway)
      const place = `${musicPlatform}/submit/${action.toLowerCase()}`
      const endpointFor = (key: string | undefined): RelayEndpoint => ({
        ...{ method: 'POST', path: `/${place}`, operation: music(action), dialect: 'openai-chat' },
        extend: (call) => extendMusic(call, caller, { action, key }, gateway),
      })
      const address = { model: musicPlatform, isStream: false, place }
      const submission: OneSubmission = {
        ...{ kind: 'music', caller },
        serve: (key) => serveCall(endpointFor(key), request, reply, { gateway, address, authenticate: () => caller }),
        repeat: async ({ taskId }) => told(request, reply).send({ code: 'success', message: '', data: taskId }),
      }
      return submitOnce(request.raw, submission, gateway)
    },
  })
  app.post(`/${musicPlatform}/fetch`, { config }, async (request, reply) => {
    const caller = await taskVisitor(request.raw, gateway)
    const ids = idsIn(await readObject(request.raw, caller, gateway))
    const tasks = await gateway.tasks.find(caller.user.id, ['music'], ids)
    return told(request, reply).send({ code: 'success', message: '', data: tasks.map(musicView) })
  })
  app.get<{ Params: { id: string } }>(`/${musicPlatform}/fetch/:id`, { config }, async (request, reply) => {
    const caller = await taskVisitor(request.raw, gateway)
    const task = await ownTask('music', request.params.id, caller, gateway)
    return told(request, reply).send({ code: 'success', message: '', data: musicView(task) })
  })
}

const told = (request: FastifyRequest, reply: FastifyReply) => reply.headers(readableHeaders('openai-chat', request))

interface MusicSubmission {
  readonly action: string
  /** Repeated under it, it makes no second piece. */
  readonly key: string | undefined
}

/** Bound to where the piece is that it goes on from. */
async function extendMusic(call: Call, caller: Caller, { action, key }: MusicSubmission, gateway: MusicServices): Promise<Call> {
  const { options } = gateway
  const { parentId } = readMusic(action, call.body)
  const parent = parentId === undefined ? undefined : await ownTask('music', parentId, caller, gateway)
  const hook = options.get(drawingOptions.taskWebhooksEnabled) ? hookIn(call.body.notify_hook) : undefined
  const limitMs = options.get(drawingOptions.taskTimeLimitMinutes) * 60_000
  const task = { limitMs, ...defined({ parent, hook, idempotencyKey: key }) }
  const extended: Call = { ...call, body: sentMusic(call.body, action), extension: { ...call.extension, task } }
  return parent ? boundToParent(extended, parent, gateway) : extended
}
