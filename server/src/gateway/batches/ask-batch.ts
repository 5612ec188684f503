// Asks a vendor for a batch, has it cancelled, and says where it is made and in whose shape.
import { channelType } from '@waystation/contract/channels/channel-type'
import type { BatchApi } from '@waystation/wire/batches/batch-api'
import { batchApis } from '@waystation/wire/batches/batch-apis'
import type { TaskRecord } from '../../domain/task/task.ts'
import { type AskedKind, askVendor, type FileChannel, type FileChannelServices, type FileRequest } from '../files/file-channel.ts'
import { OBJECT_LIMITS } from '../files/kept-files.ts'
import type { Gateway } from '../gateway.ts'
import { keyOfTask } from '../tasks/task-doors.ts'
import type { VendorAnswer } from '../upstream/exchange.ts'

export type AskBatchServices = FileChannelServices & Pick<Gateway, 'tasks' | 'batchCopies' | 'costs' | 'counter' | 'log'>

/** No caller's headers and versions come along where nobody calls. */
export const NOBODY = { clientHeaders: {} }

/** Where the batch is made; undefined: its channel or key is not there any more. */
export function placeOf(
  { channelId, keyId }: Pick<TaskRecord, 'channelId' | 'keyId'>,
  { catalog, providers }: Pick<Gateway, 'catalog' | 'providers'>,
): FileChannel | undefined {
  const channel = catalog.current().channel(channelId)
  const key = channel && keyOfTask(channel, { keyId })
  const provider = channel && providers[channelType(channel.type).id]
  return channel && key && provider ? { channel, key, provider } : undefined
}

/** A request about a batch. Throws UpstreamFailure. */
export function askForBatch(task: TaskRecord, at: FileChannel, request: FileRequest, services: FileChannelServices): Promise<VendorAnswer> {
  const id = task.vendorId.slice(task.vendorId.lastIndexOf('/') + 1)
  const api = apiOfBatch(task)
  return askVendor(at, askKind(api), { ...request, suffix: `/${encodeURIComponent(id)}${request.suffix ?? ''}` }, NOBODY, services)
}

export const askKind = ({ dialect }: Pick<BatchApi, 'dialect'>): AskedKind => ({
  operation: 'batches',
  dialect,
  isMissing: ({ status }) => status === 404,
})

export const openaiBatches = batchApis.openai

/** In whose shape a batch was submitted: its id tells. */
export function apiOfBatch({ taskId }: Pick<TaskRecord, 'taskId'>): BatchApi {
  const { messages, gemini } = batchApis
  if (taskId.startsWith('msgbatch_')) return messages
  return taskId.startsWith('batch_') ? openaiBatches : gemini
}

/** What ids of Google's callers begin with in the list of tasks; their own begin with `batches/`. */
export const GEMINI_PREFIX = 'gemini_batch_'

/** Has a batch cancelled at its vendor. Throws UpstreamFailure. */
export async function cancelBatch(task: TaskRecord, at: FileChannel, services: FileChannelServices): Promise<void> {
  const suffix = apiOfBatch(task) === batchApis.gemini ? GEMINI_CANCEL : '/cancel'
  await (await askForBatch(task, at, { method: 'POST', suffix }, services)).whole(OBJECT_LIMITS)
}

/** How Google's addresses say so. */
export const GEMINI_CANCEL = ':cancel'
