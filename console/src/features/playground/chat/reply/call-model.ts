// Calls the playground's endpoint, paid by the console's session. Source: specification section 7, server-behaviour 2.6.
import { basePath } from '~/api/base-path'
import { sessionLost } from '~/api/session-lost'
import { currentLanguage } from '~/i18n/language'
import { storedUser } from '~/session/user'
import { CallRefused, type ChatFailure, type ModelAnswer } from '../message.ts'
import type { ModelRequest } from '../request-body.ts'
import { eventsOf } from './event-stream.ts'
import { failureOf, isFields } from './reply.ts'

/**
 * Calls a model with the browser's session.
 * @throws CallRefused when the server refuses or cannot be reached; the abort reason of `signal`
 */
export async function callModel({ path, body }: ModelRequest, group: string, signal: AbortSignal): Promise<ModelAnswer> {
  const response = await send(path, JSON.stringify({ ...body, group }), signal)
  const requestId = response.headers.get('x-request-id') ?? undefined
  if (response.ok && response.body && response.headers.get('content-type')?.includes('event-stream'))
    return { requestId, events: eventsOf(response.body) }
  const json: unknown = await response.json().catch(() => undefined)
  if (response.ok && json !== undefined) return { requestId, whole: json }
  if (response.status === 401) sessionLost()
  throw new CallRefused(await refusal(response.status, json), requestId)
}

async function send(path: ModelRequest['path'], body: string, signal: AbortSignal): Promise<Response> {
  try {
    return await fetch(`${basePath}/pg/${path}`, {
      method: 'POST',
      headers: {
        'Content-Type': 'application/json',
        'Accept-Language': currentLanguage(),
        'Cache-Control': 'no-store',
        'Waystation-User': String(storedUser()?.id ?? ''),
      },
      credentials: 'same-origin',
      body,
      signal,
    })
  } catch (error) {
    if (signal.aborted) throw error
    throw new CallRefused({ message: error instanceof Error ? error.message : String(error), code: 'network' }, undefined)
  }
}

/** In the gateway's shape, else the console's, else by the status alone: for that the table of errors is loaded, which is large. */
async function refusal(status: number, json: unknown): Promise<ChatFailure> {
  if (isFields(json) && json.error) return failureOf(json.error)
  if (isFields(json) && typeof json.message === 'string' && json.message !== '') return failureOf(json)
  const table = await import('@waystation/contract/errors').catch(() => undefined)
  return { message: table?.errorMessage('upstream_hidden', { status }, currentLanguage()) ?? `HTTP ${status}`, code: '' }
}
