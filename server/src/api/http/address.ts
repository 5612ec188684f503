// The address of a console call: the paths of an endpoint, their parameters and the query.
import type { EndpointSpec } from '@waystation/contract/channels/endpoint'
import { AppError } from '@waystation/contract/errors'
import type { FastifyRequest } from 'fastify'
import type { z } from 'zod'
import { hasFields } from '../../lib/fields.ts'
import { assertText } from './read-json.ts'

/** The endpoint's path below /api, with and without its trailing slash. */
export function urlsOf(endpoint: EndpointSpec): string[] {
  const path = endpoint.path
    .replace(/^\/api/, '')
    .replace(/\/$/, '')
    .replace(/\{(\w+)\}/g, ':$1')
  return [path, `${path}/`]
}

/** The query as texts; of a parameter that is given twice, the first. */
export function queryOf(request: FastifyRequest): Record<string, string> {
  const entries = hasFields(request.query) ? Object.entries(request.query) : []
  return Object.fromEntries(
    entries.map(([name, value]) => {
      const text = String((Array.isArray(value) ? value[0] : value) ?? '')
      assertText(text)
      return [name, text]
    }),
  )
}

/**
 * The parameters in the path. A value that is no id (`/api/user/token`, `/api/user/`) makes it a path that does not exist, for every
 * caller.
 * @throws AppError unknown_path
 */
export function readParams(endpoint: EndpointSpec, request: FastifyRequest): unknown {
  if (!endpoint.params) return undefined
  const schema: z.ZodType = endpoint.params
  const read = schema.safeDecode(request.params)
  if (!read.success) throw unknownPath(request)
  return read.data
}

export function unknownPath(request: FastifyRequest): AppError {
  return new AppError('unknown_path', { method: request.method, path: pathOf(request).slice(0, 200) })
}

/** The requested path without its query, which may hold secrets. */
export function pathOf(request: FastifyRequest): string {
  return request.url.split('?', 1)[0] ?? ''
}
