import type { FormFile } from '../../lib/bodies/multipart.ts'

const HEAD_BYTES = 44
const SAMPLES_PER_SECOND = 8000
/** Samples of one byte each: a second of sound. */
const SAMPLES = SAMPLES_PER_SECOND
/** The middle of what a sample of one byte may be. */
const SILENCE = 128

/** A second of silence, with which models are tested that write down what is said. */
export const sampleRecording: FormFile = { name: 'file', fileName: 'test.wav', type: 'audio/wav', bytes: silentWav() }

/** Source: Microsoft and IBM, "Multimedia Programming Interface and Data Specifications 1.0", the WAVE format. */
function silentWav(): Buffer {
  const file = Buffer.alloc(HEAD_BYTES + SAMPLES, SILENCE)
  file.write('RIFF', 0)
  file.writeUInt32LE(HEAD_BYTES - 8 + SAMPLES, 4)
  file.write('WAVEfmt ', 8)
  file.writeUInt32LE(16, 16)
  // Plain samples, of one channel, a byte each.
  file.writeUInt16LE(1, 20)
  file.writeUInt16LE(1, 22)
  file.writeUInt32LE(SAMPLES_PER_SECOND, 24)
  file.writeUInt32LE(SAMPLES_PER_SECOND, 28)
  file.writeUInt16LE(1, 32)
  file.writeUInt16LE(8, 34)
  file.write('data', 36)
  file.writeUInt32LE(SAMPLES, 40)
  return file
}
