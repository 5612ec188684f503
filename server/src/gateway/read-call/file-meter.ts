// How long a recording is and how many pages a document has, for what a call costs or may cost. Durations in headers are checked against the
// size of the file, since headers are easily forged.
import { QueryThread } from '../../lib/query-thread.ts'
import type { FileMeter } from '../form.ts'

/** A file as the thread gets it. */
export interface MeasuredFile {
  readonly kind: 'recording' | 'pdf'
  readonly bytes: Uint8Array
  readonly type: string
}

/** What the thread could read of a recording. */
export interface ReadSound {
  /** 0: not known. */
  readonly seconds: number
  /** Compressed, and nothing but sound. */
  readonly isPlainSound: boolean
  /** Of sound without a loss: what a second of it has at most, before it is packed; 0: not known. */
  readonly losslessBytesPerSecond: number
}

/** What the thread could read of a file. */
export interface ReadFile {
  readonly sound?: ReadSound
  /** Of a PDF; absent: not known. */
  readonly pages?: number
}

/** A file that takes longer to read counts as one that cannot be read. */
const LIMIT_MS = 3000
/** 16 kbit/s, the lowest usual bit rate of speech: used to estimate the duration of an unreadable file. */
const MIN_BYTES_PER_SECOND = 2000
/** The resolution and the minimum of a duration: one thousandth of a second. */
const MIN_SECONDS = 0.001
/** Compressed sound has at most so much, 320 kbit/s; a film may have far more. */
const MAX_SOUND_BYTES_PER_SECOND = 40_000
const MAX_BYTES_PER_SECOND = 2_000_000
/** What heads and tags take up is no sound. */
const HEAD_SECONDS = 1

/** Measures files in a thread of its own, which is started at the first of them. */
export function fileMeter(onTrouble: (error: unknown) => void): FileMeter {
  const file = new URL('./file-meter-thread.ts', import.meta.url)
  const thread = new QueryThread<MeasuredFile, ReadFile>({
    file,
    name: 'file-meter',
    limitMs: LIMIT_MS,
    isStoppedWhenLate: true,
    onTrouble,
  })
  // Handed over, so that there is one copy and not two: a message has one of its own, of all that the bytes are a view of.
  const ask = (kind: MeasuredFile['kind'], from: Buffer, type: string) => {
    const bytes = new Uint8Array(from)
    return thread.ask({ kind, bytes, type }, [bytes.buffer])
  }
  const knownSeconds: FileMeter['knownSeconds'] = async ({ bytes, type }) => {
    const read = await ask('recording', bytes, type)
    return believedSeconds(read?.sound, bytes.length)
  }
  return {
    knownSeconds,
    seconds: async (recording) => (await knownSeconds(recording)) ?? recording.bytes.length / MIN_BYTES_PER_SECOND,
    pdfPages: async (bytes) => (await ask('pdf', bytes, ''))?.pages,
    close: () => thread.close(),
  }
}

/** The seconds that a recording of this size has, by what was read of it; above 0. Undefined where nothing could be read. */
export function believedSeconds(read: ReadSound | undefined, bytes: number): number | undefined {
  if (!read || !Number.isFinite(read.seconds) || read.seconds <= 0) return undefined
  // What is packed without a loss cannot be larger than unpacked.
  const most = read.isPlainSound ? MAX_SOUND_BYTES_PER_SECOND : read.losslessBytesPerSecond || MAX_BYTES_PER_SECOND
  const least = bytes / most
  const seconds = least > read.seconds + HEAD_SECONDS ? least : read.seconds
  return Math.round(Math.max(seconds, MIN_SECONDS) * 1000) / 1000
}
