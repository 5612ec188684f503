// How long the sound in a file is by its frames. Heads say how long a film is, but players go by the frames, and a head is easily forged.
import { ALL_FORMATS, BufferSource, EncodedPacketSink, Input, type InputAudioTrack } from 'mediabunny'

/** Samples that a frame holds at least, by codec. */
const FRAME_SAMPLES: Readonly<Record<string, number>> = { aac: 1024, ac3: 1536, eac3: 256 }

/** The least seconds that the longest sound of a file has; 0: it has none whose frames can be counted. */
export async function secondsByFrames(bytes: Uint8Array): Promise<number> {
  const input = new Input({ formats: ALL_FORMATS, source: new BufferSource(bytes) })
  try {
    let longest = 0
    for (const track of await input.getAudioTracks()) longest = Math.max(longest, await secondsOf(track))
    return longest
  } catch {
    return 0
  } finally {
    input.dispose()
  }
}

async function secondsOf(track: InputAudioTrack): Promise<number> {
  const codec = (await track.getCodec()) ?? ''
  const samples = FRAME_SAMPLES[codec]
  if (samples === undefined && codec !== 'opus') return 0
  const rate = await track.getSampleRate()
  let seconds = 0
  for await (const packet of new EncodedPacketSink(track).packets(undefined, undefined, { metadataOnly: samples !== undefined }))
    seconds += samples === undefined ? opusSeconds(packet.data) : samples / rate
  return seconds
}

/** Milliseconds of a frame by the configuration in the first five bits of its packet: SILK, hybrid, CELT (RFC 6716, 3.1). */
const OPUS_FRAME_MS = [
  ...[10, 20, 40, 60, 10, 20, 40, 60, 10, 20, 40, 60],
  ...[10, 20, 10, 20],
  ...[2.5, 5, 10, 20, 2.5, 5, 10, 20, 2.5, 5, 10, 20, 2.5, 5, 10, 20],
]
/** No packet holds more (RFC 6716, 3.4). */
const MAX_OPUS_SECONDS = 0.12

/** The seconds of a packet of Opus, by its first byte and, where that says so, the count in its second. */
function opusSeconds([head = 0, count = 0]: Uint8Array): number {
  const frames = [1, 2, 2, count & 0x3f][head & 3] ?? 1
  return Math.min(MAX_OPUS_SECONDS, (frames * (OPUS_FRAME_MS[head >> 3] ?? 0)) / 1000)
}
