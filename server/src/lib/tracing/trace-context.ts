// By which a call knows the trace that it is a part of. Source: W3C Trace Context, level 2.
import { randomFillSync } from 'node:crypto'
import type { Sampler } from '../tracing-config.ts'

export interface TraceContext {
  readonly traceId: string
  /** The span of the caller; absent: the trace begins here. */
  readonly parentSpanId?: string
}

/** Does the caller trace the call? */
interface ParentContext extends Required<TraceContext> {
  readonly isSampled: boolean
}

/** Version, trace, span and flags; later versions may have more behind them. */
const TRACEPARENT = /^([\da-f]{2})-([\da-f]{32})-([\da-f]{16})-([\da-f]{2})(?:-.*)?$/
const SAMPLED = 1
const ZEROS = /^0+$/

/** Reads the header `traceparent`; undefined where it is none. */
export function readTraceparent(header: string | undefined): ParentContext | undefined {
  const [, version, traceId = '', parentSpanId = '', flags = ''] = TRACEPARENT.exec(header ?? '') ?? []
  if (version === undefined || version === 'ff' || ZEROS.test(traceId) || ZEROS.test(parentSpanId)) return undefined
  if (version === '00' && (header ?? '').length !== 55) return undefined
  return { traceId, parentSpanId, isSampled: (Number.parseInt(flags, 16) & SAMPLED) === SAMPLED }
}

/** The trace of a call whose header `traceparent` this is; undefined: it is not traced. */
export function traceOf(header: string | undefined, { followsParent, ratio }: Sampler): TraceContext | undefined {
  const parent = readTraceparent(header)
  if (parent && followsParent) return parent.isSampled ? parent : undefined
  const trace = parent ?? { traceId: randomHex(16) }
  return isDrawn(trace.traceId, ratio) ? trace : undefined
}

export const newSpanId = (): string => randomHex(8)

/** The last seven bytes of a trace's id are random, so that all who draw by them draw the same. */
const RANDOM_DIGITS = 14
const RANDOM_VALUES = 16 ** RANDOM_DIGITS

function isDrawn(traceId: string, ratio: number): boolean {
  return ratio === 1 || Number.parseInt(traceId.slice(-RANDOM_DIGITS), 16) < ratio * RANDOM_VALUES
}

const randomHex = (bytes: number): string => randomFillSync(Buffer.alloc(bytes)).toString('hex')
