// Deletes the copies of requests that a killed process left at vendors, or whose deletion failed; and cancels the batch that such a vendor may have
// made of one without anybody here having been told. One node at a time does it.
import { isObject, parseJson } from '@waystation/wire/encoding/json'
import type { RunLeases } from '../../../domain/channel/runs/run-lease.ts'
import type { BatchCopy } from '../../../domain/task/batch-copy-store.ts'
import { askVendor, type FileChannel } from '../../files/file-channel.ts'
import { OBJECT_LIMITS } from '../../files/kept-files.ts'
import { failureOf } from '../../upstream/failures.ts'
import { askKind, NOBODY, openaiBatches, placeOf } from '../ask-batch.ts'
import { type CopyServices, deleteCopy, idAtVendor } from './sent-copies.ts'

/** No submission takes so long. */
const OLD_MS = 3_600_000
/** OpenAI deletes files of batches by itself after this, whatever became of them. */
const LONGEST_MS = 30 * 86_400_000
const AT_ONCE = 50
/** A vendor lists its batches, the latest first; a copy without an owner is of the last hours. */
const LISTED_BATCHES = 100
const LIST_LIMITS = { maxBytes: 4 * 1024 * 1024, deadlineMs: 60_000 }

export class CopySweep {
  readonly #services: CopyServices
  readonly #leases: RunLeases

  constructor(services: CopyServices, leases: RunLeases) {
    this.#services = services
    this.#leases = leases
  }

  /** Goes through all that nobody uses, unless another node does. */
  async run(): Promise<void> {
    const { batchCopies, catalog } = this.#services
    let isLost = false
    const lease = await this.#leases.take({ name: 'remove-batch-copies', everyMs: 0, isWhole: false }, () => {
      isLost = true
    })
    if (!lease) return
    try {
      await catalog.upToDate()
      await batchCopies.purge(LONGEST_MS)
      for (let after = ''; !isLost; ) {
        const found = await batchCopies.unused({ beforeMs: Date.now() - OLD_MS, after, limit: AT_ONCE })
        for (const copy of found) await this.#remove(copy)
        const last = found.at(-1)
        if (!last || found.length < AT_ONCE) break
        after = last.name
      }
    } finally {
      await lease.end()
    }
  }

  /** What fails is tried again the next time. */
  async #remove(copy: BatchCopy): Promise<void> {
    const { batchCopies, catalog, log } = this.#services
    // Where a key is switched off, it may be switched on again.
    if (!catalog.current().channel(copy.channelId)) return batchCopies.forget(copy)
    const at = placeOf(copy, this.#services)
    if (!at) return
    try {
      const fileId = await idAtVendor(copy, at, NOBODY, this.#services)
      if (fileId === undefined) return await batchCopies.forget(copy)
      await this.#cancelUnowned(fileId, at)
      await deleteCopy({ at, name: copy.name, fileId }, NOBODY, this.#services)
      log.warn({ channel: copy.channelId }, 'the requests of a batch that nobody has any more were deleted at their vendor')
    } catch (error) {
      log.warn({ channel: copy.channelId, reason: failureOf(error).facts.detail }, 'the requests of a batch are still at their vendor')
    }
  }

  /** Batches of a copy that no batch here uses cost their vendor's price, and nobody can be charged for them. */
  async #cancelUnowned(fileId: string, at: FileChannel): Promise<void> {
    const kind = askKind(openaiBatches)
    const listed = await askVendor(at, kind, { method: 'GET', search: `limit=${LISTED_BATCHES}` }, NOBODY, this.#services)
    const list = parseJson((await listed.whole(LIST_LIMITS)).toString('utf8'))
    for (const batch of isObject(list) && Array.isArray(list.data) ? list.data : []) {
      if (!isObject(batch) || batch.input_file_id !== fileId || typeof batch.id !== 'string') continue
      const status = openaiBatches.readState(batch)?.status
      if (status === 'SUCCESS' || status === 'FAILURE' || batch.status === 'cancelling') continue
      const cancel = { method: 'POST', suffix: `/${encodeURIComponent(batch.id)}/cancel` } as const
      await (await askVendor(at, kind, cancel, NOBODY, this.#services)).whole(OBJECT_LIMITS)
    }
  }
}
