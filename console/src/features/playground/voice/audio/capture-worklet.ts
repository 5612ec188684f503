// Runs in the browser's thread for sound: makes of what the microphone hears pieces of the rate that sessions take.
import { Downsampler } from './downsampler.ts'
import { SAMPLE_RATE } from './pcm.ts'

// What that thread has is in none of TypeScript's libraries.
declare const sampleRate: number
declare class AudioWorkletProcessor {
  readonly port: MessagePort
}
declare function registerProcessor(name: string, processor: new () => AudioWorkletProcessor): void

/** Samples that are sent together: a twentieth of a second. */
const PIECE = SAMPLE_RATE / 20

class Capture extends AudioWorkletProcessor {
  readonly #downsampler = new Downsampler(sampleRate, SAMPLE_RATE)
  readonly #piece = new Float32Array(PIECE)
  #filled = 0

  /** Called by the browser some hundred times in a second. */
  process([input]: readonly (readonly Float32Array[])[]): boolean {
    const heard = input?.[0]
    if (heard) for (const sample of this.#downsampler.push(heard)) this.#take(sample)
    return true
  }

  #take(sample: number): void {
    this.#piece[this.#filled] = sample
    this.#filled += 1
    if (this.#filled < PIECE) return
    this.port.postMessage(this.#piece.slice())
    this.#filled = 0
  }
}

registerProcessor('capture', Capture)
