// Pictures at every vendor that makes them by tasks: how they are submitted, asked for and stopped, and with which key. What is sent and read is in
// wire/src/images.
import { vendorDialects } from '@waystation/wire/chat/dialects'
import { isObject, type JsonObject } from '@waystation/wire/encoding/json'
import type { ImageFormat } from '@waystation/wire/images/format'
import { imageFormat } from '@waystation/wire/images/formats'
import {
  type ImageTasks,
  mostPictures,
  nextPictureTask,
  type PictureTask,
  pictureResult,
  pictureTasksIn,
  readPictures,
  withPictureTask,
} from '@waystation/wire/tasks/picture-tasks'
import type { TaskReading } from '@waystation/wire/tasks/task-reading'
import { bodyOf, type Conversation, UnreadableReply, type VendorRequest, type WholeReply } from '../conversation.ts'
import type { ChannelTarget, Provider } from '../provider.ts'
import type { PolledTask, TaskPoll } from '../task-vendor.ts'
import { rootOf } from './films.ts'

const WORKS: readonly string[] = ['images', 'image-edits', 'image-variations']

/** The provider with its pictures by tasks; the same where it has none. */
export function withPictures(provider: Provider): Provider {
  const format = imageFormat(provider.formats.images)
  const { tasks } = format ?? {}
  if (!format || !tasks) return provider
  const { tasks: others } = provider
  const requestTo = (method: VendorRequest['method'], url: URL, channel: ChannelTarget): VendorRequest => ({
    ...{ method, url },
    headers: { ...provider.headers, ...keyHeaders(format, tasks, channel.key), accept: 'application/json' },
  })
  const at = (path: string, channel: ChannelTarget) => new URL(rootOf(provider, channel) + path)
  const isByTasks: NonNullable<Provider['conversesFor']> = ({ operation, model }) =>
    WORKS.includes(operation) && (tasks.isFor?.(model) ?? true)
  return {
    ...provider,
    conversesFor: isByTasks,
    address(call, channel) {
      const usual = provider.address(call, channel)
      const path = isByTasks(call) ? tasks.submitPath?.(call.operation !== 'images') : undefined
      return path === undefined ? usual : { ...usual, url: at(path, channel) }
    },
    converse: (conversation) => submitted(tasks, conversation),
    tasks: {
      ...others,
      polls: (polled, channel) => [
        ...polled
          .filter(isPicture)
          .flatMap((task) =>
            pollOf(tasks, task, ({ id, pollUrl }) =>
              requestTo('GET', placeOf(at(tasks.pollPath(id), channel), pollUrl, provider), channel),
            ),
          ),
        ...(others?.polls(
          polled.filter((task) => !isPicture(task)),
          channel,
        ) ?? []),
      ],
      cancels({ result }, channel) {
        const { cancelPath } = tasks
        return cancelPath ? pictureTasksIn(result).map(({ id }) => requestTo('POST', at(cancelPath(id), channel), channel)) : []
      },
    },
  }
}

const isPicture = ({ kind }: PolledTask): boolean => kind === 'image'

/** Submits what a call takes, and waits for it. What the vendor has taken is waited for even if it has rejected the rest. */
async function submitted(tasks: ImageTasks, conversation: Conversation): Promise<WholeReply> {
  const { request, limitMs, workMs, send, finish } = conversation
  const body = bodyOf(request)
  const most = tasks.picturesOfEach(body)
  const headers = { ...request.headers, ...tasks.headers?.(Math.ceil(workMs / 1000), Math.ceil(limitMs / 1000)) }
  const submit = async (one: JsonObject): Promise<PictureTask> => {
    const reply = await (await send({ ...request, headers, body: JSON.stringify(one) })).json()
    const task = isObject(reply) ? tasks.read(reply, most, true) : undefined
    if (!task) throw new UnreadableReply('the upstream did not answer with a task')
    return task
  }
  const answers = await Promise.allSettled(tasks.submissions(body).map(submit))
  const taken = answers.flatMap((answer) => (answer.status === 'fulfilled' ? [answer.value] : []))
  const rejected = answers.find((answer) => answer.status === 'rejected')
  const [first] = taken
  if (!first) throw rejected?.reason ?? new UnreadableReply('nothing was submitted')
  const result = await finish({ vendorId: first.id, result: pictureResult(taken, most) })
  return { json: { data: [...readPictures(result).pictures] } }
}

/** The request that tells of the next of a call's tasks. */
function pollOf(tasks: ImageTasks, task: PolledTask, requestFor: (next: PictureTask) => VendorRequest): TaskPoll[] {
  const next = nextPictureTask(task.result)
  if (!next) return []
  return [
    {
      tasks: [task],
      request: requestFor(next),
      read(answer) {
        const told = isObject(answer) ? tasks.read(answer, mostPictures(task.result), false) : undefined
        return told && [readingOf(task.vendorId, withPictureTask(task.result, { ...told, id: next.id }))]
      },
    },
  ]
}

function readingOf(id: string, result: JsonObject): TaskReading {
  const { status, pictures, error } = readPictures(result)
  return { id, status, result, pictures: pictures.length, ...(error ? { failReason: error.message } : {}) }
}

/**
 * Where a task is asked for: at the place that its vendor names, where that is at the channel's own host, or at one of the vendor's when the channel
 * calls the vendor itself; else at the usual place. The key goes nowhere else, whatever an answer names.
 */
function placeOf(usual: URL, named: string | undefined, { baseUrl }: Pick<Provider, 'baseUrl'>): URL {
  if (named === undefined || !URL.canParse(named)) return usual
  const url = new URL(named)
  const domain = new URL(baseUrl).host.split('.').slice(-2).join('.')
  const isVendors = ({ protocol, host }: URL) => protocol === 'https:' && host.endsWith(`.${domain}`)
  return url.origin === usual.origin || (isVendors(usual) && isVendors(url)) ? url : usual
}

const keyHeaders = ({ dialect }: ImageFormat, { keyHeader }: ImageTasks, key: string): Readonly<Record<string, string>> =>
  keyHeader === undefined ? (vendorDialects[dialect].usual?.keyHeaders(key) ?? {}) : { [keyHeader]: key }
