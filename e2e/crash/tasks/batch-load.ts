// People who submit batches while the server is killed. Some of their requests fail at the vendor.
import { setTimeout as sleep } from 'node:timers/promises'
import { z } from 'zod'
import { call } from '../../../server/src/testing/client.ts'
import { type BatchVendor, openBatchVendor } from '../../../server/src/testing/fake-batches/fake-batches.ts'
import { BATCH_MODEL, FILE_KEY } from '../front-door.ts'

/** A batch whose client was told that it was taken. */
export interface SubmittedBatch {
  readonly requestId: string
}

/** What is read of a batch and of a page of them, as Anthropic's API tells them. */
const Batch = z.object({ id: z.string(), processing_status: z.string() })
const BatchPage = z.object({ data: z.array(Batch), has_more: z.boolean(), last_id: z.string().nullable() })

export interface BatchLoadOptions {
  readonly url: string
  readonly key: string
  /** 0 ≤ x < 1, reproducible. */
  readonly random: () => number
}

const WHEN_AWAY_MS = 25
const PAUSE_MS = 120
const MOST_REQUESTS = 5
const FAIL_SHARE = 0.3
const LONGEST_END_MS = 60_000
const LOOK_MS = 500
/** The request that the vendor fails at. */
const FAILING = 'failing'

/** The vendor of files, which has batches too. */
export async function openVendorOfBatches(): Promise<BatchVendor> {
  const vendor = await openBatchVendor([FILE_KEY])
  vendor.lines = { [FAILING]: 'errored' }
  return vendor
}

/** How many requests of each batch the vendor has answered, by its id there. */
export const answeredAt = (vendor: BatchVendor): ReadonlyMap<string, number> =>
  new Map(vendor.all.map(({ id, lines }) => [`msgbatch_${id}`, lines.filter((line) => line.id !== FAILING).length]))

export function startBatches({ url, key, random }: BatchLoadOptions) {
  const submitted: SubmittedBatch[] = []
  const headers = { 'x-api-key': key, 'anthropic-version': '2023-06-01', 'content-type': 'application/json' }
  let isStopped = false

  async function submit(): Promise<void> {
    const ids = Array.from({ length: 1 + Math.floor(random() * MOST_REQUESTS) }, (_one, index) => `r${index}`)
    if (random() < FAIL_SHARE) ids.push(FAILING)
    const params = { model: BATCH_MODEL.name, max_tokens: 50, messages: [{ role: 'user', content: 'Hi' }] }
    const body = { requests: ids.map((custom_id) => ({ custom_id, params })) }
    const facts = await call(`${url}/v1/messages/batches`, { method: 'POST', headers, body, timeoutMs: 60_000 })
    if (facts.end === 'refused') await sleep(WHEN_AWAY_MS)
    if (facts.status === 200) submitted.push({ requestId: facts.requestId })
    await sleep(PAUSE_MS)
  }
  const client = async () => {
    while (!isStopped) await submit()
  }
  const running = client()

  return {
    submitted,
    /** No new ones; answers when all have ended, those that no client was told of too, or have had the time to. Reading a batch settles it. */
    async stop(): Promise<void> {
      isStopped = true
      await running
      const endMs = performance.now() + LONGEST_END_MS
      const read = (path: string) => call(`${url}/v1/messages/batches${path}`, { method: 'GET', headers, timeoutMs: 10_000 })
      const hasEnded = async (id: string) => Batch.safeParse((await read(`/${id}`)).json).data?.processing_status === 'ended'
      for (let path: string | undefined = ''; path !== undefined && performance.now() < endMs; ) {
        const page: z.infer<typeof BatchPage> | undefined = BatchPage.safeParse((await read(path)).json).data
        for (const { id } of page?.data ?? []) while (!(await hasEnded(id)) && performance.now() < endMs) await sleep(LOOK_MS)
        if (page) path = page.has_more ? `?after_id=${page.last_id}` : undefined
        else await sleep(LOOK_MS)
      }
    },
  }
}
