/** Makes sound of a lower sampling rate, piece by piece. Each new sample is the mean of those that it takes the place of. */
export class Downsampler {
  /** Old samples for a new one; not always whole. */
  readonly #step: number
  /** What has come and is not used up. */
  #rest: Float32Array = new Float32Array()
  /** Where in the rest the next sample begins; below 1. */
  #from = 0

  /** @param from samples in a second of what comes; not below `to` */
  constructor(from: number, to: number) {
    this.#step = from / to
  }

  /** The new samples that are complete with this piece. */
  push(piece: Float32Array): Float32Array {
    const samples = new Float32Array(this.#rest.length + piece.length)
    samples.set(this.#rest)
    samples.set(piece, this.#rest.length)
    const count = Math.max(0, Math.floor((samples.length - this.#from) / this.#step))
    const made = new Float32Array(count)
    for (let at = 0; at < count; at++) {
      const begin = this.#from + at * this.#step
      made[at] = meanOf(samples, begin, begin + this.#step)
    }
    const end = this.#from + count * this.#step
    this.#rest = samples.slice(Math.floor(end))
    this.#from = end - Math.floor(end)
    return made
  }
}

/** Samples that are partly in count by that part. */
function meanOf(samples: Float32Array, begin: number, end: number): number {
  let sum = 0
  for (let at = Math.floor(begin); at < end; at++) {
    const part = Math.min(at + 1, end) - Math.max(at, begin)
    sum += (samples[at] ?? 0) * part
  }
  return sum / (end - begin)
}
