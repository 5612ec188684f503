// What a vendor says of a batch, and what it comes to once it has ended: its answers are read one by one, and each is charged by what it used.

import type { Usage } from '@waystation/contract/calls/usage'
import { batchApis } from '@waystation/wire/batches/batch-apis'
import { parseJson } from '@waystation/wire/encoding/json'
import { type FileApi, fileApis } from '@waystation/wire/files/file-api'
import type { TaskRecord, TaskReport } from '../../domain/task/task.ts'
import type { NewVendorFile } from '../../domain/vendor-file/vendor-files.ts'
import { askVendor, type FileChannel, type FileRequest, isGone } from '../files/file-channel.ts'
import { OBJECT_LIMITS, pathOf } from '../files/kept-files.ts'
import { garbageFailure } from '../upstream/failures.ts'
import { type AskBatchServices, apiOfBatch, askForBatch, NOBODY } from './ask-batch.ts'
import { eachResult, readBatchObject } from './batch-answers.ts'
import { batchCharge, batchSaleOf } from './batch-charge.ts'
import { BatchTally } from './batch-tally.ts'
import { countsIn, promptOf } from './prompt-counts.ts'

/**
 * What there is to report of an open batch: where it has ended, with its charge, and the files that become its user's with it.
 * @throws UpstreamFailure
 */
export async function reportOnBatch(task: TaskRecord, at: FileChannel, services: AskBatchServices): Promise<TaskReport> {
  const api = apiOfBatch(task)
  const sale = await services.tasks.sale(task.id)
  if (!sale) throw new Error('a batch is charged at its end')
  const facts = batchSaleOf(sale.sale)
  const parts = { api, facts, counter: services.counter, promptOf: promptReader(task, services) }
  // Where answers stand in the batch, they may come before it says whether it has ended.
  const standing = new Map((api.answerLists ?? []).map((list) => [list, new BatchTally(parts)]))
  const told = await askForBatch(task, at, { method: 'GET' }, services)
  const batch = await readBatchObject(told, [...standing.keys()], async (line, list, index) => standing.get(list)?.add(line, index))
  const state = api.readState(batch)
  if (!state) throw garbageFailure('the upstream did not answer with a batch')
  const report: TaskReport = { ...state, result: { batch: api.kept(batch) } }
  if (state.status !== 'SUCCESS' && state.status !== 'FAILURE') return report
  const results = api.results(batch)
  const found = results.in === 'batch' ? [...standing.values()].find(({ hasResults }) => hasResults) : undefined
  const tally = found ?? new BatchTally(parts)
  const add = (...result: Parameters<BatchTally['add']>) => tally.add(...result)
  if (results.in === 'results') await eachResult(await askForBatch(task, at, { method: 'GET', suffix: '/results' }, services), add)
  const ids = results.in === 'files' ? results.ids : []
  const files = new ResultFiles(task, at, services)
  for (const id of ids) await eachResult(await files.content(id), add)
  const vendor = { channelType: at.channel.type, ratio: at.channel.setting.cost_ratio }
  const charge = batchCharge(task, facts, sale.log, { ...tally.end, costs: services.costs, vendor })
  // Nobody gets answers that are not charged: the files are stored with the charge.
  return { ...report, charge, files: await Promise.all(ids.map((id) => files.ofUser(id))) }
}

/** Reads what was counted when it is needed first: vendors nearly always report. */
function promptReader({ holdId }: TaskRecord, { tasks }: AskBatchServices) {
  let counts: Promise<ReturnType<typeof countsIn>> | undefined
  return async (request: Parameters<typeof promptOf>[2]): Promise<Usage | undefined> => {
    counts ??= tasks.prompts(holdId).then((text) => countsIn(text || '{}'))
    return promptOf(await counts, holdId, request)
  }
}

/** Files of answers, at the vendor. */
class ResultFiles {
  readonly #task: TaskRecord
  readonly #at: FileChannel
  readonly #api: FileApi
  readonly #services: AskBatchServices

  constructor(task: TaskRecord, at: FileChannel, services: AskBatchServices) {
    this.#task = task
    this.#at = at
    this.#api = apiOfBatch(task) === batchApis.gemini ? fileApis.gemini : fileApis.openai
    this.#services = services
  }

  content(id: string) {
    return this.#api === fileApis.gemini
      ? this.#ask(id, { suffix: ':download', search: 'alt=media' })
      : this.#ask(id, { suffix: '/content' })
  }

  /** As the batch's user has it from now on. */
  async ofUser(id: string) {
    const { object, facts } = await this.#told(id)
    const { bytes, purpose, expiresAt } = facts
    const { userId, tokenId, group } = this.#task
    const { channel, key } = this.#at
    const place = { channelId: channel.id, keyId: key.id }
    const file: NewVendorFile = { ...{ userId, tokenId, group, ...place, id, bytes, purpose, expiresAt }, api: this.#api.name, object }
    return this.#services.vendorFiles.stored(file)
  }

  async #told(id: string) {
    try {
      const read = this.#api.read(parseJson((await (await this.#ask(id, {})).whole(OBJECT_LIMITS)).toString('utf8')))
      if (!read) throw garbageFailure('the upstream did not answer with a file')
      return { object: JSON.stringify(read.object), facts: read.facts }
    } catch (error) {
      // Google gives out files of answers that it does not list.
      if (this.#api !== fileApis.gemini || !isGone(error, this.#api)) throw error
      return { object: JSON.stringify({ name: id }), facts: { bytes: 0, purpose: '', expiresAt: undefined } }
    }
  }

  #ask(id: string, { suffix = '', ...request }: Pick<FileRequest, 'suffix' | 'search'>) {
    const asked = { method: 'GET', suffix: `${pathOf({ id }, this.#api)}${suffix}`, ...request } as const
    return askVendor(this.#at, this.#api, asked, NOBODY, this.#services)
  }
}
