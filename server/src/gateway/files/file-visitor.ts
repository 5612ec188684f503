import type { IncomingMessage } from 'node:http'
import type { FastifyRequest } from 'fastify'
import type { Gateway } from '../gateway.ts'
import type { FileVisit } from './file-channel.ts'

/** A request about files. */
export interface FileVisitor {
  readonly raw: IncomingMessage
  readonly query: Readonly<Record<string, string | undefined>>
  readonly visit: FileVisit
  /** The caller's key, where the request shows none and an upload under way knows it. */
  readonly key?: string
}

/** What of a request the doors of files look at. */
export function visitorOf(request: FastifyRequest, { forwardedHeaders }: Pick<Gateway, 'forwardedHeaders'>): FileVisitor {
  const query = request.query as Record<string, string | undefined>
  const apiVersion = query['api-version']
  const clientHeaders: Record<string, string> = {}
  for (const name of forwardedHeaders) {
    const value = request.headers[name]
    if (typeof value === 'string') clientHeaders[name] = value
  }
  return { raw: request.raw, query, visit: { clientHeaders, ...(typeof apiVersion === 'string' ? { apiVersion } : {}) } }
}
