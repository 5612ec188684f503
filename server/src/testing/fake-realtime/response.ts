// One response on its way: the events of its items in the order of the API, until it is complete, cut off or cancelled.
// Source of the order and of the fields: frames recorded at api.openai.com with gpt-realtime-mini (2026-09-18), and for sound and calls the
// reference of the server's events.
import { setTimeout as sleep } from 'node:timers/promises'
import type { JsonObject } from '@waystation/wire/encoding/json'
import { inside } from '@waystation/wire/testing/strict/openai/refusal'
import type { FakeCall } from '../fakes/fake-provider-ask.ts'
import type { Answer } from './answer.ts'
import type { RealtimeEvent } from './client-events.ts'
import type { Conversation, Item } from './conversation.ts'
import { formatOf, msOf, tone } from './sound.ts'
import { spokenTokens, type Tokens, textTokens, usageOf, wordTokens } from './usage.ts'

/** Where a response is given. */
export interface Stage {
  readonly newId: (kind: string) => string
  readonly send: (event: RealtimeEvent) => void
  /** Where its items are kept; undefined where they are not. */
  readonly conversation: Conversation | undefined
  /** Closes the socket, or with no code breaks its connection off. */
  readonly leave: (code: number | undefined) => void
}

/** What a response was given for, with all settings that hold for it. */
export interface Order {
  readonly settings: JsonObject
  readonly answer: Answer
  readonly input: Omit<Tokens, 'textOut' | 'audioOut'>
  readonly metadata: JsonObject | null
}

export type CancelReason = 'client_cancelled' | 'turn_detected'

/** What a response has cost, whatever was told. */
export interface ResponseBill {
  readonly id: string
  readonly status: string
  readonly usage: JsonObject
}

export class FakeResponse {
  readonly id: string
  readonly #stage: Stage
  readonly #order: Order
  readonly #stop = new AbortController()
  readonly #output: Item[] = []
  #reason: CancelReason | undefined
  #textOut = 0
  #soundMs = 0

  constructor(stage: Stage, order: Order) {
    this.id = stage.newId('resp')
    this.#stage = stage
    this.#order = order
  }

  /** Is it in the conversation, of which it may be the only one at a time? */
  get isInConversation(): boolean {
    return this.#stage.conversation !== undefined
  }

  /** Ends it with what was sent until now. */
  cancel(reason: CancelReason): void {
    this.#reason ??= reason
    this.#stop.abort()
  }

  /** Gives it, to its end. */
  async play(): Promise<ResponseBill> {
    const { answer } = this.#order
    this.#send('response.created', { response: this.#shown('in_progress', null, null) })
    await this.#pause(answer.waitMs)
    if (answer.end !== 'failed') {
      if (answer.pieces.length > 0) await this.#message()
      for (const call of answer.calls) await this.#call(call)
      if (answer.end === 'hang') await this.#aborted()
    }
    return this.#finish()
  }

  #finish(): ResponseBill {
    const { answer } = this.#order
    const [status, details] = this.#outcome()
    const usage = usageOf(this.#tokens(status))
    const told = answer.told === undefined ? (status === 'failed' ? null : usage) : answer.told
    const { usage: _, ...response } = this.#shown(status, details, null)
    this.#send('response.done', { response: answer.told === null ? response : { ...response, usage: told } })
    return { id: this.id, status, usage }
  }

  #outcome(): [status: string, details: JsonObject | null] {
    const { end, errorCode } = this.#order.answer
    if (this.#reason) return ['cancelled', { type: 'cancelled', reason: this.#reason }]
    if (end === 'failed') {
      const type = errorCode === 'server_error' ? errorCode : 'invalid_request_error'
      return ['failed', { type: 'failed', error: { type, code: errorCode, message: 'The response failed.' } }]
    }
    if (end === 'completed' || end === 'hang') return ['completed', null]
    return ['incomplete', { type: 'incomplete', reason: end }]
  }

  /** A whole answer is billed as its script says, and one that was cut off by what was sent of it. Nothing of one that failed. */
  #tokens(status: string): Tokens {
    const { answer, input } = this.#order
    const counted = { ...input, textOut: this.#textOut, audioOut: spokenTokens(this.#soundMs) }
    if (status === 'failed') return { ...nothing(counted), ...answer.tokens }
    const { textOut, audioOut, ...marked } = answer.tokens
    if (this.#reason) return { ...counted, ...marked }
    return { ...counted, ...marked, ...(textOut !== undefined && { textOut }), ...(audioOut !== undefined && { audioOut }) }
  }

  async #message(): Promise<void> {
    const isSpoken = JSON.stringify(this.#order.settings.output_modalities) === '["audio"]'
    const blank: Item = { id: this.#stage.newId('item'), type: 'message', status: 'in_progress', role: 'assistant', content: [] }
    const at = { ...this.#open(blank), content_index: 0 }
    this.#send('response.content_part.added', { ...at, part: isSpoken ? { type: 'audio', transcript: '' } : { type: 'text', text: '' } })
    const { text, sound } = await this.#pieces(at, isSpoken)
    if (isSpoken) {
      this.#send('response.output_audio.done', at)
      this.#send('response.output_audio_transcript.done', { ...at, transcript: text })
    } else this.#send('response.output_text.done', { ...at, text })
    this.#send('response.content_part.done', { ...at, part: isSpoken ? { type: 'audio', transcript: text } : { type: 'text', text } })
    const content = [isSpoken ? { type: 'output_audio', transcript: text } : { type: 'output_text', text }]
    this.#settle({ ...blank, status: this.#itemStatus, content }, at.output_index, sound)
  }

  /** Sends the pieces, as text or as a transcript with its sound, and answers with what was sent of them. */
  async #pieces(at: JsonObject, isSpoken: boolean): Promise<{ text: string; sound: Buffer }> {
    const { pieces, pauseMs, soundMs, strays, leaves, until } = this.#order.answer
    const format = formatOf(inside(inside(this.#order.settings.audio).output).format)
    const whole = isSpoken ? tone(format, soundMs) : Buffer.alloc(0)
    const size = 2 * Math.ceil(whole.length / pieces.length / 2)
    let text = ''
    let sent = 0
    for (const [index, delta] of pieces.entries()) {
      await this.#pause(pauseMs)
      if (this.#stop.signal.aborted) break
      this.#send(isSpoken ? 'response.output_audio_transcript.delta' : 'response.output_text.delta', { ...at, delta, obfuscation: 'x' })
      const sound = whole.subarray(sent, sent + size)
      if (sound.length > 0) this.#send('response.output_audio.delta', { ...at, delta: sound.toString('base64') })
      text += delta
      sent += sound.length
      this.#textOut += wordTokens(delta)
      this.#soundMs += msOf(sound.length, format)
      if (index === 0) {
        for (const stray of strays) this.#stage.send({ ...stray, type: String(stray.type) })
        if (until) await Promise.race([until, this.#aborted()])
      }
      if (leaves && index + 1 >= pieces.length / 2) {
        this.#stage.leave(leaves.code)
        this.cancel('client_cancelled')
      }
    }
    return { text, sound: whole.subarray(0, sent) }
  }

  async #call({ name, argumentText }: FakeCall): Promise<void> {
    await this.#pause(this.#order.answer.pauseMs)
    if (this.#stop.signal.aborted) return
    const call_id = this.#stage.newId('call')
    const blank: Item = { id: this.#stage.newId('item'), type: 'function_call', status: 'in_progress', name, call_id, arguments: '' }
    const at = this.#open(blank)
    const half = Math.ceil(argumentText.length / 2)
    for (const delta of [argumentText.slice(0, half), argumentText.slice(half)])
      this.#send('response.function_call_arguments.delta', { ...at, call_id, delta, obfuscation: 'x' })
    this.#textOut += textTokens(name + argumentText)
    this.#send('response.function_call_arguments.done', { ...at, call_id, name, arguments: argumentText })
    this.#settle({ ...blank, status: this.#itemStatus, arguments: argumentText }, at.output_index)
  }

  #open(item: Item) {
    const output_index = this.#output.length
    this.#output.push(item)
    const previous_item_id = this.#stage.conversation?.add(item)
    this.#send('response.output_item.added', { response_id: this.id, output_index, item })
    if (this.#stage.conversation) this.#send('conversation.item.added', { previous_item_id: previous_item_id ?? null, item })
    return { response_id: this.id, item_id: item.id, output_index }
  }

  #settle(item: Item, output_index: number, bytes: Buffer = Buffer.alloc(0)): void {
    const { conversation } = this.#stage
    this.#output[output_index] = item
    const all = conversation?.items ?? []
    const previous_item_id = all[all.findIndex(({ id }) => id === item.id) - 1]?.id ?? null
    conversation?.settle(item, bytes.length > 0 ? { bytes, ms: this.#soundMs } : undefined)
    if (conversation) this.#send('conversation.item.done', { previous_item_id, item })
    this.#send('response.output_item.done', { response_id: this.id, output_index, item })
  }

  get #itemStatus(): string {
    return this.#reason || !['completed', 'hang'].includes(this.#order.answer.end) ? 'incomplete' : 'completed'
  }

  #shown(status: string, status_details: JsonObject | null, usage: JsonObject | null): JsonObject {
    const { settings, metadata } = this.#order
    const { format, voice } = inside(inside(settings.audio).output)
    return {
      ...{ object: 'realtime.response', id: this.id, status, status_details, output: [...this.#output] },
      ...{ conversation_id: this.#stage.conversation?.id ?? null, output_modalities: settings.output_modalities },
      ...{ max_output_tokens: settings.max_output_tokens, audio: { output: { format, voice } }, usage, metadata },
    }
  }

  #send(type: string, fields: JsonObject): void {
    this.#stage.send({ type, ...fields })
  }

  async #pause(ms: number): Promise<void> {
    // Without a pause too, others have their turn, so that a client may cancel.
    await sleep(ms, undefined, { signal: this.#stop.signal }).catch(() => {})
  }

  #aborted(): Promise<void> {
    const { signal } = this.#stop
    return signal.aborted ? Promise.resolve() : new Promise((resolve) => signal.addEventListener('abort', () => resolve(), { once: true }))
  }
}

function nothing(tokens: Tokens): Tokens {
  return Object.fromEntries(Object.keys(tokens).map((name) => [name, 0])) as Record<keyof Tokens, number>
}
