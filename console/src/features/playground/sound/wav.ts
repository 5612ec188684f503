import { pcmBytes, SAMPLE_RATE } from '../voice/audio/pcm.ts'

const HEAD_BYTES = 44
/** The length of the part of the head that says what the samples are. */
const FORMAT_BYTES = 16
const PCM = 1
const CHANNELS = 1
const BYTES_PER_SAMPLE = 2
const BITS_PER_BYTE = 8

/** A recording as a file whose head tells its length, by which it is charged. @param pieces of 24 kHz, samples from -1 to 1 */
export function wavOf(pieces: readonly Float32Array[]): Uint8Array<ArrayBuffer> {
  const sampleCount = pieces.reduce((sum, { length }) => sum + length, 0)
  const bytes = new Uint8Array(HEAD_BYTES + sampleCount * BYTES_PER_SAMPLE)
  writeHead(new DataView(bytes.buffer), sampleCount * BYTES_PER_SAMPLE)
  let at = HEAD_BYTES
  for (const piece of pieces) {
    bytes.set(pcmBytes(piece), at)
    at += piece.length * BYTES_PER_SAMPLE
  }
  return bytes
}

/** Source: Microsoft and IBM, "Multimedia Programming Interface and Data Specifications 1.0", 1991. */
function writeHead(view: DataView, dataBytes: number): void {
  const write = (at: number, text: string) => {
    for (const [index, letter] of [...text].entries()) view.setUint8(at + index, letter.charCodeAt(0))
  }
  write(0, 'RIFF')
  view.setUint32(4, HEAD_BYTES - 8 + dataBytes, true)
  write(8, 'WAVEfmt ')
  view.setUint32(16, FORMAT_BYTES, true)
  view.setUint16(20, PCM, true)
  view.setUint16(22, CHANNELS, true)
  view.setUint32(24, SAMPLE_RATE, true)
  view.setUint32(28, SAMPLE_RATE * CHANNELS * BYTES_PER_SAMPLE, true)
  view.setUint16(32, CHANNELS * BYTES_PER_SAMPLE, true)
  view.setUint16(34, BYTES_PER_SAMPLE * BITS_PER_BYTE, true)
  write(36, 'data')
  view.setUint32(40, dataBytes, true)
}
