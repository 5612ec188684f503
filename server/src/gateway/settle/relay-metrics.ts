import { Counter, Gauge, Histogram, type Registry } from 'prom-client'

export interface RelayMetrics {
  ended(labels: { endpoint: string; reason: string; status: number }, took: { firstMs: number | null; totalMs: number }): void
  attemptFailed(channelId: number, code: string): void
  /** A vendor counted more than can be, or what cannot be a count. */
  countDoubted(channelId: number): void
  /** A refused call got no row in the log, since its user had so many. */
  refusalLeftOut(): void
}

/** Metrics of model calls. Labels are ours, never a caller's text. */
export function relayMetrics(registry: Registry, live: { readonly count: number }): RelayMetrics {
  const calls = new Counter({
    name: 'waystation_calls_total',
    help: 'Model calls by how they ended',
    labelNames: ['endpoint', 'reason', 'status'],
    registers: [registry],
  })
  const total = new Histogram({
    name: 'waystation_call_seconds',
    help: 'Duration of model calls',
    labelNames: ['endpoint'],
    buckets: [0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 120, 300],
    registers: [registry],
  })
  const first = new Histogram({
    name: 'waystation_first_byte_seconds',
    help: 'Time to the first byte of an answer',
    labelNames: ['endpoint'],
    buckets: [0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 120],
    registers: [registry],
  })
  const failures = new Counter({
    name: 'waystation_attempt_failures_total',
    help: 'Failed attempts by channel and cause',
    labelNames: ['channel', 'code'],
    registers: [registry],
  })
  const leftOut = new Counter({
    name: 'waystation_refusals_left_out_total',
    help: 'Refused model calls without a row in the log, since their user had too many',
    registers: [registry],
  })
  const doubted = new Counter({
    name: 'waystation_counts_doubted_total',
    help: 'Answers whose vendor counted more than can be, or what cannot be a count, by channel',
    labelNames: ['channel'],
    registers: [registry],
  })
  showLiveCalls(registry, live)
  return {
    ended({ endpoint, reason, status }, { firstMs, totalMs }) {
      calls.inc({ endpoint, reason, status })
      total.observe({ endpoint }, totalMs / 1000)
      if (firstMs !== null) first.observe({ endpoint }, firstMs / 1000)
    },
    attemptFailed(channelId, code) {
      failures.inc({ channel: channelId, code })
    },
    countDoubted(channelId) {
      doubted.inc({ channel: channelId })
    },
    refusalLeftOut() {
      leftOut.inc()
    },
  }
}

function showLiveCalls(registry: Registry, live: { readonly count: number }): void {
  new Gauge({
    name: 'waystation_live_calls',
    help: 'Model calls under way',
    registers: [registry],
    collect() {
      this.set(live.count)
    },
  })
}
