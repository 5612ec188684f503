// What is made of a film that there is: remixes, edits, extensions. It is made where that film was, with the same key, and is paid for like a film.

import { channelType } from '@waystation/contract/channels/channel-type'
import { AppError } from '@waystation/contract/errors'
import type { JsonObject } from '@waystation/wire/encoding/json'
import { filmFormat } from '@waystation/wire/films/formats'
import { type FollowUpKind, type KnownSource, printFollowUp, readFilm, readFollowUp, sourceIn } from '@waystation/wire/films/request'
import { type FilmOrder, measuredFilm } from '../../../domain/pricing/film-price.ts'
import type { ExpectedSize } from '../../../domain/pricing/hold-policy.ts'
import type { TaskRecord } from '../../../domain/task/task.ts'
import type { Gateway } from '../../gateway.ts'
import type { Call, TaskOperation } from '../../types.ts'
import { boundToParent } from '../task-doors.ts'
import { film, orderOf, sized, sizeOf, submittedFilm } from './film.ts'

/** The model of a call whose film has not been looked up yet. */
const UNKNOWN_MODEL = 'video'

/** Of this kind. Its calls are to be bound to their film by `boundToFilm` before anything else is done with them. */
export function followUp(kind: FollowUpKind): TaskOperation {
  return {
    ...film,

    read(body) {
      readFollowUp(body, kind)
      const size: ExpectedSize = { textBytes: 0, media: [], maxOutputTokens: 0, choices: 1 }
      return { model: UNKNOWN_MODEL, isStream: false, wantsUsageFrame: false, size }
    },

    bodyOfForm(form) {
      const { 'video[id]': id, ...body } = film.bodyOfForm?.(form) ?? {}
      return id === undefined ? body : { ...body, video: { id } }
    },

    sizeFor: (price, size, body) => ({ ...size, measured: measuredFilm(orderFor(body, price.model), price) }),

    translateBody(body, { upstreamModel, format, price }, losses) {
      const { unread, ...source } = sourceIn(body)
      for (const name of unread) losses.add(name, 'not-expressible')
      const written = filmFormat(format).followUps?.writeRequest(sized(readFilm(body), price.price.model), source, upstreamModel)
      if (!written) throw new Error('a channel was planned that makes nothing of its films')
      return written
    },

    taken(call, text, attempt) {
      const taken = film.taken(call, text, attempt)
      const { model } = attempt.price.price
      const source = sourceIn(call.body)
      const made = sized(readFilm(call.body), model)
      // What comes of an extension is the whole film.
      const whole = kind === 'extension' ? { ...made, seconds: source.seconds + made.seconds } : made
      const remixedFrom = call.extension?.task?.parent?.taskId ?? ''
      return {
        ...taken,
        action: kind.toUpperCase(),
        order: orderFor(call.body, model),
        result: { ...taken.result, seconds: whole.seconds, remixedFrom },
        answer: (id) => submittedFilm(id, call, { ...whole, size: sizeOf(whole) }, remixedFrom),
      }
    },
  }
}

function orderFor(body: JsonObject, model: string): FilmOrder {
  const { kind, seconds } = sourceIn(body)
  const order = { ...orderOf(sized(readFilm(body), model)), isGiven: true, givenSeconds: seconds }
  return kind === 'extension' ? { ...order, isExtension: true } : order
}

/** @returns the id of the film that a call goes out from, where its body has it */
export const filmIdIn = ({ body }: Pick<Call, 'body'>, kind: FollowUpKind): string | undefined => readFollowUp(body, kind).filmId

/**
 * The call, made into one at the channel and with the key of its film.
 * @throws AppError task_not_finished, film_failed, task_channel_gone, film_not_changed
 */
export async function boundToFilm(
  call: Call,
  kind: FollowUpKind,
  parent: TaskRecord,
  gateway: Pick<Gateway, 'catalog' | 'providers'>,
): Promise<Call> {
  if (parent.status === 'FAILURE') throw new AppError('film_failed', { id: parent.taskId })
  if (parent.status !== 'SUCCESS') throw new AppError('task_not_finished', { id: parent.taskId })
  const bound = await boundToParent(call, parent, gateway)
  const channel = gateway.catalog.current().channel(parent.channelId)
  const provider = channel && gateway.providers[channelType(channel.type).id]
  const followUps = provider?.operations.includes('videos') ? filmFormat(provider.formats.videos).followUps : undefined
  if (!followUps) throw new AppError('film_not_changed', { id: parent.taskId })
  const body = printFollowUp(kind, readFollowUp(call.body, kind), sourceOf(parent), followUps.extensionSeconds)
  const { model } = parent
  const measured = measuredFilm(orderFor(body, model), { model, kind: 'per-call' })
  const facts = { ...call.facts, model, size: { ...call.facts.size, measured }, place: `videos/${kind}` }
  const { task } = bound.extension ?? {}
  return { ...bound, body, facts, extension: { ...bound.extension, ...(task ? { task: { ...task, parent } } : {}) } }
}

function sourceOf({ model, vendorId, result }: TaskRecord): KnownSource {
  const { seconds, size, videoUrl } = result
  return {
    ...{ model, vendorId, seconds: typeof seconds === 'number' ? seconds : 0 },
    ...{ size: typeof size === 'string' ? size : '', url: typeof videoUrl === 'string' ? videoUrl : '' },
  }
}
