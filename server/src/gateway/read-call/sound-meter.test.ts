import { afterAll, describe, expect, test } from 'vitest'
import { recording } from '../../testing/recording.ts'
import { believedSeconds, soundMeter } from './sound-meter.ts'

const trouble: unknown[] = []
const meter = soundMeter((error) => trouble.push(error))
afterAll(() => meter.close())

/** MP3 of 128 kbit/s: frames of 417 bytes, 1152 samples at 44 100 a second. */
function mp3(frames: number): Buffer {
  const frame = Buffer.alloc(417)
  frame.set([0xff, 0xfb, 0x90, 0x64])
  return Buffer.concat(Array.from({ length: frames }, () => frame))
}

describe('how long a recording is', () => {
  test('is read from its header, or from its frames', async () => {
    expect(await meter.seconds({ bytes: recording(61.2), type: 'audio/wav' })).toBe(61.2)
    expect(await meter.seconds({ bytes: mp3(1000), type: 'audio/mpeg' })).toBeCloseTo((1000 * 1152) / 44_100, 1)
  })

  test('is found whatever its declared type', async () => {
    expect(await meter.seconds({ bytes: recording(2), type: '' })).toBe(2)
    expect(await meter.seconds({ bytes: recording(2), type: 'application/octet-stream' })).toBe(2)
  })

  test('is estimated at 16 kbit a second where it cannot be read', async () => {
    expect(await meter.seconds({ bytes: Buffer.alloc(20_000, 'no sound'), type: 'audio/wav' })).toBe(10)
    expect(await meter.seconds({ bytes: Buffer.from('x'), type: 'audio/mpeg' })).toBeGreaterThan(0)
    expect(trouble).toEqual([])
  })

  test('is no less than its bytes can hold, whatever its header states', () => {
    expect(believedSeconds({ seconds: 1, isPlainSound: true }, 4_000_000)).toBe(100)
    // A film may have two megabytes a second.
    expect(believedSeconds({ seconds: 3, isPlainSound: false }, 4_000_000)).toBe(3)
  })

  test.each([undefined, ...[0, -1, Number.NaN, Number.POSITIVE_INFINITY].map((seconds) => ({ seconds, isPlainSound: true }))])(
    'is reckoned by its size where the answer is no length',
    (read) => expect(believedSeconds(read, 4000)).toBe(2),
  )
})
