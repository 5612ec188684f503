// Files that are uploaded and deleted while the server is killed: what a client was told must hold afterwards.
import { setTimeout as sleep } from 'node:timers/promises'
import OpenAI, { toFile } from 'openai'

const FILE_BYTES = 20_000
const WHEN_AWAY_MS = 25
/** A quarter of the steps delete a file, so that most of them are there in the end. */
const DELETE_SHARE = 0.25

export interface FileLoadOptions {
  readonly url: string
  readonly key: string
  /** 0 ≤ x < 1, reproducible. */
  readonly random: () => number
}

export type FileLoad = ReturnType<typeof startFiles>

export function startFiles({ url, key, random }: FileLoadOptions) {
  const openai = new OpenAI({ apiKey: key, baseURL: `${url}/v1`, maxRetries: 0 })
  const kept = new Set<string>()
  const deleted = new Set<string>()
  let isStopped = false

  /** Of a request that a kill cut, nothing is known: a file that was about to be deleted is looked at no more. */
  async function oneStep(): Promise<void> {
    const [doomed] = random() < DELETE_SHARE ? kept : []
    if (doomed === undefined) {
      const file = await toFile(Buffer.alloc(FILE_BYTES, 'a'), 'a.txt')
      kept.add((await openai.files.create({ file, purpose: 'user_data' })).id)
      return
    }
    kept.delete(doomed)
    await openai.files.delete(doomed)
    deleted.add(doomed)
  }

  const client = async () => {
    while (!isStopped) await oneStep().catch(() => sleep(WHEN_AWAY_MS))
  }
  const running = client()

  return {
    async stop() {
      isStopped = true
      await running
    },

    /** What does not hold of what the client was told; to be asked while the server serves. */
    async judge(): Promise<{ kept: number; complaints: string[] }> {
      const complaints: string[] = []
      const listed = new Set<string>()
      for await (const { id } of openai.files.list({ limit: 100 })) listed.add(id)
      for (const id of kept) {
        if (!listed.has(id)) complaints.push(`the file ${id} was stored and is not listed`)
        const bytes = await openai.files.retrieve(id).then((file) => file.bytes, String)
        if (bytes !== FILE_BYTES) complaints.push(`the file ${id} was stored and is not there: ${bytes}`)
      }
      for (const id of deleted) if (listed.has(id)) complaints.push(`the file ${id} was deleted and is listed`)
      return { kept: kept.size, complaints }
    },
  }
}
