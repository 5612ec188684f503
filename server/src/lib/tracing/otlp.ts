// Spans as OTLP has them in JSON: ids in hexadecimal digits, whole numbers of 64 bits as text. Source: the OTLP specification, "JSON Protobuf
// Encoding", and trace.proto 1.x.
import type { Attributes, AttributeValue, Span } from './span.ts'

const KINDS = { server: 2, client: 3 } as const
const STATUS_ERROR = 2

/** The body of an ExportTraceServiceRequest. @param resource what the spans come from */
export function traceRequest(
  spans: readonly Span[],
  resource: Attributes,
  scope: { readonly name: string; readonly version: string },
): string {
  return JSON.stringify({
    resourceSpans: [{ resource: { attributes: listOf(resource) }, scopeSpans: [{ scope, spans: spans.map(encoded) }] }],
  })
}

function encoded({ traceId, spanId, parentSpanId, name, kind, startedMs, endedMs, attributes, isError }: Span) {
  return {
    traceId,
    spanId,
    ...(parentSpanId === undefined ? {} : { parentSpanId }),
    name,
    kind: KINDS[kind],
    startTimeUnixNano: nanoseconds(startedMs),
    endTimeUnixNano: nanoseconds(Math.max(startedMs, endedMs)),
    attributes: listOf(attributes),
    status: isError ? { code: STATUS_ERROR } : {},
  }
}

/** To the microsecond: nanoseconds are more than a number has exactly. */
const nanoseconds = (ms: number): string => `${Math.round(ms * 1000)}000`

const listOf = (attributes: Attributes) => Object.entries(attributes).map(([key, value]) => ({ key, value: encodedValue(value) }))

function encodedValue(value: AttributeValue) {
  if (typeof value === 'string') return { stringValue: value }
  if (typeof value === 'boolean') return { boolValue: value }
  if (typeof value === 'number') return Number.isInteger(value) ? { intValue: String(value) } : { doubleValue: value }
  return { arrayValue: { values: value.map((stringValue) => ({ stringValue })) } }
}
