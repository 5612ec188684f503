// Posts spans to the operator's collector, in batches. No call waits for it: what is too much, or cannot be sent, is dropped and told of.
import { wholeExchange } from '../bodies/whole-exchange.ts'
import type { CallOff, Clock } from '../clock.ts'
import { errorCode } from '../fields.ts'
import { type Egress, openEgress } from '../net/egress.ts'
import type { OperatorProxy } from '../net/operator-proxy.ts'
import type { TracingConfig } from '../tracing-config.ts'
import { traceRequest } from './otlp.ts'
import type { Span } from './span.ts'

/** As OpenTelemetry's own exporters have it: spans that wait at most, that one request has, and how long they wait. */
const MAX_WAITING = 2048
const MAX_BATCH = 512
const SEND_EVERY_MS = 5000
const CONNECT_TIMEOUT_MS = 5000
/** What is left at the end may take so long. */
const CLOSE_MS = 3000
const MAX_ANSWER_BYTES = 64 * 1024
/** The collector may take them later. */
const RETRIED = [429, 502, 503, 504]
/** However long it is away, the log is told so often. */
const TOLD_EVERY_MS = 600_000

export interface SpanExporterParts extends Pick<TracingConfig, 'url' | 'headers' | 'resource' | 'timeoutMs'> {
  readonly version: string
  readonly clock: Clock
  readonly operatorProxy: OperatorProxy
  readonly onTrouble: (error: unknown, facts: Record<string, unknown>) => void
  /** Certificates to trust besides those that the process trusts; for tests. */
  readonly ca?: string
}

export class SpanExporter {
  readonly #parts: SpanExporterParts
  readonly #egress: Egress
  #waiting: Span[] = []
  #callOff: CallOff | undefined
  /** Ends with the last sending that was asked for; never fails. */
  #sent = Promise.resolve()
  #isSending = false
  #dropped = 0
  #toldMs = Number.NEGATIVE_INFINITY

  constructor(parts: SpanExporterParts) {
    this.#parts = parts
    // The operator names the collector, which is mostly a private address; where clouds keep credentials is out of reach for this, too.
    this.#egress = openEgress({
      allowsPrivate: () => true,
      connectTimeoutMs: () => CONNECT_TIMEOUT_MS,
      operatorProxy: parts.operatorProxy,
      clock: parts.clock,
      ...(parts.ca === undefined ? {} : { ca: parts.ca }),
    })
  }

  add(span: Span): void {
    if (this.#waiting.length >= MAX_WAITING) {
      this.#dropped += 1
      return
    }
    this.#waiting.push(span)
    if (this.#waiting.length >= MAX_BATCH && !this.#isSending) void this.flush()
    else this.#callOff ??= this.#parts.clock.after(SEND_EVERY_MS, () => void this.flush())
  }

  /** Sends what waits. Never rejects. */
  flush(): Promise<void> {
    this.#sent = this.#sent.then(() => this.#sendAll())
    return this.#sent
  }

  /** Sends the rest; an end does not wait for a collector that is away. */
  async close(): Promise<void> {
    const late = Promise.withResolvers<void>()
    const callOff = this.#parts.clock.after(CLOSE_MS, late.resolve)
    await Promise.race([this.flush(), late.promise])
    callOff()
    this.#callOff?.()
    await this.#egress.close()
  }

  async #sendAll(): Promise<void> {
    this.#callOff?.()
    this.#callOff = undefined
    this.#isSending = true
    while (this.#waiting.length > 0) if (!(await this.#sendBatch())) break
    this.#isSending = false
    if (this.#waiting.length > 0) this.#callOff ??= this.#parts.clock.after(SEND_EVERY_MS, () => void this.flush())
  }

  /** Answers whether the next batch may be sent at once. */
  async #sendBatch(): Promise<boolean> {
    const batch = this.#waiting.splice(0, MAX_BATCH)
    const failure = await this.#post(batch)
    if (failure === undefined) return true
    const kept = failure.mayRetry ? batch.slice(0, MAX_WAITING - this.#waiting.length) : []
    this.#waiting.unshift(...kept)
    this.#dropped += batch.length - kept.length
    this.#tell(failure.reason)
    return false
  }

  async #post(batch: readonly Span[]): Promise<{ readonly reason: string; readonly mayRetry: boolean } | undefined> {
    const { url, headers, resource, version, timeoutMs } = this.#parts
    const body = traceRequest(batch, resource, { name: 'waystation', version })
    const request = { method: 'POST' as const, url, headers: { ...headers, 'content-type': 'application/json' }, body }
    try {
      const { status } = await wholeExchange(this.#egress, request, { timeoutMs, maxBytes: MAX_ANSWER_BYTES })
      return status >= 200 && status < 300 ? undefined : { reason: `status ${status}`, mayRetry: RETRIED.includes(status) }
    } catch (error) {
      return { reason: errorCode(error) || (error instanceof Error ? error.name : 'unknown'), mayRetry: true }
    }
  }

  #tell(reason: string): void {
    const { clock, onTrouble } = this.#parts
    if (clock.now() - this.#toldMs < TOLD_EVERY_MS) return
    this.#toldMs = clock.now()
    onTrouble(undefined, { event: 'spans_not_sent', reason, dropped: this.#dropped })
  }
}
