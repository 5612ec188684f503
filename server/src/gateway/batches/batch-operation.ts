// A batch as an operation: many requests that are priced, held for and sent as one task.

import { preConsumedQuota } from '@waystation/contract/options/pricing'
import type { BatchApi, BatchOrder, EncodedLine } from '@waystation/wire/batches/batch-api'
import { lossList } from '@waystation/wire/chat/losses/loss'
import { isObject, type JsonObject, parseJson } from '@waystation/wire/encoding/json'
import { reportedError } from '@waystation/wire/openai/error'
import { batchPrice } from '../../domain/pricing/batch-price.ts'
import type { ExpectedSize, HeldShares, Lowered } from '../../domain/pricing/hold-policy.ts'
import type { Attempt } from '../attempt.ts'
import type { FileChannel, FileVisit } from '../files/file-channel.ts'
import type { Gateway } from '../gateway.ts'
import type { PreparedRequest } from '../held.ts'
import { refuseLost } from '../prepare/encode-attempt.ts'
import { printedBody } from '../prepare/request-body.ts'
import { foreignIds } from '../prepare/vendor-ids.ts'
import { submissionListener } from '../tasks/submission-listener.ts'
import type { BatchEncodeParts, TaskOperation } from '../types.ts'
import { garbageFailure } from '../upstream/failures.ts'
import { type BatchLine, eachLine, loweredLine, needOfLines, prepareLine, tokensOfLines } from './batch-lines.ts'
import { type CopyServices, endCopy, type SentCopy, sendCopy } from './copies/sent-copies.ts'
import { countPrompts } from './prompt-counts.ts'

export type SubmitServices = CopyServices & Pick<Gateway, 'prices' | 'vault' | 'counter'>

/** A batch as it was read. */
export interface ReadBatch {
  /** Of the submission. */
  readonly id: string
  readonly api: BatchApi
  readonly order: BatchOrder
  /** At least one; all of one model and one endpoint. */
  readonly lines: readonly [BatchLine, ...BatchLine[]]
  readonly model: string
  readonly userId: number
  /** What its user's id for it begins with. */
  readonly idPrefix: string
  /** What of the caller's request may go on. */
  readonly visit: FileVisit
}

/** A batch on its way to a vendor. */
export class Submission {
  readonly operation: TaskOperation
  readonly #batch: ReadBatch
  readonly #services: SubmitServices
  /** A copy of the requests that no batch uses. */
  #sent: SentCopy | undefined
  #prompts = '{}'
  /** The fewest tokens that a request may answer, where the balance did not cover all of it. */
  #loweredTo: number | undefined

  constructor(batch: ReadBatch, services: SubmitServices) {
    this.#batch = batch
    this.#services = services
    this.operation = this.#operation()
  }

  /** Deletes the copy of the requests that no vendor has taken as a batch. Never rejects. */
  async end(): Promise<void> {
    const copy = this.#sent
    this.#sent = undefined
    if (copy) await endCopy(copy, this.#batch.visit, this.#services)
  }

  #operation(): TaskOperation {
    const { api, lines, model } = this.#batch
    const { operation, dialect } = lines[0].call.endpoint
    return {
      kind: 'task',
      name: 'batches',
      taskKind: 'batch',
      read: () => ({ model, isStream: false, wantsUsageFrame: false, size: sizeOfBatch(lines) }),
      formatFor({ operations, formats }, spoken) {
        if (!operations.includes('batches') || formats.batches !== api.name || !spoken.includes(api.dialect)) return undefined
        // Its requests go as they are: to vendors only that would take them so by themselves.
        const one = operation.formatFor({ operations, formats }, spoken, dialect)
        const isOwn = one?.operation === operation.name && one.dialect === dialect
        return isOwn ? { operation: 'batches', dialect: api.dialect, format: api.name } : undefined
      },
      replyListener: () =>
        submissionListener((reply) => {
          const id = isObject(reply) ? api.readId(reply) : undefined
          return id === undefined ? undefined : { id, isTaken: true, code: 1, description: '', properties: {} }
        }),
      *promptTexts(_call, purpose) {
        // Vectors say nothing: their texts are not checked for words.
        if (purpose === 'count' || operation.name === 'embeddings') return
        for (const { call } of lines) yield* call.endpoint.operation.promptTexts(call, purpose)
      },
      translateBody: (body) => body,
      taken: (_call, reply, attempt) => this.#taken(reply, attempt),
      batch: {
        priced: batchPrice,
        need: (attempt, assumedTokens) => needOfLines(lines, attempt, assumedTokens, this.#services),
        expectedTokens: (assumedTokens) => tokensOfLines(lines, assumedTokens),
        encode: (attempt, parts) => this.#encode(attempt, parts),
      },
    }
  }

  async #encode(attempt: Attempt, parts: BatchEncodeParts): Promise<string> {
    const { api, order, lines } = this.#batch
    const encoded: EncodedLine[] = []
    await eachLine(lines, async (line) => encoded.push({ line: line.written, text: await this.#encodedLine(line, attempt, parts) }))
    this.#prompts = await this.#countPrompts(attempt)
    const fileId = api.printFile ? await this.#sendFile(api.printFile(encoded), { ...attempt, key: parts.key }) : ''
    return api.printOrder(order, encoded, fileId)
  }

  async #encodedLine(line: BatchLine, batchAttempt: Attempt, parts: BatchEncodeParts): Promise<string> {
    const { vault, options } = this.#services
    const { userId } = this.#batch
    const { shares } = parts
    const prepared = prepareLine(line, batchAttempt, options)
    const { call, attempt } = prepared
    const isLess = shares !== undefined && shares.held < shares.most
    const losses = lossList()
    const rules = {
      losses,
      foreign: await foreignIds(call.body, call, attempt, { vault, userId, options }),
      ...(isLess ? { lowered: this.#lowered(prepared, shares) } : {}),
    }
    const text = printedBody(prepared, rules)
    refuseLost(losses, call, attempt)
    for (const { path, reason } of losses.losses) parts.losses.add(path, reason)
    return text
  }

  #lowered(prepared: PreparedRequest, shares: HeldShares): Lowered {
    const { options } = this.#services
    const lowered = loweredLine(prepared, shares, options.get(preConsumedQuota), this.#services)
    if (lowered.maxOutputTokens !== undefined)
      this.#loweredTo = Math.min(lowered.maxOutputTokens, this.#loweredTo ?? lowered.maxOutputTokens)
    return lowered
  }

  /** Gives the vendor the file of requests. Answers its id there. Throws UpstreamFailure. */
  async #sendFile(text: string, at: FileChannel): Promise<string> {
    await this.end()
    const { id: holdId, visit } = this.#batch
    const note = (copy: SentCopy) => {
      this.#sent = copy
    }
    return (await sendCopy(text, { at, holdId, visit }, note, this.#services)).fileId
  }

  #countPrompts({ upstreamModel: name, channel }: Attempt): Promise<string> {
    const { prices, counter } = this.#services
    const { lines, id, model } = this.#batch
    const { contextTokens } = prices.limitsOf([name, model], channel.type)
    return countPrompts(lines, id, { name, contextTokens }, counter)
  }

  #taken(text: string, attempt: Attempt): ReturnType<TaskOperation['taken']> {
    const { api, order, lines, model, idPrefix } = this.#batch
    const reply = parseJson(text)
    const vendorId = isObject(reply) ? api.readId(reply) : undefined
    if (vendorId === undefined || !isObject(reply))
      throw garbageFailure(reportedError(reply)?.message ?? 'the upstream did not answer a submission')
    const state = api.readState(reply)
    // It is the batch's from now on.
    this.#sent = undefined
    const inputFileId = 'fileId' in order.input ? order.input.fileId : undefined
    const { endpoint } = lines[0].call
    const result: JsonObject = {
      batch: api.kept(reply),
      ...(inputFileId === undefined ? {} : { inputFileId }),
    }
    return {
      ...{ platform: attempt.provider.name.slice(0, 32), vendorId, isTaken: true, action: 'BATCH', code: 1, isFree: false },
      // Its end is read with its answers, so that it is charged for them.
      ...{ status: state?.status === 'IN_PROGRESS' ? 'IN_PROGRESS' : 'QUEUED', progress: 0, failReason: '' },
      ...{ prompt: `${lines.length} × ${order.path ?? model}`, result, prompts: this.#prompts },
      batch: {
        ...{ api: api.name, idPrefix, dialect: endpoint.dialect, requests: lines.length },
        operation: endpoint.operation.name === 'embeddings' ? 'embeddings' : 'chat',
        ...(this.#loweredTo === undefined ? {} : { loweredTo: this.#loweredTo }),
      },
      answer: (id) => api.told(reply, { key: id.slice(idPrefix.length), inputFileId, resultsUrl: '', isGivenBack: false }),
    }
  }
}

/** The size of a batch where one call is asked for: that of its longest request. What all cost together is held line by line. */
function sizeOfBatch(lines: readonly BatchLine[]): ExpectedSize {
  const textBytes = lines.reduce((most, { call }) => Math.max(most, call.facts.size.textBytes), 0)
  return { textBytes, media: [], maxOutputTokens: 0, choices: 1 }
}
