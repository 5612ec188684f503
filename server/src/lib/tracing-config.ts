// Where traces go, and which calls are traced: OpenTelemetry's own variables, as far as they mean something here.

type Environment = Readonly<Record<string, string | undefined>>

/** Which calls are traced. With a parent: those whose caller traces them; the others as it says. */
export interface Sampler {
  readonly followsParent: boolean
  /** The share of the calls that are traced, from 0 to 1. */
  readonly ratio: number
}

export interface TracingConfig {
  /** Where spans are posted. */
  readonly url: URL
  /** Sent along, such as the key of a vendor that collects traces. */
  readonly headers: Readonly<Record<string, string>>
  /** What is told of this server, `service.name` among it. */
  readonly resource: Readonly<Record<string, string>>
  readonly sampler: Sampler
  readonly timeoutMs: number
}

const USUAL_TIMEOUT_MS = 10_000
const samplers: Readonly<Record<string, (ratio: number) => Sampler>> = {
  always_on: () => ({ followsParent: false, ratio: 1 }),
  always_off: () => ({ followsParent: false, ratio: 0 }),
  traceidratio: (ratio) => ({ followsParent: false, ratio }),
  parentbased_always_on: () => ({ followsParent: true, ratio: 1 }),
  parentbased_always_off: () => ({ followsParent: true, ratio: 0 }),
  parentbased_traceidratio: (ratio) => ({ followsParent: true, ratio }),
}

/** Undefined: nothing is traced, as nobody has said where to. Throws Error naming the variable that is wrong, without what stands in it. */
export function readTracing(env: Environment): TracingConfig | undefined {
  const url = endpointOf(env)
  if (!url || env.OTEL_SDK_DISABLED?.toLowerCase() === 'true' || env.OTEL_TRACES_EXPORTER === 'none') return undefined
  const protocol = env.OTEL_EXPORTER_OTLP_TRACES_PROTOCOL || env.OTEL_EXPORTER_OTLP_PROTOCOL || 'http/json'
  if (!protocol.startsWith('http/'))
    throw new Error('OTEL_EXPORTER_OTLP_PROTOCOL must be http/json: traces are posted as JSON, usually to port 4318')
  return {
    url,
    headers: pairsOf('OTEL_EXPORTER_OTLP_HEADERS', env.OTEL_EXPORTER_OTLP_TRACES_HEADERS || env.OTEL_EXPORTER_OTLP_HEADERS),
    resource: {
      'service.name': 'waystation',
      ...pairsOf('OTEL_RESOURCE_ATTRIBUTES', env.OTEL_RESOURCE_ATTRIBUTES),
      ...(env.OTEL_SERVICE_NAME ? { 'service.name': env.OTEL_SERVICE_NAME } : {}),
    },
    sampler: samplerOf(env),
    timeoutMs: timeoutOf(env),
  }
}

function endpointOf(env: Environment): URL | undefined {
  const whole = env.OTEL_EXPORTER_OTLP_TRACES_ENDPOINT
  const base = env.OTEL_EXPORTER_OTLP_ENDPOINT
  const [name, text] = whole ? ['OTEL_EXPORTER_OTLP_TRACES_ENDPOINT', whole] : ['OTEL_EXPORTER_OTLP_ENDPOINT', base]
  if (!text) return undefined
  if (!URL.canParse(text) || !/^https?:$/.test(new URL(text).protocol))
    throw new Error(`${name} must be an address such as http://collector.example:4318`)
  const url = new URL(text)
  if (!whole) url.pathname = `${url.pathname.endsWith('/') ? url.pathname : `${url.pathname}/`}v1/traces`
  return url
}

/** `name=value` with commas between; values are encoded as in addresses. */
function pairsOf(name: string, text: string | undefined): Record<string, string> {
  const items = (text ?? '').split(',').filter((item) => item.trim() !== '')
  return Object.fromEntries(
    items.map((item) => {
      const at = item.indexOf('=')
      const key = item.slice(0, at).trim()
      if (at < 0 || key === '') throw new Error(`${name} must list name=value with commas between`)
      return [key, decoded(name, item.slice(at + 1).trim())]
    }),
  )
}

function decoded(name: string, text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    throw new Error(`${name} must have values that are encoded as in addresses: % stands before two hexadecimal digits`)
  }
}

function samplerOf(env: Environment): Sampler {
  const name = env.OTEL_TRACES_SAMPLER || 'parentbased_always_on'
  const make = Object.hasOwn(samplers, name) ? samplers[name] : undefined
  if (!make) throw new Error(`OTEL_TRACES_SAMPLER must be one of ${Object.keys(samplers).join(', ')}`)
  const ratio = env.OTEL_TRACES_SAMPLER_ARG ? Number(env.OTEL_TRACES_SAMPLER_ARG) : 1
  if (!(ratio >= 0 && ratio <= 1)) throw new Error('OTEL_TRACES_SAMPLER_ARG must be a number from 0 to 1')
  return make(ratio)
}

function timeoutOf(env: Environment): number {
  const text = env.OTEL_EXPORTER_OTLP_TRACES_TIMEOUT || env.OTEL_EXPORTER_OTLP_TIMEOUT
  const timeoutMs = text ? Number(text) : USUAL_TIMEOUT_MS
  if (!Number.isInteger(timeoutMs) || timeoutMs < 1) throw new Error('OTEL_EXPORTER_OTLP_TIMEOUT must be a number of milliseconds')
  return timeoutMs
}
