// Meters a reply for the bill: the usage that the vendor reports, and our own count to check it (R5).
import type { UsageSource } from '@waystation/contract/log'
import { completionTokensOf, noUsage, promptTokensOf, type Usage } from '@waystation/contract/usage'
import type { ChatEvent } from '@waystation/wire/chat/event'
import type { WireUsage } from '@waystation/wire/chat/usage'
import { isObject, type Json, type JsonObject } from '@waystation/wire/json'
import type { Frame } from '@waystation/wire/sse'
import { promptTokensHigh, typicalTokens, withMeasured } from '../../domain/pricing/hold-policy.ts'
import type { Call, FrameReading, ReplyListener } from '../types.ts'
import { estimatedTokens, type TokenCounter } from './token-counter.ts'

/** Text stored for counting, in characters; text beyond that is estimated by its length. */
const MAX_STORED_CHARACTERS = 256 * 1024
/** Usage beyond ten times our own count, and this much, is not believed (FLT-22). */
const SUSPECT_FACTOR = 10
const SUSPECT_PROMPT_SLACK = 10_000
/** Reasoning models use tokens that they do not show. */
const SUSPECT_OUTPUT_SLACK = 300_000
/** Pictures and files may hold far more than our flat estimate, and a vendor's own tools read pages and files that we never see. */
const SUSPECT_MEDIA_TOKENS = 500_000

export interface MeteredUsage {
  readonly usage: Usage
  readonly source: UsageSource
  readonly isSuspect: boolean
  readonly raw: unknown
}

export class Meter {
  readonly #call: Call
  readonly #listener: ReplyListener
  readonly #tiers: Pick<Usage, 'tiers'>
  #reportedUsage: WireUsage | undefined
  /** Was that reported before anything of the reply had come? Then it counts the prompt, and nothing of the output yet. */
  #isReportedEarly = false
  #texts: string[] = []
  #storedCharacters = 0
  #producedTokens = 0
  #hasProduce = false
  #count: Promise<Usage> | undefined

  /** @param tiers requested tiers that raise the price of all tokens */
  constructor(call: Call, listener: ReplyListener, tiers: readonly string[] = []) {
    this.#call = call
    this.#listener = listener
    this.#tiers = tiers.length > 0 ? { tiers } : {}
  }

  push(frame: Frame): FrameReading {
    const reading = this.#listener.push(frame)
    // The last usage replaces the ones before: vendors report it cumulatively (FLT-23).
    if (reading.text !== '') this.#note(reading.text)
    if (reading.isProduce) this.#hasProduce = true
    if (reading.usage) {
      this.#reportedUsage = reading.usage
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
    if (this.#reportedUsage) return promptTokensOf(usageOf(this.#reportedUsage))
    const { size } = this.#call.facts
    return promptTokensHigh(size) + (size.measured?.tokens ?? 0)
  }

  /** Usage so far, roughly: it decides when to hold more and what a crash would cost, never a bill. */
  runningUsage(): Usage {
    if (this.#reportedUsage) {
      const usage = usageOf(this.#reportedUsage)
      return this.#isReportedEarly ? { ...usage, output: Math.max(usage.output, Math.ceil(this.#producedTokens)) } : usage
    }
    const { size } = this.#call.facts
    const freshInput = typicalTokens(size.textBytes)
    const output = Math.ceil(this.#producedTokens) + freshInput * (size.spokenPerToken ?? 0)
    return withMeasured({ ...noUsage, ...this.#tiers, freshInput, output, calls: 1 }, size)
  }

  /**
   * What the call used: the vendor's report if it is plausible, else our own count.
   * @param owesPrompt the prompt is owed even though nothing came (the client left after the vendor had begun to answer, R6)
   */
  async finalUsage(counter: TokenCounter, owesPrompt: boolean): Promise<MeteredUsage> {
    const reported = this.#reportedUsage
    if (!reported) {
      if (!this.#hasProduce && !owesPrompt) return { usage: noUsage, source: 'none', isSuspect: false, raw: undefined }
      return { usage: await this.#counted(counter), source: 'counted', isSuspect: false, raw: undefined }
    }
    const usage = usageOf(reported)
    if (this.#isBelievable(usage) && isCounted(reported.raw)) {
      // A stream that was cut or left before its vendor reported the output: the prompt as reported, the output as it came.
      if (this.#isReportedEarly && this.#hasProduce) {
        const output = Math.max(usage.output, await this.#countedOutput(counter))
        return { usage: { ...usage, output }, source: 'counted', isSuspect: false, raw: reported.raw }
      }
      return { usage: this.#isFree(usage, owesPrompt) ? noUsage : usage, source: 'upstream', isSuspect: false, raw: reported.raw }
    }
    return { usage: await this.#counted(counter), source: 'counted', isSuspect: true, raw: reported.raw }
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
    return promptTokensOf(usage) + completionTokensOf(usage) === 0 || (this.#isReportedEarly && !this.isComplete)
  }

  #note(text: string): void {
    this.#producedTokens += estimatedTokens(text)
    if (this.#storedCharacters + text.length > MAX_STORED_CHARACTERS) return
    this.#storedCharacters += text.length
    this.#texts.push(text)
  }

  #isBelievable(usage: Usage): boolean {
    const { size } = this.#call.facts
    // The header of a recording may state a wrong duration.
    const hasMedia = size.images + size.sounds + size.videos + size.files > 0 || size.measured !== undefined
    const mayHoldMore = hasMedia || usage.uses !== undefined || offersHostedTools(this.#call.body)
    const ownPrompt = promptTokensHigh(size) + (size.measured?.tokens ?? 0)
    const [input, output] = [promptTokensOf(usage), completionTokensOf(usage)]
    const mostOutput = Math.max(SUSPECT_FACTOR * this.#producedTokens + SUSPECT_OUTPUT_SLACK, (size.maxOutputTokens ?? 0) * size.choices)
    return input <= SUSPECT_FACTOR * ownPrompt + (mayHoldMore ? SUSPECT_MEDIA_TOKENS : SUSPECT_PROMPT_SLACK) && output <= mostOutput
  }

  /** Counts once, since it is called after the answer is complete. */
  #counted(counter: TokenCounter): Promise<Usage> {
    this.#count ??= this.#countAll(counter)
    return this.#count
  }

  async #countAll(counter: TokenCounter): Promise<Usage> {
    const call = this.#call
    const [prompt, output] = await Promise.all([
      counter.count([...call.endpoint.operation.promptTexts(call)]),
      this.#countedOutput(counter),
    ])
    const { size } = call.facts
    const media = promptTokensHigh({ ...size, textBytes: 0 })
    const spoken = prompt * (size.spokenPerToken ?? 0)
    return withMeasured({ ...noUsage, ...this.#tiers, freshInput: prompt + media, output: output + spoken, calls: 1 }, size)
  }

  async #countedOutput(counter: TokenCounter): Promise<number> {
    const kept = await counter.count([this.#texts.join('')])
    return kept + Math.max(0, Math.ceil(this.#producedTokens) - this.#texts.reduce((sum, text) => sum + estimatedTokens(text), 0))
  }
}

function usageOf(reported: WireUsage): Usage {
  const { raw: _, ...counted } = reported
  return { ...noUsage, ...counted, calls: 1 }
}

/** Fields of a tool that the caller runs, in the dialects that give a tool no type. */
const CALLERS_TOOL_FIELDS = ['input_schema', 'functionDeclarations', 'function_declarations']

/** May the vendor run a tool of its own? */
function offersHostedTools({ tools, mcp_servers: servers }: JsonObject): boolean {
  if (Array.isArray(servers)) return true
  if (!Array.isArray(tools)) return false
  return tools.some(
    (tool) =>
      isObject(tool) &&
      (typeof tool.type === 'string'
        ? !/^(function|custom|namespace)$/.test(tool.type)
        : !CALLERS_TOOL_FIELDS.some((field) => field in tool)),
  )
}

/**
 * Are the vendor's own counts of tokens numbers that can be counts? Numbers that the reader rejects are not trusted (FLT-22).
 */
function isCounted(raw: Json): boolean {
  if (typeof raw !== 'object' || raw === null) return true
  return Object.entries(raw).every(([key, value]) =>
    typeof value === 'number'
      ? !/tokens?(count)?$/i.test(key) || (value >= 0 && value <= Number.MAX_SAFE_INTEGER)
      : isCounted(value ?? null),
  )
}
