import { SAMPLE_RATE } from './pcm.ts'
import { type HeardItem, PlaybackTimeline } from './playback-timeline.ts'

/** Plays what a model says. */
export interface Speaker {
  /** Plays a piece of an item behind what is there. @param samples of 24 kHz, from -1 to 1 */
  play(itemId: string, samples: Float32Array<ArrayBuffer>): void
  /** Falls silent at once. @returns the items that were not heard to their end */
  stop(): HeardItem[]
  close(): void
}

/**
 * Opens the loudspeaker; browsers allow that after a click only.
 * @param onSilent called when all that was to be played has been
 */
export function openSpeaker(onSilent: () => void): Speaker {
  const context = new AudioContext({ sampleRate: SAMPLE_RATE })
  const timeline = new PlaybackTimeline()
  const sounding = new Set<AudioBufferSourceNode>()
  void context.resume()
  return {
    play(itemId, samples) {
      if (samples.length === 0) return
      const buffer = context.createBuffer(1, samples.length, SAMPLE_RATE)
      buffer.copyToChannel(samples, 0)
      const source = new AudioBufferSourceNode(context, { buffer })
      source.connect(context.destination)
      source.onended = () => {
        sounding.delete(source)
        if (sounding.size === 0) onSilent()
      }
      sounding.add(source)
      source.start(timeline.add(itemId, buffer.duration, context.currentTime))
    },
    stop() {
      for (const source of sounding) {
        source.onended = null
        source.stop()
      }
      sounding.clear()
      return timeline.cut(context.currentTime)
    },
    close() {
      sounding.clear()
      void context.close()
    },
  }
}
