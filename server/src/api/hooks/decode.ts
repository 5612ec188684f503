// What was asked for, decoded once with the endpoint's schemas.
import { bodySchema } from '@waystation/contract/endpoint'
import { withoutNulls } from '@waystation/contract/nulls'
import { queryOf } from '../address.ts'
import { decodeForm } from '../decode.ts'
import { readJson } from '../read-json.ts'
import type { IncomingCall } from './hook.ts'

/** A call's parts, as its endpoint's schemas gave them. */
export interface DecodedCall {
  readonly params: unknown
  readonly query: unknown
  readonly body: unknown
  /** The body's fields as they came, for the audit alone. */
  readonly rawBody: Readonly<Record<string, unknown>>
}

/** @throws AppError bad_json, too_deep, bad_request or bad_form naming the fields */
export function decode({ endpoint, request, context }: IncomingCall): DecodedCall {
  // Sound: `gatherBodies` parses every content type into a buffer.
  const json = endpoint.body ? readJson(request.body as Buffer | undefined) : undefined
  const query = endpoint.query ? decodeForm(endpoint.query, queryOf(request)) : undefined
  const schema = bodySchema(endpoint, query ?? {})
  const body = schema && decodeForm(schema, withoutNulls(schema, json))
  return { params: context.params, query, body, rawBody: isRecord(json) ? json : {} }
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
