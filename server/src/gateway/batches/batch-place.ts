// Where batches of each shape are, under which ids, and how one is told to its owner.
import { pipeline, type Readable, Transform } from 'node:stream'
import { AppError } from '@waystation/contract/errors'
import type { BatchApi } from '@waystation/wire/batches/batch-api'
import { batchApis } from '@waystation/wire/batches/batch-apis'
import { isObject, type JsonObject } from '@waystation/wire/encoding/json'
import type { FastifyRequest } from 'fastify'
import type { TaskRecord } from '../../domain/task/task.ts'
import { JsonSieve } from '../../lib/bodies/json-sieve.ts'
import { ownAddress } from '../door/own-address.ts'
import type { FileChannel, FileChannelServices } from '../files/file-channel.ts'
import type { Gateway } from '../gateway.ts'
import { askForBatch, GEMINI_PREFIX, placeOf } from './ask-batch.ts'

/** Batches of one shape, as they are reached. */
export interface BatchPlace {
  readonly api: BatchApi
  /** Where they are submitted and listed. */
  readonly path: string
  /** What their ids begin with in the list of tasks. */
  readonly idPrefix: string
}

const { openai, messages, gemini } = batchApis
export const openaiPlace: BatchPlace = { api: openai, path: '/v1/batches', idPrefix: openai.idPrefix }
export const claudePlace: BatchPlace = { api: messages, path: '/v1/messages/batches', idPrefix: messages.idPrefix }
/** Google's are submitted at their model (`model-actions.ts`). */
export const googlePlace: BatchPlace = { api: gemini, path: '/v1beta/batches', idPrefix: GEMINI_PREFIX }

/** Where batches of this shape are. */
export const placeFor = (api: BatchApi): BatchPlace => [openaiPlace, claudePlace].find((place) => place.api === api) ?? googlePlace

/** Where a batch is made. Throws AppError task_channel_gone. */
export function atVendor(task: TaskRecord, gateway: FileChannelServices): FileChannel {
  const at = placeOf(task, gateway)
  if (!at) throw new AppError('task_channel_gone')
  return at
}

/** Was what is held for a batch given back, though its vendor may have answered it since? Its answers are nobody's then. */
export const isGivenBack = ({ status, money, failReason }: TaskRecord): boolean =>
  status === 'FAILURE' && money === 'free' && (failReason === 'task_timeout' || failReason === 'task_channel_gone')

/** A batch as its owner sees it, without answers that stand in it. */
export function viewOf(task: TaskRecord, place: BatchPlace, request: FastifyRequest, gateway: Pick<Gateway, 'options'>): JsonObject {
  const { batch, inputFileId } = task.result
  const { api, idPrefix, path } = place
  const key = task.taskId.slice(idPrefix.length)
  const resultsUrl = ownAddress(request, `${path}/${api.idPrefix}${key}/results`, gateway)
  const names = { key, resultsUrl, isGivenBack: isGivenBack(task), ...(typeof inputFileId === 'string' ? { inputFileId } : {}) }
  return api.told(isObject(batch) ? batch : {}, names)
}

/**
 * A batch with the answers that stand in it, as its vendor sends it, under its owner's name. Undefined: none stand in it, or none that are its owner's.
 * @throws UpstreamFailure, AppError task_channel_gone
 */
export async function wholeOf(
  task: TaskRecord,
  { api, idPrefix }: BatchPlace,
  gateway: FileChannelServices,
): Promise<Readable | undefined> {
  // One that was cancelled has the answers that it was charged for.
  if (!api.names || (task.status !== 'SUCCESS' && task.money !== 'charged')) return undefined
  const answer = await askForBatch(task, atVendor(task, gateway), { method: 'GET' }, gateway)
  const name = JSON.stringify(`${api.idPrefix}${task.taskId.slice(idPrefix.length)}`)
  const sieve = new JsonSieve({ replaced: new Map(api.names.map((path) => [path, name])) })
  const renamed = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      sieve.push(chunk)
      done(null, sieve.bytes())
    },
  })
  return pipeline(answer.stream(), renamed, () => undefined)
}
