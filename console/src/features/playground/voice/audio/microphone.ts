import workletUrl from './capture-worklet.ts?worker&url'

/** Why there is no sound from a microphone. `insecure`: browsers give none to pages without https. */
export type MicrophoneProblem = 'insecure' | 'denied' | 'missing' | 'failed'

export class MicrophoneError extends Error {
  readonly problem: MicrophoneProblem

  constructor(problem: MicrophoneProblem) {
    super(problem)
    this.name = 'MicrophoneError'
    this.problem = problem
  }
}

export interface Microphone {
  /** While it is off, it gives silence. */
  setOn(isOn: boolean): void
  close(): void
}

/**
 * Asks the person for their microphone, and listens until it is closed.
 * @param onHeard gets a piece of 24 kHz, samples from -1 to 1
 * @throws MicrophoneError
 */
export async function openMicrophone(onHeard: (samples: Float32Array) => void): Promise<Microphone> {
  const stream = await heardBy()
  const context = new AudioContext()
  const close = () => {
    for (const track of stream.getTracks()) track.stop()
    void context.close()
  }
  try {
    await context.audioWorklet.addModule(workletUrl)
    await context.resume()
    const capture = new AudioWorkletNode(context, 'capture', { numberOfOutputs: 0, channelCount: 1, channelCountMode: 'explicit' })
    capture.port.onmessage = ({ data }: MessageEvent<Float32Array>) => onHeard(data)
    context.createMediaStreamSource(stream).connect(capture)
  } catch {
    close()
    throw new MicrophoneError('failed')
  }
  return {
    setOn(isOn) {
      for (const track of stream.getAudioTracks()) track.enabled = isOn
    },
    close,
  }
}

/** Without the echo of what the loudspeaker says, or the model would interrupt itself. */
async function heardBy(): Promise<MediaStream> {
  if (!navigator.mediaDevices) throw new MicrophoneError('insecure')
  const audio = { channelCount: 1, echoCancellation: true, noiseSuppression: true, autoGainControl: true }
  try {
    return await navigator.mediaDevices.getUserMedia({ audio })
  } catch (error) {
    throw new MicrophoneError(problemOf(error))
  }
}

function problemOf(error: unknown): MicrophoneProblem {
  const name = error instanceof DOMException ? error.name : ''
  if (name === 'NotAllowedError' || name === 'SecurityError') return 'denied'
  return name === 'NotFoundError' ? 'missing' : 'failed'
}
