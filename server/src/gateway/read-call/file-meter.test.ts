import { deflateSync } from 'node:zlib'
import {
  BufferTarget,
  EncodedAudioPacketSource,
  EncodedPacket,
  Mp4OutputFormat,
  Output,
  type OutputFormat,
  WebMOutputFormat,
} from 'mediabunny'
import { afterAll, describe, expect, test } from 'vitest'
import { recording } from '../../testing/recording.ts'
import { believedSeconds, fileMeter } from './file-meter.ts'

const trouble: unknown[] = []
const meter = fileMeter((error) => trouble.push(error))
afterAll(() => meter.close())

const sound = { seconds: 0, isPlainSound: false, losslessBytesPerSecond: 0 }

/** MP3 of 128 kbit/s: frames of 417 bytes, 1152 samples at 44 100 a second. */
function mp3(frames: number): Buffer {
  const frame = Buffer.alloc(417)
  frame.set([0xff, 0xfb, 0x90, 0x64])
  return Buffer.concat(Array.from({ length: frames }, () => frame))
}

interface Sound {
  readonly codec: 'aac' | 'opus'
  readonly frame: Uint8Array
  readonly config: AudioDecoderConfig
}

const aac: Sound = {
  codec: 'aac',
  frame: new Uint8Array(200),
  config: { codec: 'mp4a.40.2', sampleRate: 44_100, numberOfChannels: 2, description: new Uint8Array([0x12, 0x10]) },
}
/** Its packets say that they hold two frames of 20 ms. */
const opus: Sound = {
  codec: 'opus',
  frame: new Uint8Array([0x7b, 2, 0, 0]),
  config: { codec: 'opus', sampleRate: 48_000, numberOfChannels: 2 },
}

/** So many frames that the file says to last a thousandth of a second each. */
async function hurried(format: OutputFormat, { codec, frame, config }: Sound, frames: number): Promise<Uint8Array> {
  const target = new BufferTarget()
  const output = new Output({ format, target })
  const track = new EncodedAudioPacketSource(codec)
  output.addAudioTrack(track)
  await output.start()
  for (let at = 0; at < frames; at++) await track.add(new EncodedPacket(frame, 'key', at / 1000, 1 / 1000), { decoderConfig: config })
  await output.finalize()
  return new Uint8Array(target.buffer ?? [])
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
    expect(believedSeconds({ ...sound, seconds: 1, isPlainSound: true }, 4_000_000)).toBe(100)
    // A film may have two megabytes a second.
    expect(believedSeconds({ ...sound, seconds: 3 }, 4_000_000)).toBe(3)
  })

  test('of sound without a loss is no less than its own rate, bits and channels allow', async () => {
    // FLAC whose head says 16,000 samples: a second at 16 kHz. By its rate, bits and channels 20 MB are 625 seconds.
    const head = Buffer.alloc(42)
    head.write('fLaC')
    head.writeUInt8(0x80, 4)
    head.writeUIntBE(34, 5, 3)
    head.writeUInt16BE(4096, 8)
    head.writeUInt16BE(4096, 10)
    // Twenty bits of rate, three of channels less one, five of bits less one, thirty-six of samples.
    head.writeBigUInt64BE((16_000n << 44n) | (0n << 41n) | (15n << 36n) | 16_000n, 18)
    const bytes = Buffer.concat([head, Buffer.alloc(20_000_000)])
    expect(await meter.seconds({ bytes, type: 'audio/flac' })).toBeGreaterThanOrEqual(625)
  })

  test.each([
    ['a film with AAC', () => new Mp4OutputFormat(), aac, (1000 * 1024) / 44_100],
    ['a recording of a browser', () => new WebMOutputFormat(), opus, 1000 * 0.04],
  ])('of %s is no less than its frames last, whatever its head says', async (_, format, sound, seconds) => {
    const bytes = await hurried(format(), sound, 1000)
    expect(await meter.seconds({ bytes: Buffer.from(bytes), type: '' })).toBeCloseTo(seconds, 2)
  })

  test.each([undefined, ...[0, -1, Number.NaN, Number.POSITIVE_INFINITY].map((seconds) => ({ ...sound, seconds, isPlainSound: true }))])(
    'is not known where the answer is no length',
    (read) => expect(believedSeconds(read, 4000)).toBeUndefined(),
  )
})

describe('how many pages a PDF has', () => {
  const pdf = (body: string) => Buffer.from(`%PDF-1.7\n${body}\n%%EOF`, 'latin1')
  const packed = (text: string) => {
    const bytes = deflateSync(Buffer.from(text))
    return `1 0 obj <</Type /ObjStm /Filter /FlateDecode /Length ${bytes.length}>>\nstream\n${bytes.toString('latin1')}\nendstream endobj`
  }

  test.each([
    ['its page tree', '1 0 obj <</Type /Pages /Kids [2 0 R] /Count 12>> endobj', 12],
    ['a tree in a packed stream', packed('<</Type/Pages/Kids[3 0 R]/Count 340>>'), 340],
    ['the pages that are there, where the tree names fewer', `<</Type /Pages /Count 1>> ${'<</Type /Page >> '.repeat(7)}`, 7],
    ['nothing that can be read', '1 0 obj <</Type /Catalog>> endobj', undefined],
    ['no PDF', 'x'.repeat(100), undefined],
  ])('is read from %s', async (_, body, expected) => {
    expect(await meter.pdfPages(pdf(body))).toBe(expected)
  })

  test('does not unpack without end', async () => {
    const bomb = packed(' '.repeat(50_000_000))
    expect(await meter.pdfPages(pdf(Array.from({ length: 40 }, () => bomb).join('\n')))).toBeUndefined()
  })
})
