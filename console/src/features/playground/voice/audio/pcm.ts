// Sound as sessions send it: PCM of 24 kHz and 16 bits, mono, little endian, in base64.

/** Samples in a second. */
export const SAMPLE_RATE = 24_000
const BYTES_PER_SAMPLE = 2
const FULL_SCALE = 0x8000
/** More arguments at once are too many for some browsers. */
const BYTES_PER_STEP = 0x2000

/** @param samples from -1 to 1; louder ones are cut off */
export function pcmBytes(samples: Float32Array): Uint8Array {
  const bytes = new Uint8Array(samples.length * BYTES_PER_SAMPLE)
  const view = new DataView(bytes.buffer)
  for (const [at, sample] of samples.entries()) {
    const level = Math.round(sample * FULL_SCALE)
    view.setInt16(at * BYTES_PER_SAMPLE, Math.max(-FULL_SCALE, Math.min(FULL_SCALE - 1, level)), true)
  }
  return bytes
}

/** The same in base64. */
export function encodePcm(samples: Float32Array): string {
  const bytes = pcmBytes(samples)
  let text = ''
  for (let at = 0; at < bytes.length; at += BYTES_PER_STEP) text += String.fromCharCode(...bytes.subarray(at, at + BYTES_PER_STEP))
  return btoa(text)
}

/** Samples from -1 to 1. What is no base64 is silence of no length. */
export function decodePcm(base64: string): Float32Array<ArrayBuffer> {
  const bytes = bytesOf(base64)
  const samples = new Float32Array(Math.floor(bytes.length / BYTES_PER_SAMPLE))
  const view = new DataView(bytes.buffer)
  for (let at = 0; at < samples.length; at++) samples[at] = view.getInt16(at * BYTES_PER_SAMPLE, true) / FULL_SCALE
  return samples
}

function bytesOf(base64: string): Uint8Array {
  try {
    return Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0))
  } catch {
    return new Uint8Array()
  }
}
