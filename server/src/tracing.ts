// Traces of calls, where the operator has said where to send them. Nothing of it is loaded otherwise.
import type { Config } from './config.ts'
import type { OnTrouble } from './foundation.ts'
import type { CallTracer } from './gateway/trace/call-tracer.ts'
import type { Clock } from './lib/clock.ts'

export interface Tracing {
  readonly tracer: CallTracer | undefined
  /** Sends what waits, for a short time. */
  close(): Promise<void>
}

interface TracingParts {
  readonly version: string
  readonly clock: Clock
  readonly onTrouble: OnTrouble
}

export async function openTracing(
  { tracing, operatorProxy, nodeName }: Pick<Config, 'tracing' | 'operatorProxy' | 'nodeName'>,
  { version, clock, onTrouble }: TracingParts,
): Promise<Tracing> {
  if (!tracing) return { tracer: undefined, close: async () => {} }
  const { callTracer } = await import('./gateway/trace/call-tracer.ts')
  const { SpanExporter } = await import('./lib/tracing/span-exporter.ts')
  const resource = { 'service.version': version, 'service.instance.id': nodeName, ...tracing.resource }
  const exporter = new SpanExporter({ ...tracing, resource, version, clock, operatorProxy, onTrouble })
  return {
    tracer: callTracer({ clock, sampler: tracing.sampler, now: () => Date.now(), send: (span) => exporter.add(span) }),
    close: () => exporter.close(),
  }
}
