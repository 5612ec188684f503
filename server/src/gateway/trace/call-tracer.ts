// Spans of model calls: one of the call, and below it one of each attempt at a channel, by the GenAI conventions of OpenTelemetry as they were in
// November 2026 (status: development). What was said, keys and names of users are in none of them.
import type { EndReason } from '@waystation/contract/calls/log'
import { completionTokensOf, promptTokensOf, type Usage } from '@waystation/contract/calls/usage'
import type { StopReason } from '@waystation/wire/chat/reply/event'
import { isBrokenEnd } from '../../domain/channel/health/channel-hours.ts'
import type { Clock } from '../../lib/clock.ts'
import type { Attributes, Span } from '../../lib/tracing/span.ts'
import { newSpanId, type TraceContext, traceOf } from '../../lib/tracing/trace-context.ts'
import type { Sampler } from '../../lib/tracing-config.ts'
import type { Operation } from '../../providers/provider.ts'
import type { Attempt } from '../attempt.ts'
import type { Call } from '../types.ts'

export interface TracerParts {
  readonly clock: Clock
  readonly sampler: Sampler
  readonly send: (span: Span) => void
  /** Unix milliseconds. */
  readonly now: () => number
}

/** From when until when an attempt was under way, in milliseconds of the gateway's clock. */
interface Took {
  readonly startedMs: number
  readonly endedMs: number
}

/** How an attempt, or a call, ended: the status that was answered, where one was, and the code of its failure. */
export interface TracedOutcome {
  readonly status?: number | undefined
  readonly code?: string | undefined
}

/** What is billed of a call. */
export interface TracedAnswer {
  readonly attempt: Attempt
  readonly usage: Usage
  readonly reason: EndReason
  /** Why each answer of a chat ended. */
  readonly stopReasons: readonly StopReason[]
  /** Milliseconds from the call's start to the first byte of the answer. */
  readonly firstMs: number
}

/** Begins the trace of a call; undefined where it is not traced. */
export type CallTracer = (call: Call) => CallTrace | undefined

export function callTracer(parts: TracerParts): CallTracer {
  return (call) => {
    const context = traceOf(call.headerOf?.('traceparent'), parts.sampler)
    return context && new CallTrace(call, context, parts)
  }
}

/** Names of operations that the conventions have; the others are called as they are here. */
const operationNames: Readonly<Partial<Record<Operation, string>>> = {
  completions: 'text_completion',
  fim: 'text_completion',
  'embed-content': 'embeddings',
  'batch-embed-contents': 'embeddings',
}
/** A caller may ask for a model of any name. */
const MAX_MODEL = 200

interface TracedAttempt extends TracedOutcome {
  readonly attempt: Attempt
  readonly url: URL | undefined
  readonly startedMs: number
  endedMs: number
}

export class CallTrace {
  readonly #call: Call
  readonly #context: TraceContext
  readonly #parts: TracerParts
  readonly #spanId = newSpanId()
  /** Unix milliseconds less those of the gateway's clock. */
  readonly #offsetMs: number
  readonly #attempts: TracedAttempt[] = []
  #url: URL | undefined
  #answer: TracedAnswer | undefined
  #outcome: TracedOutcome = { status: 200 }
  #isEnded = false

  constructor(call: Call, context: TraceContext, parts: TracerParts) {
    this.#call = call
    this.#context = context
    this.#parts = parts
    this.#offsetMs = parts.now() - parts.clock.now()
  }

  /** The request of an attempt is about to go there. */
  sendsTo(url: URL): void {
    this.#url = url
  }

  /** An attempt has failed, or its answer has begun. */
  attempted(attempt: Attempt, took: Took, outcome: TracedOutcome): void {
    this.#attempts.push({ attempt, url: this.#url, ...took, ...outcome })
    this.#url = undefined
  }

  /** The answer is there to its end, as it will be billed. */
  answered(answer: TracedAnswer): void {
    this.#answer = answer
    const served = this.#attempts.findLast(({ attempt, code }) => code === undefined && attempt.channel.id === answer.attempt.channel.id)
    if (served) served.endedMs = this.#parts.clock.now()
  }

  failed(outcome: TracedOutcome): void {
    this.#outcome = outcome
  }

  /** The call is over for its client. A second time changes nothing. */
  end(): void {
    if (this.#isEnded) return
    this.#isEnded = true
    const { clock, send } = this.#parts
    for (const attempt of this.#attempts) send(this.#spanOf(attempt))
    send(this.#spanOfCall(clock.now()))
  }

  get #operation(): string {
    const { name } = this.#call.endpoint.operation
    return operationNames[name] ?? name
  }

  #spanOfCall(endedMs: number): Span {
    const { id, endpoint, facts, startedMs } = this.#call
    const { traceId, parentSpanId } = this.#context
    const model = facts.model.slice(0, MAX_MODEL)
    const { status, code } = this.#outcome
    const brokenBy = this.#answer && isBrokenEnd(this.#answer.reason) ? this.#answer.reason : undefined
    const error = code ?? brokenBy
    return {
      ...{ traceId, spanId: this.#spanId, ...(parentSpanId === undefined ? {} : { parentSpanId }) },
      ...{ name: `${this.#operation} ${model}`, kind: 'server', ...this.#times(startedMs, endedMs) },
      attributes: {
        'gen_ai.operation.name': this.#operation,
        'gen_ai.request.model': model,
        'http.request.method': endpoint.method,
        'http.route': endpoint.path,
        'waystation.request_id': id,
        'waystation.stream': facts.isStream,
        ...(status === undefined ? {} : { 'http.response.status_code': status }),
        ...(error === undefined ? {} : { 'error.type': error }),
        ...(this.#answer ? answerAttributes(this.#answer) : {}),
      },
      isError: brokenBy !== undefined || (code !== undefined && (status ?? 500) >= 500),
    }
  }

  #spanOf({ attempt, url, startedMs, endedMs, status, code }: TracedAttempt): Span {
    const { traceId } = this.#context
    return {
      ...{ traceId, spanId: newSpanId(), parentSpanId: this.#spanId },
      ...{ name: `${this.#operation} ${attempt.upstreamModel}`, kind: 'client', ...this.#times(startedMs, endedMs) },
      attributes: {
        'gen_ai.operation.name': this.#operation,
        'gen_ai.provider.name': providerName(attempt),
        'gen_ai.request.model': attempt.upstreamModel,
        'waystation.channel.id': attempt.channel.id,
        ...(url ? { 'server.address': url.hostname.replace(/^\[|\]$/g, ''), 'server.port': portOf(url) } : {}),
        ...(status === undefined ? {} : { 'http.response.status_code': status }),
        ...(code === undefined ? {} : { 'error.type': code }),
      },
      isError: code !== undefined,
    }
  }

  #times(startedMs: number, endedMs: number): Pick<Span, 'startedMs' | 'endedMs'> {
    return { startedMs: startedMs + this.#offsetMs, endedMs: endedMs + this.#offsetMs }
  }
}

function answerAttributes({ attempt, usage, reason, stopReasons, firstMs }: TracedAnswer): Attributes {
  return {
    'gen_ai.provider.name': providerName(attempt),
    'gen_ai.usage.input_tokens': promptTokensOf(usage),
    'gen_ai.usage.output_tokens': completionTokensOf(usage),
    ...(stopReasons.length === 0 ? {} : { 'gen_ai.response.finish_reasons': stopReasons.map((word) => word.replaceAll('-', '_')) }),
    'waystation.end_reason': reason,
    'waystation.first_byte_ms': Math.round(firstMs),
    'waystation.channel.id': attempt.channel.id,
  }
}

/** As the conventions call the vendor, or else its own name in their manner. */
const providerName = ({ provider }: Attempt): string => provider.tracedAs ?? provider.name.toLowerCase().replaceAll(/[^a-z\d.]+/g, '_')

const portOf = ({ port, protocol }: URL): number => (port === '' ? (protocol === 'https:' || protocol === 'wss:' ? 443 : 80) : Number(port))
