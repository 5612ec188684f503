// What the answers of a batch come to, one by one as they are read. Each request is answered once.
import type { Usage } from '@waystation/contract/calls/usage'
import type { BatchApi } from '@waystation/wire/batches/batch-api'
import { BatchSum } from '../../domain/pricing/batch-price.ts'
import { compilePrice } from '../../domain/pricing/price-call.ts'
import type { TokenCounter } from '../meter/token-counter.ts'
import { usageOfAnswer } from './answer-usage.ts'
import type { ResultLine } from './batch-answers.ts'
import type { BatchEnd, BatchSaleFacts } from './batch-charge.ts'

export interface TallyParts {
  readonly api: BatchApi
  readonly facts: BatchSaleFacts
  readonly counter: TokenCounter
  /** The prompt of a request by our own count; undefined: it was not counted. */
  readonly promptOf: (request: { readonly name: string | undefined; readonly index: number }) => Promise<Usage | undefined>
}

export class BatchTally {
  readonly #parts: TallyParts
  readonly #sum: BatchSum
  readonly #answered = new Set<string>()
  #isCounted = false
  #unread = 0
  #hasResults = false

  constructor(parts: TallyParts) {
    this.#parts = parts
    this.#sum = new BatchSum(compilePrice(parts.facts.price))
  }

  get end(): Pick<BatchEnd, 'sum' | 'isCounted' | 'unread'> {
    return { sum: this.#sum, isCounted: this.#isCounted, unread: this.#unread }
  }

  /** Was any told, be it good or not? */
  get hasResults(): boolean {
    return this.#hasResults
  }

  /** @param index its place among the results */
  async add(line: ResultLine, index: number): Promise<void> {
    this.#hasResults = true
    const { api, facts } = this.#parts
    if (this.#sum.answers + this.#unread >= facts.requests) return
    if (!line) return this.#addUnread()
    const answer = api.answerIn(line.value)
    if (!answer) return
    const name = api.requestOf(line.value)
    if (name !== undefined && this.#answered.has(name)) return
    if (name !== undefined) this.#answered.add(name)
    const used = await usageOfAnswer({ answer, isCut: line.isCut }, facts, this.#parts.counter)
    if (!used) return this.#addUnread()
    const prompt = used.lacksPrompt ? await this.#parts.promptOf({ name, index }) : undefined
    if (used.lacksPrompt && !prompt) return this.#addUnread()
    this.#isCounted ||= used.isCounted
    this.#sum.add(prompt ? { ...used.usage, freshInput: prompt.freshInput, audioInput: prompt.audioInput } : used.usage)
  }

  #addUnread(): void {
    this.#unread += 1
    this.#isCounted = true
  }
}
