// The request's parameters and body, decoded once with the endpoint's schemas.
import { bodySchema, type EndpointSpec } from '@waystation/contract/channels/endpoint'
import { withoutNulls } from '@waystation/contract/values/nulls'
import { isRecord } from '../../lib/fields.ts'
import { queryOf } from '../http/address.ts'
import { decodeForm } from '../http/decode.ts'
import { readJson } from '../http/read-json.ts'
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
  // `gatherBodies` parses every content type into a buffer.
  const json = endpoint.body ? readBody(endpoint, Buffer.isBuffer(request.body) ? request.body : undefined) : undefined
  const query = endpoint.query ? decodeForm(endpoint.query, queryOf(request)) : undefined
  const schema = bodySchema(endpoint, query ?? {})
  const body = schema && decodeForm(schema, withoutNulls(schema, json))
  return { params: context.params, query, body, rawBody: isRecord(json) ? json : {} }
}

/** The body's value: JSON, unless the endpoint takes something else. */
function readBody({ bodyAs }: EndpointSpec, bytes: Buffer | undefined): unknown {
  const text = bytes?.toString('utf8') ?? ''
  if (bodyAs === 'text') return text
  if (bodyAs === 'form') return Object.fromEntries(new URLSearchParams(text))
  return readJson(bytes)
}
