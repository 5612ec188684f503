import { createStore, type Store } from '@tanstack/react-store'
import { type Microphone, MicrophoneError, type MicrophoneProblem, openMicrophone } from '../voice/audio/microphone.ts'
import { SAMPLE_RATE } from '../voice/audio/pcm.ts'
import { wavOf } from './wav.ts'

export interface RecorderState {
  /** `opening`: the browser asks the person for the microphone. */
  readonly step: 'idle' | 'opening' | 'recording'
  readonly seconds: number
  readonly problem?: MicrophoneProblem
}

/** It stops by itself here: 29 MB. */
const MAX_SECONDS = 600
const IDLE: RecorderState = { step: 'idle', seconds: 0 }

/** Records what the microphone hears, as a file. One at a time. */
export class Recorder {
  readonly #onRecorded: (file: File) => void
  readonly #state = createStore<RecorderState>(IDLE)
  #microphone: Microphone | undefined
  #pieces: Float32Array[] = []
  #isClosed = false

  constructor(onRecorded: (file: File) => void) {
    this.#onRecorded = onRecorded
  }

  /** For the views. */
  get state(): Pick<Store<RecorderState>, 'get' | 'subscribe'> {
    return this.#state
  }

  async start(): Promise<void> {
    this.#state.setState(() => ({ step: 'opening', seconds: 0 }))
    this.#pieces = []
    try {
      const microphone = await openMicrophone((samples) => this.#heard(samples))
      if (this.#isClosed) return microphone.close()
      this.#microphone = microphone
      this.#state.setState(() => ({ step: 'recording', seconds: 0 }))
    } catch (error) {
      this.#state.setState(() => ({ ...IDLE, problem: error instanceof MicrophoneError ? error.problem : 'failed' }))
    }
  }

  /** Ends it, and hands the file out. */
  stop(): void {
    if (!this.#microphone) return
    this.close()
    this.#isClosed = false
    this.#onRecorded(new File([wavOf(this.#pieces)], 'recording.wav', { type: 'audio/wav' }))
    this.#pieces = []
  }

  /** Ends it without a file. */
  close(): void {
    this.#isClosed = true
    this.#microphone?.close()
    this.#microphone = undefined
    this.#state.setState(() => IDLE)
  }

  #heard(samples: Float32Array): void {
    if (!this.#microphone) return
    this.#pieces.push(samples)
    const seconds = this.#pieces.reduce((sum, { length }) => sum + length, 0) / SAMPLE_RATE
    this.#state.setState((state) => ({ ...state, seconds }))
    if (seconds >= MAX_SECONDS) this.stop()
  }
}
