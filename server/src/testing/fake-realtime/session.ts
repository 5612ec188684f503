// One session: what its client sends is read strictly and noted, and answered as the API does.
import { randomBytes } from 'node:crypto'
import type { JsonObject } from '@waystation/wire/encoding/json'
import { inside, objects, textOf } from '@waystation/wire/testing/strict/openai/refusal'
import type { WebSocket } from 'ws'
import { type Answer, type Asked, answerTo, limited } from './answer.ts'
import { type RealtimeEvent, readFrame } from './client-events.ts'
import { Conversation, type Item } from './conversation.ts'
import { ItemEvents } from './item-events.ts'
import { invalid, type Problem } from './problem.ts'
import { type CancelReason, FakeResponse, type ResponseBill } from './response.ts'
import { changed, changeProblem, firstSettings, modalityProblem } from './settings.ts'
import { SoundInput, type Utterance } from './sound-input.ts'
import { type Heard, transcribe } from './transcription.ts'
import { inputTokens } from './usage.ts'

/** What a session was asked for with. */
export interface SessionRequest {
  readonly path: string
  readonly headers: Readonly<Record<string, string | string[] | undefined>>
  /** The client's end of the connection. */
  readonly address: string
  readonly key: string
  /** Undefined: it only transcribes. */
  readonly model: string | undefined
}

/** A frame of the client: an event, or what stood in it and why it was refused. */
export type Received = { readonly event: RealtimeEvent } | { readonly raw: string; readonly isBinary: boolean; readonly problem: Problem }

/** What the vendor would charge for. */
export type Bill = { readonly model: string } & (
  | ({ readonly kind: 'response' } & ResponseBill)
  | { readonly kind: 'transcription'; readonly id: string; readonly usage: JsonObject }
)

/** Where answers and transcripts come from that a test has lined up. */
export interface Script {
  nextAnswer(): Partial<Answer> | undefined
  nextHeard(): Heard
}

const TOKEN_LIMIT = 15_000_000
/** Source: frames recorded at api.openai.com, 2026-09-18: it pings every 20 seconds. */
const PING_EVERY_MS = 20_000
const EXPIRED = 'Your session hit the maximum duration of 60 minutes.'
const GOING_AWAY = 1001

export class FakeSession {
  readonly id = newId('sess')
  readonly request: SessionRequest
  readonly received: Received[] = []
  readonly sent: RealtimeEvent[] = []
  readonly bills: Bill[] = []
  /** How the socket was closed. */
  closed: { readonly code: number; readonly reason: string } | undefined
  readonly #socket: WebSocket
  readonly #script: Script
  readonly #conversation = new Conversation(newId('conv'))
  readonly #responses = new Set<FakeResponse>()
  readonly #sound: SoundInput
  readonly #items: ItemEvents
  #settings: JsonObject
  #tokensLeft = TOKEN_LIMIT

  constructor(socket: WebSocket, request: SessionRequest, script: Script, nowMs: number) {
    this.#socket = socket
    this.request = request
    this.#script = script
    this.#settings = firstSettings({ id: this.id, model: request.model, nowMs })
    this.#sound = new SoundInput({ newId, started: (id, atMs) => this.#started(id, atMs), stopped: (id, atMs) => this.#stopped(id, atMs) })
    const send = (event: RealtimeEvent) => this.send(event)
    this.#items = new ItemEvents(this.#conversation, { newId, send, hear: () => script.nextHeard().transcript, input: () => this.#input })
    const pings = setInterval(() => socket.ping(), PING_EVERY_MS)
    socket.on('message', (data, isBinary) => this.#read(data as Buffer, isBinary))
    socket.on('error', () => {})
    socket.on('close', (code, reason) => {
      clearInterval(pings)
      this.closed = { code, reason: String(reason) }
      for (const response of this.#responses) response.cancel('client_cancelled')
    })
    this.send({ type: 'session.created', session: this.#settings })
  }

  /** The settings as they are now. */
  get settings(): JsonObject {
    return this.#settings
  }

  /** The events that its client has sent and that were taken. */
  get events(): readonly RealtimeEvent[] {
    return this.received.flatMap((one) => ('event' in one ? [one.event] : []))
  }

  /** Sends an event, which gets an id; for tests any. */
  send(event: RealtimeEvent): void {
    if (this.#socket.readyState !== this.#socket.OPEN) return
    const whole = { ...event, event_id: newId('event') }
    this.sent.push(whole)
    this.#socket.send(JSON.stringify(whole))
  }

  /** Decides, in place of what is heard, that the user has stopped speaking. */
  stopSpeech(): void {
    this.#sound.stopSpeech()
  }

  /** Ends it as the API does after an hour. */
  expire(): void {
    this.fail(invalid('session_expired', EXPIRED), null)
    this.close(GOING_AWAY, EXPIRED)
  }

  /** Tells an error. @param eventId of the event that was at fault */
  fail({ type, code, message, param }: Problem, eventId: string | null): void {
    this.send({ type: 'error', error: { type, code, message, param, event_id: eventId } })
  }

  /** Closes the socket, or with no code breaks its connection off. */
  close(code: number | undefined, reason = ''): void {
    if (code === undefined) this.#socket.terminate()
    else this.#socket.close(code, reason)
  }

  #read(data: Buffer, isBinary: boolean): void {
    const read = readFrame(data, isBinary)
    const problem = 'problem' in read ? read.problem : this.#handle(read.event)
    if (!problem) return
    const eventId = 'problem' in read ? read.eventId : typeof read.event.event_id === 'string' ? read.event.event_id : null
    if ('event' in read) this.received.pop()
    this.received.push({ raw: isBinary ? data.toString('base64') : data.toString(), isBinary, problem })
    this.fail(problem, eventId)
  }

  #handle(event: RealtimeEvent): Problem | undefined {
    this.received.push({ event })
    switch (event.type) {
      case 'session.update':
        return this.#update(inside(event.session))
      case 'input_audio_buffer.append':
        return this.#sound.append(textOf(event.audio), this.#input)
      case 'input_audio_buffer.commit':
        return this.#commit()
      case 'input_audio_buffer.clear':
        this.#sound.clear()
        this.send({ type: 'input_audio_buffer.cleared' })
        return undefined
      case 'response.create':
        return this.#create(inside(event.response))
      case 'response.cancel':
        return this.#cancel(event.response_id)
      default:
        return this.#items.handle(event)
    }
  }

  get #input(): JsonObject {
    return inside(inside(this.#settings.audio).input)
  }

  #update(change: JsonObject): Problem | undefined {
    const problem = changeProblem(this.#settings, change, this.#conversation.hasSpoken)
    if (problem) return problem
    this.#settings = changed(this.#settings, change)
    this.send({ type: 'session.updated', session: this.#settings })
    return undefined
  }

  #started(item_id: string, audio_start_ms: number): void {
    this.send({ type: 'input_audio_buffer.speech_started', audio_start_ms, item_id })
    if (inside(this.#input.turn_detection).interrupt_response === true) this.#active?.cancel('turn_detected')
  }

  #stopped(item_id: string, audio_end_ms: number): void {
    this.send({ type: 'input_audio_buffer.speech_stopped', audio_end_ms, item_id })
    const problem = this.#commit()
    if (problem) this.fail(problem, null)
    else if (inside(this.#input.turn_detection).create_response === true) void this.#create({})
  }

  #commit(): Problem | undefined {
    const taken = this.#sound.take(this.#input)
    if ('message' in taken) return taken
    this.#heard(taken)
    return undefined
  }

  #heard({ itemId, bytes, ms }: Utterance): void {
    const heard = this.#script.nextHeard()
    const item: Item = {
      id: itemId,
      type: 'message',
      status: 'completed',
      role: 'user',
      content: [{ type: 'input_audio', transcript: null }],
    }
    this.send({ type: 'input_audio_buffer.committed', previous_item_id: this.#conversation.lastId, item_id: itemId })
    this.#items.announce(item, { bytes, ms, heard: heard.transcript })
    const { transcription } = this.#input
    if (transcription === null) return
    const { events, usage, model } = transcribe({ itemId, ms, heard, settings: inside(transcription) })
    for (const event of events) this.send(event)
    if (usage) this.bills.push({ kind: 'transcription', id: itemId, model, usage })
    if (usage) this.#conversation.settle({ ...item, content: [{ type: 'input_audio', transcript: heard.transcript }] })
  }

  /** The response of the conversation that is on its way. */
  get #active(): FakeResponse | undefined {
    return [...this.#responses].find((one) => one.isInConversation)
  }

  #cancel(id: unknown): Problem | undefined {
    const found = typeof id === 'string' ? [...this.#responses].find((one) => one.id === id) : this.#active
    if (!found) return invalid('response_cancel_not_active', 'Cancellation failed: no active response found')
    const reason: CancelReason = 'client_cancelled'
    found.cancel(reason)
    return undefined
  }

  #create(given: JsonObject): Problem | undefined {
    const { conversation: kept = 'auto', input, metadata = null, instructions, ...own } = given
    if (this.#settings.type !== 'realtime') return invalid('invalid_event', 'A transcription session has no responses.', 'type')
    const isKept = kept !== 'none'
    const active = this.#active
    if (isKept && active) {
      const wait = 'Wait until the response is finished before creating a new one.'
      const message = `Conversation already has an active response in progress: ${active.id}. ${wait}`
      return invalid('conversation_already_has_active_response', message)
    }
    const items = Array.isArray(input) ? objects(input).map((one) => this.#referred(one)) : this.#conversation.items
    const missing = items.find((one) => one.type === 'item_reference')
    const problem = modalityProblem(own.output_modalities, 'response.output_modalities')
    if (problem) return problem
    if (missing) return invalid('invalid_value', `Item with item_id not found: ${missing.id}`, 'response.input')
    const settings: JsonObject = { ...changed(this.#settings, own), ...(instructions !== undefined && { instructions }) }
    const asked: Asked = { settings, items, conversation: this.#conversation, instructions: textOf(instructions) }
    const answer = limited({ ...answerTo(asked), ...this.#script.nextAnswer() }, settings.max_output_tokens)
    const conversation = isKept ? this.#conversation : undefined
    const stage = {
      newId,
      conversation,
      send: (event: RealtimeEvent) => this.send(event),
      leave: (code: number | undefined) => this.close(code),
    }
    const ordered = { settings, answer, input: inputTokens(asked), metadata: metadata === null ? null : inside(metadata) }
    void this.#play(new FakeResponse(stage, ordered))
    return undefined
  }

  #referred(one: JsonObject): Item {
    return (one.type === 'item_reference' && this.#conversation.find(textOf(one.id))) || { ...one, id: textOf(one.id) || newId('item') }
  }

  async #play(response: FakeResponse): Promise<void> {
    this.#responses.add(response)
    const bill = await response.play()
    this.#responses.delete(response)
    this.bills.push({ kind: 'response', model: this.request.model ?? '', ...bill })
    this.#tokensLeft -= Number(bill.usage.total_tokens)
    const tokens = { name: 'tokens', limit: TOKEN_LIMIT, remaining: this.#tokensLeft, reset_seconds: 0.001 }
    this.send({ type: 'rate_limits.updated', rate_limits: [tokens] })
  }
}

function newId(kind: string): string {
  return `${kind}_${randomBytes(10).toString('hex')}`
}
