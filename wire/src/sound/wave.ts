// The head of a recording in WAVE that is sent while it is being made.

/** What stands where a length is not known yet, as OpenAI's own recordings have it. */
const UNKNOWN = 0xffffffff
const SAMPLE_BYTES = 2

/** The head of one channel of samples of 16 bits, as many of them a second. Its two lengths say that they are unknown. */
export function waveHead(sampleRate: number): Uint8Array {
  const head = new Uint8Array(44)
  const view = new DataView(head.buffer)
  const letters = (at: number, text: string) =>
    head.set(
      Array.from(text, (letter) => letter.charCodeAt(0)),
      at,
    )
  letters(0, 'RIFF')
  view.setUint32(4, UNKNOWN, true)
  letters(8, 'WAVEfmt ')
  view.setUint32(16, 16, true)
  // Plain samples, one channel.
  view.setUint16(20, 1, true)
  view.setUint16(22, 1, true)
  view.setUint32(24, sampleRate, true)
  view.setUint32(28, sampleRate * SAMPLE_BYTES, true)
  view.setUint16(32, SAMPLE_BYTES, true)
  view.setUint16(34, SAMPLE_BYTES * 8, true)
  letters(36, 'data')
  view.setUint32(40, UNKNOWN, true)
  return head
}

/** Two pieces as one. */
export function joinedBytes(first: Uint8Array, second: Uint8Array): Uint8Array {
  const joined = new Uint8Array(first.length + second.length)
  joined.set(first)
  joined.set(second, first.length)
  return joined
}
