// Raw sound, mono: PCM of 16 bits at 24 kHz, little endian, or G.711 at 8 kHz.

import type { Json } from '@waystation/wire/encoding/json'
import { inside } from '@waystation/wire/testing/strict/openai/refusal'

export type SoundFormat = 'audio/pcm' | 'audio/pcmu' | 'audio/pcma'

const PCM_RATE = 24_000
const bytesPerMs: Readonly<Record<SoundFormat, number>> = { 'audio/pcm': (PCM_RATE * 2) / 1000, 'audio/pcmu': 8, 'audio/pcma': 8 }
/** A tone that is heard in a recording, and how loud it is. */
const TONE_HERTZ = 440
const AMPLITUDE = 8000
/** Samples below this are silence. */
const LOUD_FROM = 500
/** What silence is in G.711, of either sign, and a loud byte beside it. */
const silentBytes: Readonly<Record<string, readonly number[]>> = { 'audio/pcmu': [0xff, 0x7f], 'audio/pcma': [0xd5, 0x55] }
const LOUD_BYTE = 0x10

/** The format that a setting `{ type }` names. */
export function formatOf(setting: Json | undefined): SoundFormat {
  const { type } = inside(setting)
  return type === 'audio/pcmu' || type === 'audio/pcma' ? type : 'audio/pcm'
}

/** How long these bytes sound, in milliseconds. */
export const msOf = (bytes: number, format: SoundFormat): number => bytes / bytesPerMs[format]

/** A tone of so many milliseconds. */
export function tone(format: SoundFormat, ms: number): Buffer {
  if (format !== 'audio/pcm') return Buffer.alloc(Math.round(ms * bytesPerMs[format]), LOUD_BYTE)
  const samples = Int16Array.from({ length: Math.round((PCM_RATE * ms) / 1000) }, (_, at) =>
    Math.round(AMPLITUDE * Math.sin((2 * Math.PI * TONE_HERTZ * at) / PCM_RATE)),
  )
  return Buffer.from(samples.buffer)
}

/** Silence of so many milliseconds. */
export const silence = (format: SoundFormat, ms: number): Buffer =>
  Buffer.alloc(Math.round(ms * bytesPerMs[format]), silentBytes[format]?.[0] ?? 0)

/** Where in the bytes the last loud sample ends; 0 where all is silent. */
export function loudUntil(bytes: Buffer, format: SoundFormat): number {
  const silent = silentBytes[format]
  if (silent) return bytes.findLastIndex((byte) => !silent.includes(byte)) + 1
  for (let end = bytes.length - (bytes.length % 2); end > 0; end -= 2) if (Math.abs(bytes.readInt16LE(end - 2)) >= LOUD_FROM) return end
  return 0
}
