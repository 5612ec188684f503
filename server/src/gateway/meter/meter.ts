// Meters a reply for the bill: the usage that the vendor reports, and our own count to check it (R5).
import type { UsageSource } from '@waystation/contract/calls/log'
import { noUsage, promptTokensOf, totalTokensOf, type Usage } from '@waystation/contract/calls/usage'
import type { ChatEvent, StopReason } from '@waystation/wire/chat/reply/event'
import type { WireUsage } from '@waystation/wire/chat/reply/usage'
import type { Json } from '@waystation/wire/encoding/json'
import type { Frame } from '@waystation/wire/encoding/sse'
import { type BoundedUsage, type CountBounds, type CutCounts, sumOf, withinBounds, withSide } from '../../domain/pricing/count-bounds.ts'
import { type ExpectedSize, promptTokensHigh, storedTokenHours, typicalTokens, withMeasured } from '../../domain/pricing/hold-policy.ts'
import { type KnownModel, mediaTokens } from '../../domain/pricing/media-tokens.ts'
import type { OutputRecorder } from '../contents/output-recorder.ts'
import type { FrameReading, ReplyListener } from '../reply.ts'
import type { Call } from '../types.ts'
import { estimatedTokens, type TokenCounter } from './token-counter.ts'

/** Text stored for counting, in characters; text beyond that is estimated by its length. */
const MAX_STORED_CHARACTERS = 256 * 1024

const UNKNOWN_MODEL: KnownModel = { name: '', contextTokens: undefined }

export interface MeteredUsage {
  readonly usage: Usage
  readonly source: UsageSource
  /** Was there a report whose numbers cannot be counts, so that it is not used at all? */
  readonly isSuspect: boolean
  /** Bounds that the vendor's count went beyond, and that are charged in its place. */
  readonly cut: CutCounts
  readonly raw: unknown
}

/** What is known of an attempt that matters for the count of its answer. */
export interface MeterParts {
  /** Requested tiers that raise the price of all tokens. */
  readonly tiers: readonly string[]
  /** The model that answers; absent: unknown. */
  readonly model?: KnownModel
  /** How far the vendor's count is believed; absent: as far as it goes. */
  readonly bounds?: CountBounds
  /** The vendor's reports are no counts at all. */
  readonly isMadeUp?: boolean
  /** Remembers what the answer says; absent: nobody does. */
  readonly recorder?: OutputRecorder | undefined
}

export class Meter {
  readonly #call: Call
  readonly #listener: ReplyListener
  readonly #tiers: Pick<Usage, 'tiers'>
  readonly #bounds: CountBounds | undefined
  readonly #model: KnownModel
  readonly #isMadeUp: boolean
  /** Remembers what the answer says; undefined: nobody does. */
  readonly recorder: OutputRecorder | undefined
  #reportedUsage: WireUsage | undefined
  /** Was that reported before anything of the reply had come? Then it counts the prompt, and nothing of the output yet. */
  #isReportedEarly = false
  #texts: string[] = []
  #storedCharacters = 0
  #producedTokens = 0
  #hasProduce = false
  #count: Promise<Usage> | undefined
  readonly #stopReasons = new Map<number, StopReason>()

  constructor(
    call: Call,
    listener: ReplyListener,
    { tiers, bounds, model = UNKNOWN_MODEL, isMadeUp = false, recorder }: MeterParts = { tiers: [] },
  ) {
    this.#call = call
    this.#listener = listener
    this.#tiers = tiers.length > 0 ? { tiers } : {}
    this.#bounds = bounds
    this.#model = model
    this.#isMadeUp = isMadeUp
    this.recorder = recorder
  }

  push(frame: Frame): FrameReading {
    const reading = this.#listener.push(frame)
    this.recorder?.note(reading)
    if (reading.text !== '') this.#note(reading.text)
    if (reading.isProduce) this.#hasProduce = true
    if (reading.ended) this.#noteEnds(reading)
    if (reading.usage && !this.#isMadeUp) {
      this.#reportedUsage = laterReport(this.#reportedUsage, reading.usage)
      this.#isReportedEarly = !this.#hasProduce
    }
    return reading
  }

  /** The upstream closed: reads what follows from that. */
  end(): readonly ChatEvent[] {
    return this.#listener.end()
  }

  get isComplete(): boolean {
    return this.#listener.isComplete
  }

  /** Has anything come that a caller pays for? */
  get hasProduce(): boolean {
    return this.#hasProduce
  }

  /** Why each answer of a chat ended, in their order; empty where none has, or it is none. */
  get stopReasons(): readonly StopReason[] {
    return [...this.#stopReasons.values()]
  }

  /** Tokens of the answer so far, roughly. */
  get producedTokens(): number {
    return this.#producedTokens
  }

  /** Has the vendor reported its usage for all that came? */
  get hasFinalUsage(): boolean {
    return this.#reportedUsage !== undefined && !(this.#isReportedEarly && this.#hasProduce)
  }

  /** How long the prompt is at most: what the vendor reported, else estimated high. */
  get promptTokensAtMost(): number {
    if (this.#reportedUsage) return promptTokensOf(this.#believed(this.#reportedUsage).usage)
    const { size } = this.#call.facts
    const { input, audio } = promptTokensHigh(size, this.#model)
    return input + audio + (size.measured?.asTokens?.count ?? 0)
  }

  /** Usage so far, roughly: it decides when to hold more and what a crash would cost, never a bill. */
  runningUsage(): Usage {
    if (this.#reportedUsage) {
      const { usage } = this.#believed(this.#reportedUsage)
      return this.#isReportedEarly ? { ...usage, output: Math.max(usage.output, Math.ceil(this.#producedTokens)) } : usage
    }
    const { size } = this.#call.facts
    const freshInput = typicalTokens(size.textBytes)
    const output = Math.ceil(this.#producedTokens) + freshInput * (size.spokenPerToken ?? 0)
    return withMeasured({ ...noUsage, ...this.#tiers, freshInput, output, calls: 1 }, size)
  }

  /**
   * What the call used: the vendor's report within its bounds, our own count where there is none, and for a side of it that counts nothing
   * beside a visible answer (decision D57).
   * @param owesPrompt the prompt is owed even though nothing came (the client left after the vendor had begun to answer, R6)
   */
  async finalUsage(counter: TokenCounter, owesPrompt: boolean): Promise<MeteredUsage> {
    const reported = this.#reportedUsage
    if (!reported) {
      if (!this.#hasProduce && !owesPrompt) return { usage: noUsage, source: 'none', isSuspect: false, cut: {}, raw: undefined }
      return { usage: await this.#counted(counter), source: 'counted', isSuspect: false, cut: {}, raw: undefined }
    }
    const { raw } = reported
    if (!isCounted(raw)) return { usage: await this.#counted(counter), source: 'counted', isSuspect: true, cut: {}, raw }
    const { usage, cut } = this.#believed(reported)
    if (this.#isFree(usage, owesPrompt)) return { usage: noUsage, source: 'upstream', isSuspect: false, cut: {}, raw }
    const filled = await this.#withUncounted(usage, counter)
    return { usage: filled, source: filled === usage ? 'upstream' : 'counted', isSuspect: false, cut, raw }
  }

  /** The report, with our own count for a side that the vendor has not counted though the answer is visible. */
  async #withUncounted(usage: Usage, counter: TokenCounter): Promise<Usage> {
    let filled = usage
    // A stream that was cut or left before its vendor reported the output: the prompt as reported, the output as it came.
    if (this.#isReportedEarly && this.#hasProduce) {
      const output = Math.max(usage.output, await this.#countedOutput(counter))
      filled = { ...filled, output }
    }
    const { size } = this.#call.facts
    // Sold by what the vendor counts, and it has reported something else.
    if (size.measured?.most !== undefined && usage[size.measured.unit] === undefined) filled = withMeasured(filled, size)
    if (this.#producedTokens === 0) return filled
    if (sumOf('output', filled) === 0) filled = withSide('output', filled, await this.#counted(counter))
    if (sumOf('input', filled) === 0) filled = withSide('input', filled, await this.#counted(counter))
    return filled
  }

  #believed(reported: WireUsage): BoundedUsage {
    const { size } = this.#call.facts
    const { unitFactor } = size.measured ?? {}
    const usage = unitFactor === undefined ? usageOf(reported) : { ...usageOf(reported), unitFactor }
    const bounded = this.#bounds ? withinBounds(usage, this.#bounds, this.#producedTokens) : { usage, cut: {} }
    return size.keptHours === undefined ? bounded : { ...bounded, usage: withStorage(bounded.usage, size) }
  }

  /**
   * The usage that a client gets with a complete reply whose vendor reported none, or not to the end: our own count, which is what is
   * billed. Undefined: the vendor's own report stands.
   */
  async unreportedUsage(counter: TokenCounter): Promise<WireUsage | undefined> {
    if (this.#reportedUsage && !this.#isReportedEarly) return undefined
    const { usage, source, isSuspect } = await this.finalUsage(counter, false)
    return source === 'upstream' || isSuspect ? undefined : { ...usage, raw: null }
  }

  /**
   * An answer with nothing in it is free (server-behaviour 4.5) where the vendor counted nothing either, or had only reported the prompt
   * when it broke off. A prompt that was read, or written to a cache, costs what the vendor says.
   */
  #isFree(usage: Usage, owesPrompt: boolean): boolean {
    if (this.#hasProduce || owesPrompt) return false
    return totalTokensOf(usage) === 0 || (this.#isReportedEarly && !this.isComplete)
  }

  #noteEnds({ events = [] }: FrameReading): void {
    for (const event of events) if (event.kind === 'choice-ended') this.#stopReasons.set(event.choice, event.reason)
  }

  #note(text: string): void {
    this.#producedTokens += estimatedTokens(text)
    if (this.#storedCharacters + text.length > MAX_STORED_CHARACTERS) return
    this.#storedCharacters += text.length
    this.#texts.push(text)
  }

  /** Counts once, since it is called after the answer is complete. */
  #counted(counter: TokenCounter): Promise<Usage> {
    this.#count ??= this.#countAll(counter)
    return this.#count
  }

  async #countAll(counter: TokenCounter): Promise<Usage> {
    const call = this.#call
    const [prompt, output] = await Promise.all([
      counter.count([...call.endpoint.operation.promptTexts(call, 'count')]),
      this.#countedOutput(counter),
    ])
    const { size } = call.facts
    const media = mediaTokens(size.media, this.#model)
    const spoken = prompt * (size.spokenPerToken ?? 0)
    return withMeasured(
      { ...noUsage, ...this.#tiers, freshInput: prompt + media.input, audioInput: media.audio, output: output + spoken, calls: 1 },
      size,
    )
  }

  async #countedOutput(counter: TokenCounter): Promise<number> {
    const kept = await counter.count([this.#texts.join('')])
    return kept + Math.max(0, Math.ceil(this.#producedTokens) - this.#texts.reduce((sum, text) => sum + estimatedTokens(text), 0))
  }
}

/** The usage of content that is kept, with the hours of its tokens. */
const withStorage = (usage: Usage, size: ExpectedSize): Usage => ({ ...usage, cacheStorage: storedTokenHours(size, promptTokensOf(usage)) })

/** What a vendor reports of an answer, as usage of one call. */
export function usageOf(reported: WireUsage): Usage {
  const { raw: _, ...counted } = reported
  return { ...noUsage, ...counted, calls: 1 }
}

/**
 * What is known after a later report: vendors count cumulatively, so it replaces the earlier one (FLT-23). A side that became smaller stays
 * whole as it was; single buckets are never mixed, since a vendor may move tokens from one to another.
 */
function laterReport(earlier: WireUsage | undefined, later: WireUsage): WireUsage {
  if (!earlier) return later
  const kept = (['input', 'output'] as const).filter((side) => sumOf(side, earlier) > sumOf(side, later))
  const uses = later.uses ?? earlier.uses
  const latest = uses === later.uses || uses === undefined ? later : { ...later, uses }
  if (kept.length === 0) return latest
  return { ...kept.reduce((usage, side) => withSide(side, usage, earlier), latest), raw: [earlier.raw, later.raw] }
}

/**
 * Are the vendor's own counts of tokens numbers that can be counts? Numbers that the reader rejects are not trusted (FLT-22).
 */
export function isCounted(raw: Json): boolean {
  if (typeof raw !== 'object' || raw === null) return true
  for (const [key, value] of Object.entries(raw)) if (!isTrustedField(key, value ?? null)) return false
  return true
}

function isTrustedField(key: string, value: Json): boolean {
  if (typeof value === 'number') return isCount(value) || !isCountKey(key)
  if (typeof value === 'string') return value.trim() === '' || !isCountKey(key) || isCount(Number(value))
  return isCounted(value)
}

const isCountKey = (key: string) => /tokens?(count)?$/i.test(key)
const isCount = (value: number) => value >= 0 && value <= Number.MAX_SAFE_INTEGER
