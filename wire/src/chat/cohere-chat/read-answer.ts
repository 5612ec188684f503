// Cohere's answer, piece by piece: the events of a stream and the fields of a whole reply are read by the same code.
import { defined } from '../../defined.ts'
import { isObject, type Json, type JsonObject } from '../../encoding/json.ts'
import { AnswerEvents } from '../reply/answer-events.ts'
import type { ChatEvent } from '../reply/event.ts'
import { keep } from '../request/extras.ts'
import { contentIndex, readCitations } from './citations.ts'
import { NAME } from './name.ts'
import { isFailure, stopReason } from './stop-reason.ts'
import { readUsage } from './usage.ts'

/** Turns pieces of an answer into events, in the order in which they come. */
export class AnswerReader {
  readonly #events = new AnswerEvents()
  /** Texts of the answer by the number of their content, for citations of them. */
  readonly #texts = new Map<number, { readonly part: number; readonly text: string }>()
  readonly #calls = new Map<number, number>()
  #isOver = false
  #isFailed = false

  /** Has the end of the answer come, a failure included? */
  get isOver(): boolean {
    return this.#isOver
  }

  get isFailed(): boolean {
    return this.#isFailed
  }

  take(): ChatEvent[] {
    return this.#events.take()
  }

  start(id: Json | undefined, rest?: JsonObject, message?: JsonObject): void {
    const extras = keep(NAME, rest, { message })
    this.#events.add(defined({ kind: 'reply-started' as const, id: typeof id === 'string' ? id : undefined, extras }))
  }

  /** Fields that this reader does not know, carried so that a client's writer can name them as lost. */
  unknown(fields: JsonObject): void {
    this.#events.add({ kind: 'unknown', extras: { dialect: NAME, fields } })
  }

  /** A piece of the content of this number: its thinking or its text. */
  content(index: number, { thinking, text }: JsonObject, logprobs?: JsonObject): void {
    if (typeof thinking === 'string' && thinking !== '') this.#events.append('reasoning', { text: thinking }, `thinking ${index}`)
    if (typeof text !== 'string' || text === '') return
    const part = this.#events.append('text', { text, ...(logprobs && { logprobs }) }, `text ${index}`)
    const before = this.#texts.get(index)?.text ?? ''
    this.#texts.set(index, { part, text: before + text })
  }

  /** The model's plan for the calls that it is about to make. */
  plan(text: Json | undefined): void {
    if (typeof text === 'string' && text !== '') this.#events.append('text', { text }, 'plan')
  }

  /** Citations, as a list or alone. One of a text that has ended, of thinking or of a plan is carried as unknown. */
  cite(citations: Json | undefined): void {
    for (const citation of Array.isArray(citations) ? citations : [citations]) {
      if (!isObject(citation)) continue
      const index = contentIndex(citation)
      const cited = index === undefined ? [...this.#texts.values()].at(-1) : this.#texts.get(index)
      const found = cited === undefined ? [] : readCitations(citation, cited.text)
      if (cited === undefined || found.length === 0 || !this.#events.isOpen(cited.part)) this.unknown({ citations: [citation] })
      else for (const each of found) this.#events.grow(cited.part, { citation: each })
    }
  }

  startCall(index: number, call: JsonObject): void {
    const { id, function: inner } = call
    const { name, arguments: argumentsText } = isObject(inner) ? inner : {}
    const part = this.#events.start({
      kind: 'tool-call',
      id: typeof id === 'string' ? id : '',
      name: typeof name === 'string' ? name : '',
      argumentsText: '',
    })
    this.#calls.set(index, part)
    this.growCall(index, argumentsText)
  }

  growCall(index: number, argumentsText: Json | undefined): void {
    const part = this.#calls.get(index)
    if (part !== undefined && typeof argumentsText === 'string' && argumentsText !== '') this.#events.grow(part, { text: argumentsText })
  }

  endCall(index: number): void {
    const part = this.#calls.get(index)
    if (part === undefined) return
    this.#calls.delete(index)
    this.#events.end(part)
  }

  /** The answer is over: why, and what it cost. */
  end({ finish_reason: reason, usage, error, ...rest }: JsonObject): void {
    this.close()
    if (isObject(usage)) this.#events.add({ kind: 'usage-known', usage: readUsage(usage) })
    const rawReason = typeof reason === 'string' ? reason : undefined
    const failure = typeof error === 'string' && error !== '' ? error : undefined
    if (failure !== undefined || isFailure(rawReason)) {
      this.fail(failure ?? `the upstream ended the answer with ${rawReason}`, rawReason)
      return
    }
    this.#isOver = true
    const extras = keep(NAME, Object.keys(rest).length > 0 ? rest : undefined)
    this.#events.add(defined({ kind: 'choice-ended' as const, choice: 0, reason: stopReason(rawReason), rawReason, extras }))
    this.#events.add({ kind: 'reply-ended' })
  }

  fail(message: string, code?: string): void {
    this.#isOver = true
    this.#isFailed = true
    this.#events.add(defined({ kind: 'reply-failed' as const, message, code }))
  }

  /** Ends the parts that are open: nothing more will come. */
  close(): void {
    this.#events.endOpen()
    for (const index of [...this.#calls.keys()]) this.endCall(index)
  }
}
