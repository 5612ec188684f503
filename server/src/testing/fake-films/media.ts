// Results that are what they say they are: a film of a given length, and a picture.
import { BufferTarget, EncodedPacket, EncodedVideoPacketSource, Mp4OutputFormat, Output } from 'mediabunny'

/** A picture of one dot. */
export const PICTURE = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)

/** The head of H.264 at its lowest profile, 16 by 16 dots. */
const AVCC = Buffer.from('0142c00affe1000a6742c00ad90f2c04402001000468ce3c80', 'hex')

/** A film of so many seconds, one frame each. */
export async function film(seconds: number): Promise<Buffer> {
  const target = new BufferTarget()
  const output = new Output({ format: new Mp4OutputFormat(), target })
  const track = new EncodedVideoPacketSource('avc')
  output.addVideoTrack(track)
  await output.start()
  const decoderConfig = { codec: 'avc1.42c00a', codedWidth: 16, codedHeight: 16, description: new Uint8Array(AVCC) }
  for (let at = 0; at < seconds; at++)
    await track.add(new EncodedPacket(new Uint8Array([0, 0, 0, 1, 0x65]), 'key', at, 1), { decoderConfig })
  await output.finalize()
  return Buffer.from(target.buffer ?? new ArrayBuffer(0))
}
