// Reads how long recordings are and how many pages documents have. In a thread of its own, since the files are untrusted and reading one may
// take long.
import { parentPort } from 'node:worker_threads'
import { parseBuffer } from 'music-metadata'
import type { QueryReply, ThreadQuery } from '../../lib/query-thread.ts'
import type { MeasuredFile, ReadFile, ReadSound } from './file-meter.ts'
import { pdfPages } from './pdf-pages.ts'
import { secondsByFrames } from './sound-frames.ts'

parentPort?.on('message', async ({ id, input }: ThreadQuery<MeasuredFile>) => {
  const reply: QueryReply<ReadFile> = { id, answer: input.kind === 'pdf' ? readPdf(input) : { sound: await readSound(input) } }
  parentPort?.postMessage(reply)
})

function readPdf({ bytes }: MeasuredFile): ReadFile {
  const pages = pdfPages(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength))
  return pages === undefined ? {} : { pages }
}

async function readSound({ bytes, type }: MeasuredFile): Promise<ReadSound> {
  try {
    // Counted from the frames where the header has no duration, as in recordings of a browser.
    const { format } = await parseBuffer(bytes, type === '' ? undefined : { mimeType: type }, { duration: true, skipCovers: true })
    const { sampleRate = 0, bitsPerSample = 0, numberOfChannels = 0, lossless, hasVideo } = format
    return {
      seconds: Math.max(format.duration ?? 0, await secondsByFrames(bytes)),
      isPlainSound: lossless === false && hasVideo !== true,
      losslessBytesPerSecond: lossless === true && hasVideo !== true ? (sampleRate * bitsPerSample * numberOfChannels) / 8 : 0,
    }
  } catch {
    return { seconds: await secondsByFrames(bytes), isPlainSound: false, losslessBytesPerSecond: 0 }
  }
}
