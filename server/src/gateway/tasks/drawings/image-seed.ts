import { channelType } from '@waystation/contract/channels/channel-type'
import { AppError } from '@waystation/contract/errors'
import { isObject, type JsonObject, parseJson } from '@waystation/wire/encoding/json'
import type { TaskRecord } from '../../../domain/task/task.ts'
import type { Gateway } from '../../gateway.ts'
import { failureOf, garbageFailure } from '../../upstream/failures.ts'
import { scrubbedFailure } from '../../upstream/scrub.ts'
import { settingsOf, targetOf } from '../../upstream/upstream-call.ts'
import { keyOfTask } from '../task-doors.ts'

export type SeedServices = Pick<Gateway, 'options' | 'catalog' | 'providers' | 'exchange'>

/** The proxies find a seed by asking for it in their chat, which takes a while. Source: server-behaviour 9.1. */
const ANSWER_MS = 30_000
const MAX_BYTES = 64 * 1024

/** The seed of a picture, as the proxy of the task says it. Throws AppError task_channel_gone, UpstreamFailure. */
export async function askForSeed(task: TaskRecord, { options, catalog, providers, exchange }: SeedServices): Promise<JsonObject> {
  await catalog.upToDate()
  const channel = catalog.current().channel(task.channelId)
  const key = channel && keyOfTask(channel, task)
  const provider = channel && providers[channelType(channel.type).id]
  if (!channel || !key || !provider) throw new AppError('task_channel_gone')
  const place = `mj/task/${encodeURIComponent(task.vendorId)}/image-seed`
  const target = targetOf(channel, key.secret)
  const asked = { dialect: 'openai-chat', model: '', requestedModel: '', isStream: false, clientHeaders: {} } as const
  const address = provider.address({ ...asked, operation: 'drawing', place, settings: settingsOf(provider, options) }, target)
  try {
    const request = { method: 'GET', url: address.url, headers: { ...address.headers, accept: 'application/json' } } as const
    const answer = await exchange.send(request, { provider, channel: target, firstByteMs: ANSWER_MS, idleMs: ANSWER_MS })
    const body = parseJson((await answer.whole({ maxBytes: MAX_BYTES, deadlineMs: ANSWER_MS })).toString('utf8'))
    if (!isObject(body)) throw garbageFailure('the upstream did not answer with a seed')
    return body
  } catch (error) {
    throw scrubbedFailure(failureOf(error), channel)
  }
}
