// Is it alive, is it ready, how is it doing: for the machines that watch over it.
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { Counter, collectDefaultMetrics, Registry } from 'prom-client'
import type { Database } from './db/database.ts'
import { isLoopback, isProxied } from './lib/net/client-ip.ts'
import { equalTexts } from './lib/text/equal-texts.ts'

export interface HealthParts {
  readonly database: Database
  readonly registry: Registry
  readonly metricsToken: string | undefined
  readonly isDraining: () => boolean
}

/** How long a good answer of the database counts. */
const PING_KEPT_MS = 1000

/** How often the delay of the event loop is measured. Looks wake a process that has nothing to do: a hundred a second are 2 ms of CPU time. */
const LOOP_LOOK_EVERY_MS = 50

export function openRegistry(): Registry {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry, prefix: 'waystation_', eventLoopMonitoringPrecision: LOOP_LOOK_EVERY_MS })
  return registry
}

/** Counts what is logged as an error: none is expected. */
export function errorCounter(registry: Registry): () => void {
  const errors = new Counter({ name: 'waystation_server_errors_total', help: 'Unexpected errors of this node', registers: [registry] })
  return () => errors.inc()
}

/** Mounts /livez, /readyz and /metrics. */
export function mountHealth(app: FastifyInstance, { database, registry, metricsToken, isDraining }: HealthParts): void {
  let goodUntilMs = 0
  app.get('/livez', async () => ({ status: 'ok' }))
  app.get('/readyz', async (_request, reply) => {
    if (isDraining()) return reply.code(503).send({ status: 'draining' })
    if (performance.now() < goodUntilMs) return { status: 'ok' }
    try {
      await database.ping()
      goodUntilMs = performance.now() + PING_KEPT_MS
      return { status: 'ok' }
    } catch {
      return reply.code(503).send({ status: 'database unavailable' })
    }
  })
  app.get('/metrics', async (request, reply) => {
    if (!mayRead(request, metricsToken)) return reply.code(404).send('')
    return reply.type(registry.contentType).send(await registry.metrics())
  })
}

/** With a token: any caller that sends it. Without: this machine only, and not through a proxy. */
function mayRead(request: FastifyRequest, token: string | undefined): boolean {
  if (token === undefined) return isLoopback(request.raw.socket.remoteAddress ?? '') && !isProxied(request.headers)
  return equalTexts((request.headers.authorization ?? '').replace(/^Bearer /, ''), token)
}
