const SAMPLES_PER_SECOND = 16_000
const HEAD_BYTES = 44

/** A recording of silence as a WAV file: 16 000 samples of two bytes a second, behind a head of 44 bytes. */
export function recording(seconds: number): Buffer {
  const sound = Math.round(seconds * SAMPLES_PER_SECOND) * 2
  const file = Buffer.alloc(HEAD_BYTES + sound)
  file.write('RIFF', 0)
  file.writeUInt32LE(HEAD_BYTES - 8 + sound, 4)
  file.write('WAVEfmt ', 8)
  file.writeUInt32LE(16, 16)
  file.writeUInt16LE(1, 20)
  file.writeUInt16LE(1, 22)
  file.writeUInt32LE(SAMPLES_PER_SECOND, 24)
  file.writeUInt32LE(SAMPLES_PER_SECOND * 2, 28)
  file.writeUInt16LE(2, 32)
  file.writeUInt16LE(16, 34)
  file.write('data', 36)
  file.writeUInt32LE(sound, 40)
  return file
}
