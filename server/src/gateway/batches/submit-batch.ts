// Submits a batch, as a call whose operation is many requests at once.
import { batchTimeLimitMinutes } from '@waystation/contract/options/drawing'
import type { BatchApi } from '@waystation/wire/batches/batch-api'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { authenticate } from '../authenticate/authenticate.ts'
import type { Caller } from '../caller.ts'
import { answerFailure, toError } from '../door/error-boundary.ts'
import { readableHeaders } from '../door/readable-headers.ts'
import type { Gateway } from '../gateway.ts'
import { RelayReply } from '../stream-back/relay-reply.ts'
import { type OneSubmission, submitOnce } from '../tasks/submit-once.ts'
import type { Call } from '../types.ts'
import { assertOpen, serveRead, type WalkServices } from '../walk.ts'
import { Submission, type SubmitServices } from './batch-operation.ts'
import { placeFor, viewOf } from './batch-place.ts'
import { type BatchReading, type ReadBatchServices, readBatch } from './read-batch.ts'

export type SubmitBatchServices = WalkServices & ReadBatchServices & SubmitServices & Pick<Gateway, 'taskClaims'>

/** A submission. One that was made before under the same key is answered with its batch as it is now. */
export async function submitBatch(
  request: FastifyRequest,
  reply: FastifyReply,
  at: { readonly api: BatchApi; readonly path: string; readonly model?: string },
  gateway: SubmitBatchServices,
): Promise<unknown> {
  assertOpen(gateway)
  const caller = await authenticate(request.raw, gateway)
  const { api } = at
  const submission: OneSubmission = {
    ...{ kind: 'batch', shape: api.name, caller },
    serve: (key) => submitOne(request, reply, { ...at, caller, key }, gateway),
    repeat: async (task) => reply.headers(readableHeaders(api.dialect, request)).send(viewOf(task, placeFor(api), request, gateway)),
  }
  return submitOnce(request.raw, submission, gateway)
}

interface Submitted {
  readonly api: BatchApi
  readonly path: string
  readonly model?: string
  readonly caller: Caller
  readonly key: string | undefined
}

async function submitOne(request: FastifyRequest, reply: FastifyReply, submitted: Submitted, gateway: SubmitBatchServices): Promise<void> {
  const { api, model, caller } = submitted
  const { idPrefix } = placeFor(api)
  const given = { api, id: request.id, idPrefix, startedMs: gateway.clock.now(), ...(model === undefined ? {} : { model }) }
  const reading = await readBatch(request, caller, given, gateway).catch((error: unknown) => {
    throw toError(error, caller.language)
  })
  const submission = new Submission(reading.batch, gateway)
  const visit = {
    request: request.raw,
    reply: new RelayReply(reply, readableHeaders(api.dialect, request), gateway.clock),
    refuse: (error: unknown) => answerFailure(error, request, reply, api.dialect, gateway),
  }
  try {
    await serveRead(callOf(reading, submission, submitted, gateway), caller, visit, gateway)
  } catch (error) {
    reading.room?.release()
    throw error
  } finally {
    await submission.end()
  }
}

/** The call that submits a batch. */
function callOf(
  { batch, boundTo, room }: BatchReading,
  { operation }: Submission,
  { api, path, key }: Submitted,
  { options }: SubmitBatchServices,
): Call {
  const { conversation: _, named: _named, ...line } = batch.lines[0].call
  const task = { limitMs: options.get(batchTimeLimitMinutes) * 60_000, ...(key === undefined ? {} : { idempotencyKey: key }) }
  const body = { model: batch.model }
  return {
    ...line,
    endpoint: { method: 'POST', path, operation, dialect: api.dialect },
    facts: operation.read(body, api.dialect),
    body,
    extension: { task, ...(boundTo ? { boundTo } : {}) },
    ...(room ? { room } : {}),
  }
}
