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

/** Those of these headers that a request has. */
export function headersOf({ raw }: Pick<FileVisitor, 'raw'>, names: readonly string[]): Record<string, string> {
  const headers: Record<string, string> = {}
  for (const name of names) {
    const value = raw.headers[name]
    if (typeof value === 'string') headers[name] = value
  }
  return headers
}

/** What of a request the doors of files look at. */
export function visitorOf(request: FastifyRequest, { forwardedHeaders }: Pick<Gateway, 'forwardedHeaders'>): FileVisitor {
  const query = request.query as Record<string, string | undefined>
  const apiVersion = query['api-version']
  const clientHeaders = headersOf(request, forwardedHeaders)
  return { raw: request.raw, query, visit: { clientHeaders, ...(typeof apiVersion === 'string' ? { apiVersion } : {}) } }
}
