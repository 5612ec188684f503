// A session in this browser: its socket, the microphone and the loudspeaker, from the click that begins it to its bill.
import { createStore, type Store } from '@tanstack/react-store'
import { basePath } from '~/api/base-path'
import { refreshUser } from '~/session/refresh-user'
import type { Chat } from '../chat/chat.ts'
import { findBill } from '../chat/find-bill.ts'
import { CallRefused, type ChatFailure } from '../chat/message.ts'
import { type Microphone, MicrophoneError, type MicrophoneProblem, openMicrophone } from './audio/microphone.ts'
import { openSpeaker, type Speaker } from './audio/speaker.ts'
import { fetchClientSecret } from './client-secret.ts'
import { VoiceNotes } from './voice-notes.ts'
import { type EndedBy, VoiceSession } from './voice-session.ts'
import type { VoiceSettings } from './voice-settings.ts'

export interface VoiceCallParts {
  readonly chat: Chat
  readonly model: string
  readonly group: string
  readonly settings: VoiceSettings
}

export interface VoiceCallView {
  readonly microphone: 'opening' | 'on' | 'off' | MicrophoneProblem
  /** Unix milliseconds. */
  readonly beganAt: number
  readonly endedAt?: number
  /** What all of it cost, in quota units, as the log has it; absent until it is known. */
  readonly finalQuota?: number
}

const NORMAL_CLOSE = 1000
/** No close came: the connection broke, or was refused. */
const ABNORMAL_CLOSE = 1006

export class VoiceCall {
  readonly session: VoiceSession
  readonly #parts: VoiceCallParts
  readonly #speaker: Speaker
  readonly #notes: VoiceNotes
  readonly #view = createStore<VoiceCallView>({ microphone: 'opening', beganAt: Date.now() })
  readonly #connecting = new AbortController()
  #socket: WebSocket | undefined
  #microphone: Microphone | undefined

  /** Begins it; to be called at a click, since browsers play nothing before one. */
  constructor(parts: VoiceCallParts) {
    const { chat, model } = parts
    this.#parts = parts
    this.#speaker = openSpeaker(() => this.session.silent())
    this.#notes = new VoiceNotes({
      ...{ conversationId: chat.id, model, lastOrder: chat.messages()?.at(-1)?.order ?? 0, now: Date.now },
      requestId: () => this.session.state.get().requestId,
      atNextFrame: (run) => void requestAnimationFrame(run),
      take: (messages) => void chat.take(messages),
    })
    this.session = new VoiceSession({
      send: (event) => this.#socket?.send(JSON.stringify(event)),
      speaker: this.#speaker,
      onLine: (line) => this.#notes.put(line),
      now: () => performance.now(),
    })
    void this.#connect()
    void this.#listen()
  }

  /** For the views. */
  get view(): Pick<Store<VoiceCallView>, 'get' | 'subscribe'> {
    return this.#view
  }

  /** The person ends it. */
  hangUp(): void {
    this.#socket?.close(NORMAL_CLOSE)
    this.#end('person')
  }

  /** Turns the microphone off, or on again. */
  toggleMicrophone(): void {
    const { microphone } = this.#view.get()
    if (microphone !== 'on' && microphone !== 'off') return
    this.#microphone?.setOn(microphone === 'off')
    this.#change({ microphone: microphone === 'off' ? 'on' : 'off' })
  }

  async #connect(): Promise<void> {
    try {
      const secret = await fetchClientSecret(this.#parts, this.#connecting.signal)
      // A page can set no header of a socket, and an address is written to logs: so the secret is a protocol that is offered.
      const address = `${location.origin.replace(/^http/, 'ws')}${basePath}/v1/realtime`
      const socket = new WebSocket(address, ['realtime', `openai-insecure-api-key.${secret}`])
      this.#socket = socket
      socket.onopen = () => this.session.opened(this.#parts.settings.transcriptionModel.trim())
      socket.onmessage = ({ data }: MessageEvent<string>) => this.session.take(data)
      socket.onclose = ({ code }) => this.#end(code === ABNORMAL_CLOSE ? 'network' : 'server')
    } catch (error) {
      this.#end('server', failureIn(error))
    }
  }

  async #listen(): Promise<void> {
    try {
      const microphone = await openMicrophone((samples) => this.session.heard(samples))
      if (this.#connecting.signal.aborted) return microphone.close()
      this.#microphone = microphone
      this.#change({ microphone: 'on' })
    } catch (error) {
      this.#change({ microphone: error instanceof MicrophoneError ? error.problem : 'failed' })
    }
  }

  #end(by: EndedBy, failure?: ChatFailure): void {
    if (this.#connecting.signal.aborted) return
    this.#connecting.abort()
    this.session.end(by, failure)
    this.#microphone?.close()
    this.#speaker.close()
    this.#notes.flush()
    this.#change({ endedAt: Date.now() })
    void this.#findCost()
  }

  /** The cost in the log, which includes responses that were broken off; without a log, the last cost that the server reported. */
  async #findCost(): Promise<void> {
    const { requestId, quota } = this.session.state.get()
    if (requestId === undefined) return
    const found = await findBill({ requestId })
    const finalQuota = found ? found.bill.quota + this.session.forTranscripts : quota
    this.#change({ finalQuota })
    if (finalQuota > 0) await this.#parts.chat.spend(finalQuota)
    void refreshUser()
  }

  #change(part: Partial<VoiceCallView>): void {
    this.#view.setState((view) => ({ ...view, ...part }))
  }
}

function failureIn(error: unknown): ChatFailure {
  return error instanceof CallRefused ? error.failure : { message: String(error), code: '' }
}
