// One live session: setup, turns of the user in text or sound, turns of the model, and calls of tools between them.
// Source: https://ai.google.dev/api/live (2026) and the types of the official library; the words of closes as public issues quote them.
import { randomBytes } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { isObject } from '@waystation/wire/testing/strict/gemini/proto'
import type { WebSocket } from 'ws'
import { loudUntil, tone } from '../fake-realtime/sound.ts'
import { wordTokens } from '../fake-realtime/usage.ts'
import { type LiveAnswer, liveAnswer, objectsOf, readTokens, soundTokens, usageMetadata } from './live-answer.ts'
import { type LiveKind, type LiveObject, readLiveMessage } from './live-messages.ts'

/** Close codes. */
const WRONG = 1007
const REFUSED = 1008
const SILENCE_MS = 500
const MS_PER_BYTE_AT = (rate: number) => 1000 / (rate * 2)
const RATE = 16_000

export interface LiveRequest {
  readonly path: string
  readonly headers: Readonly<Record<string, string | string[] | undefined>>
  readonly key: string
}

export interface LiveRules {
  /** Of the address: `v1beta`. */
  readonly version: string
  readonly isKey: boolean
  readonly models: ReadonlySet<string>
  readonly nextHeard: () => string
}

export class LiveSession {
  readonly request: LiveRequest
  readonly received: { readonly kind: LiveKind; readonly value: LiveObject }[] = []
  readonly sent: LiveObject[] = []
  /** What each turn has cost, whatever was told. */
  readonly bills: ReturnType<typeof usageMetadata>[] = []
  closed: { readonly code: number; readonly reason: string } | undefined
  readonly #socket: WebSocket
  readonly #rules: LiveRules
  #setup: LiveObject | undefined
  readonly #history: string[] = []
  #asked: string[] = []
  #toolRounds = 0
  #pending = new Set<string>()
  #turn: AbortController | undefined
  #heardMs = 0
  #silentMs = 0
  #isSpeaking = false

  constructor(socket: WebSocket, request: LiveRequest, rules: LiveRules) {
    this.#socket = socket
    this.request = request
    this.#rules = rules
    socket.on('message', (data) => this.#read(data as Buffer))
    socket.on('error', () => {})
    socket.on('close', (code, reason) => {
      this.closed = { code, reason: String(reason) }
      this.#turn?.abort()
    })
  }

  /** Sends a message, as a binary frame as Google does; for tests any. */
  send(message: LiveObject): void {
    if (this.#socket.readyState !== this.#socket.OPEN) return
    this.sent.push(message)
    this.#socket.send(Buffer.from(JSON.stringify(message)), { binary: true })
  }

  /** Tells that the connection will end. @param timeLeft as `10s` */
  goAway(timeLeft: string): void {
    this.send({ goAway: { timeLeft } })
  }

  /** Closes the socket; a reason has room for 123 bytes. */
  close(code: number, reason = ''): void {
    this.#socket.close(code, reason.slice(0, 123))
  }

  #read(data: Buffer): void {
    const read = readLiveMessage(data)
    const isFirst = this.#setup === undefined
    if (!this.#rules.isKey) this.close(WRONG, 'API key not valid. Please pass a valid API key.')
    else if ('fault' in read) this.close(WRONG, read.fault)
    else if ((read.kind === 'setup') !== isFirst) this.close(WRONG, 'setup must be the first message and only the first')
    else {
      this.received.push(read)
      this.#handle(read.kind, read.value)
    }
  }

  #handle(kind: LiveKind, value: LiveObject): void {
    if (kind === 'setup') this.#open(value)
    else if (kind === 'clientContent') this.#content(value)
    else if (kind === 'toolResponse') this.#results(value)
    else this.#realtime(value)
  }

  #open(setup: LiveObject): void {
    const model = String(setup.model)
    if (this.#rules.models.has(model.replace(/^models\//, ''))) {
      this.#setup = setup
      this.send({ setupComplete: {} })
    } else this.close(REFUSED, `${model} is not found for API version ${this.#rules.version}, or is not supported for bidiGenerateContent.`)
  }

  #content({ turns, turnComplete }: LiveObject): void {
    this.#interrupt()
    const texts = objectsOf(turns).flatMap(({ parts }) => objectsOf(parts).flatMap(({ text }) => (typeof text === 'string' ? [text] : [])))
    this.#asked.push(...texts)
    if (turnComplete === true) this.#answer()
  }

  #results({ functionResponses }: LiveObject): void {
    const results = objectsOf(functionResponses)
    if (results.some(({ id }) => !this.#pending.has(String(id)))) {
      this.close(REFUSED, 'Requested entity was not found.')
      return
    }
    for (const { id, response } of results) {
      this.#pending.delete(String(id))
      this.#history.push(JSON.stringify(response))
    }
    if (this.#pending.size > 0) return
    this.#toolRounds++
    void this.#play()
  }

  #realtime({ audio, text, audioStreamEnd, activityStart, activityEnd }: LiveObject): void {
    const { automaticActivityDetection } = this.#part('realtimeInputConfig')
    const isManual = isObject(automaticActivityDetection) && automaticActivityDetection.disabled === true
    if (!isManual && (activityStart !== undefined || activityEnd !== undefined)) {
      this.close(WRONG, 'Explicit activity control is not supported when automatic activity detection is enabled.')
      return
    }
    if (activityStart !== undefined) this.#startSpeech()
    if (isObject(audio)) this.#hear(Buffer.from(String(audio.data), 'base64'), String(audio.mimeType), isManual)
    if (typeof text === 'string') {
      this.#interrupt()
      this.#asked.push(text)
      this.#answer()
    }
    if ((activityEnd !== undefined || audioStreamEnd === true) && this.#isSpeaking) this.#endSpeech()
  }

  #hear(bytes: Buffer, mimeType: string, isManual: boolean): void {
    const perByte = MS_PER_BYTE_AT(Number(/rate=(\d+)/.exec(mimeType)?.[1] ?? RATE))
    const loudEnd = loudUntil(bytes, 'audio/pcm')
    if (loudEnd > 0 && !isManual && !this.#isSpeaking) this.#startSpeech()
    if (!this.#isSpeaking) return
    this.#heardMs += bytes.length * perByte
    this.#silentMs = loudEnd > 0 ? (bytes.length - loudEnd) * perByte : this.#silentMs + bytes.length * perByte
    if (!isManual && this.#silentMs >= SILENCE_MS) this.#endSpeech()
  }

  #startSpeech(): void {
    this.#isSpeaking = true
    this.#silentMs = 0
    this.#interrupt()
  }

  #endSpeech(): void {
    this.#isSpeaking = false
    const text = this.#rules.nextHeard()
    if (this.#setup?.inputAudioTranscription) this.send({ serverContent: { inputTranscription: { text } } })
    this.#asked.push(text)
    this.#answer({ isHeard: true })
  }

  /** Ends the turn of the model that is on its way, and takes calls back that nobody has answered. */
  #interrupt(): void {
    if (this.#pending.size > 0) this.send({ toolCallCancellation: { ids: [...this.#pending] } })
    this.#pending.clear()
    if (!this.#turn) return
    this.#turn.abort()
    this.#turn = undefined
    this.#asked = []
  }

  #answer({ isHeard = false } = {}): void {
    // What was heard counts as sound; its transcript is only what is answered.
    if (!isHeard) this.#history.push(...this.#asked)
    this.#toolRounds = 0
    void this.#play()
  }

  #part(name: string): LiveObject {
    const held = this.#setup?.[name]
    return isObject(held) ? held : {}
  }

  async #play(): Promise<void> {
    const answer = liveAnswer(this.#setup ?? {}, this.#asked, this.#toolRounds)
    const turn = new AbortController()
    this.#turn = turn
    const prompt = { textIn: readTokens(this.#setup ?? {}, this.#history), audioIn: soundTokens(this.#heardMs) }
    await pause(answer.waitMs, turn.signal)
    const { text, soundMs } = await this.#pieces(answer, turn.signal)
    if (answer.isHanging && !turn.signal.aborted) await new Promise((resolve) => turn.signal.addEventListener('abort', resolve))
    const isWhole = !turn.signal.aborted
    if (isWhole) this.#call(answer)
    const called = isWhole ? answer.calls.map(({ name, argumentText }) => name + argumentText) : []
    const isSpoken = soundMs > 0
    const counted = { ...prompt, textOut: (isSpoken ? 0 : wordTokens(text)) + readTokens({}, called), audioOut: soundTokens(soundMs) }
    const { textOut, audioOut, ...marked } = answer.tokens
    const usage = usageMetadata({
      ...{ ...counted, ...marked },
      ...(isWhole && textOut !== undefined && { textOut }),
      ...(isWhole && audioOut !== undefined && { audioOut }),
    })
    this.bills.push(usage)
    this.#history.push(text, ...called)
    this.#finish(answer, isWhole, usage)
  }

  #finish(answer: LiveAnswer, isWhole: boolean, usage: LiveObject): void {
    const told = answer.isUsageMissing ? {} : { usageMetadata: usage }
    // A turn goes on when its calls are answered.
    if (isWhole && answer.calls.length > 0) {
      if (!answer.isUsageMissing) this.send(told)
      return
    }
    this.send({ serverContent: isWhole ? { generationComplete: true } : { interrupted: true } })
    this.send({ serverContent: { turnComplete: true }, ...told })
    if (isWhole) this.#asked = []
    if (this.#setup?.sessionResumption)
      this.send({ sessionResumptionUpdate: { newHandle: randomBytes(8).toString('hex'), resumable: true } })
  }

  async #pieces({ pieces, pauseMs, soundMs, closeCode }: LiveAnswer, signal: AbortSignal): Promise<{ text: string; soundMs: number }> {
    const modalities = this.#part('generationConfig').responseModalities
    const isSpoken = !Array.isArray(modalities) || modalities.includes('AUDIO')
    let text = ''
    let sentMs = 0
    for (const [index, piece] of pieces.entries()) {
      await pause(pauseMs, signal)
      if (signal.aborted) break
      const data = tone('audio/pcm', soundMs / pieces.length).toString('base64')
      const part = isSpoken ? { inlineData: { mimeType: 'audio/pcm;rate=24000', data } } : { text: piece }
      this.send({ serverContent: { modelTurn: { role: 'model', parts: [part] } } })
      if (isSpoken && this.#setup?.outputAudioTranscription) this.send({ serverContent: { outputTranscription: { text: piece } } })
      text += piece
      sentMs += isSpoken ? soundMs / pieces.length : 0
      if (closeCode !== undefined && index + 1 >= pieces.length / 2) {
        this.close(closeCode, 'Internal error occurred.')
        this.#turn?.abort()
      }
    }
    return { text, soundMs: sentMs }
  }

  #call({ calls }: LiveAnswer): void {
    if (calls.length === 0) return
    const functionCalls = calls.map(({ name, argumentText }) => ({
      ...{ id: `function-call-${randomBytes(8).readBigUInt64BE()}`, name },
      args: JSON.parse(argumentText),
    }))
    this.#pending = new Set(functionCalls.map(({ id }) => id))
    this.send({ toolCall: { functionCalls } })
  }
}

/** Without a pause too, others have their turn. */
async function pause(ms: number, signal: AbortSignal): Promise<void> {
  await sleep(ms, undefined, { signal }).catch(() => {})
}
