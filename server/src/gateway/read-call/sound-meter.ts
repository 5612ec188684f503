// How long a recording is, for its price. The duration in its header is checked against its size, since headers are easily forged.
import { QueryThread } from '../../lib/query-thread.ts'

import type { SoundMeter } from '../form.ts'

/** A recording as the thread gets it. */
export interface Recording {
  readonly bytes: Uint8Array
  readonly type: string
}

/** What the thread could read of it. */
export interface ReadSound {
  /** 0: not known. */
  readonly seconds: number
  /** Compressed, and nothing but sound. */
  readonly isPlainSound: boolean
}

/** A recording that takes longer to read is estimated by its size. */
const LIMIT_MS = 3000
/** 16 kbit/s, the lowest usual bit rate of speech: used to estimate the duration of an unreadable file. */
const MIN_BYTES_PER_SECOND = 2000
/** The resolution and the minimum of a duration: one thousandth of a second. */
const MIN_SECONDS = 0.001
/** Compressed sound has at most so much, 320 kbit/s; a film, or sound that is not compressed, may have far more. */
const MAX_SOUND_BYTES_PER_SECOND = 40_000
const MAX_BYTES_PER_SECOND = 2_000_000

/** Measures recordings in a thread of its own, which is started at the first of them. */
export function soundMeter(onTrouble: (error: unknown) => void): SoundMeter {
  const file = new URL('./sound-meter-thread.ts', import.meta.url)
  const thread = new QueryThread<Recording, ReadSound>({ file, name: 'sound-meter', limitMs: LIMIT_MS, isStoppedWhenLate: true, onTrouble })
  return {
    seconds: async ({ bytes, type }) => believedSeconds(await thread.ask({ bytes, type }), bytes.length),
    close: () => thread.close(),
  }
}

/** The seconds that a recording of this size is charged for, by what was read of it; above 0. */
export function believedSeconds(read: ReadSound | undefined, bytes: number): number {
  if (!read || !Number.isFinite(read.seconds) || read.seconds <= 0) return bytes / MIN_BYTES_PER_SECOND
  const least = bytes / (read.isPlainSound ? MAX_SOUND_BYTES_PER_SECOND : MAX_BYTES_PER_SECOND)
  return Math.round(Math.max(read.seconds, least, MIN_SECONDS) * 1000) / 1000
}
