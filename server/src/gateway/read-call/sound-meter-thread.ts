// Reads how long recordings are. In a thread of its own, since the files are untrusted and reading one may take long.
import { parentPort } from 'node:worker_threads'
import { parseBuffer } from 'music-metadata'
import type { QueryReply, ThreadQuery } from '../../lib/query-thread.ts'
import type { ReadSound, Recording } from './sound-meter.ts'

parentPort?.on('message', async ({ id, input }: ThreadQuery<Recording>) => {
  const reply: QueryReply<ReadSound> = { id, answer: await read(input) }
  parentPort?.postMessage(reply)
})

async function read({ bytes, type }: Recording): Promise<ReadSound> {
  try {
    // Counted from the frames where the header has no duration, as in recordings of a browser.
    const { format } = await parseBuffer(bytes, type === '' ? undefined : { mimeType: type }, { duration: true, skipCovers: true })
    return { seconds: format.duration ?? 0, isPlainSound: format.lossless === false && format.hasVideo !== true }
  } catch {
    return { seconds: 0, isPlainSound: false }
  }
}
