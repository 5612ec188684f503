// Where batches of each shape are, under which ids, and how one is told to its owner.
import { AppError } from '@waystation/contract/errors'
import type { BatchApi } from '@waystation/wire/batches/batch-api'
import { batchApis } from '@waystation/wire/batches/batch-apis'
import { isObject, type JsonObject } from '@waystation/wire/encoding/json'
import type { FastifyRequest } from 'fastify'
import type { TaskRecord } from '../../domain/task/task.ts'
import { ownAddress } from '../door/own-address.ts'
import type { FileChannel, FileChannelServices } from '../files/file-channel.ts'
import { batchAtVendor, GEMINI_PREFIX, placeOfBatch } from './ask-batch.ts'

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
  const at = placeOfBatch(task, gateway)
  if (!at) throw new AppError('task_channel_gone')
  return at
}

/** Was what is held for a batch given back, though its vendor may have answered it since? Its answers are nobody's then. */
export const isGivenBack = ({ status, money, failReason }: TaskRecord): boolean =>
  status === 'FAILURE' && money === 'free' && (failReason === 'task_timeout' || failReason === 'task_channel_gone')

/** A batch as its owner sees it. @param isWhole with its answers, where they stand in it */
export async function viewOf(
  task: TaskRecord,
  { api, idPrefix, path }: BatchPlace,
  request: FastifyRequest,
  gateway: FileChannelServices,
  isWhole = false,
): Promise<JsonObject> {
  const { batch, inputFileId } = task.result
  // One that was cancelled has the answers that it was charged for.
  const hasAnswers = isWhole && api === gemini && (task.status === 'SUCCESS' || task.money === 'charged')
  const told = hasAnswers ? await batchAtVendor(task, atVendor(task, gateway), gateway) : batch
  const key = task.taskId.slice(idPrefix.length)
  const resultsUrl = ownAddress(request, `${path}/${api.idPrefix}${key}/results`, gateway)
  const names = { key, resultsUrl, isGivenBack: isGivenBack(task), ...(typeof inputFileId === 'string' ? { inputFileId } : {}) }
  return api.told(isObject(told) ? told : {}, names)
}
