/** What is told of a span: a text, a number, yes or no, or a list of texts. */
export type AttributeValue = string | number | boolean | readonly string[]
export type Attributes = Readonly<Record<string, AttributeValue>>

/** A piece of work with its time, as one trace has it. */
export interface Span {
  /** 32 hexadecimal digits. */
  readonly traceId: string
  /** 16 hexadecimal digits. */
  readonly spanId: string
  /** Absent: nothing is above it. */
  readonly parentSpanId?: string | undefined
  readonly name: string
  /** `server`: it answers a call. `client`: it makes one. */
  readonly kind: 'server' | 'client'
  /** Unix milliseconds, with fractions. */
  readonly startedMs: number
  readonly endedMs: number
  readonly attributes: Attributes
  /** Did it fail, and not by its caller's fault? */
  readonly isError: boolean
}
