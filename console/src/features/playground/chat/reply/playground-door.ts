// The playground's own endpoints, paid by the console's session. Source: specification section 7, server-behaviour 2.6.
import { basePath } from '~/api/base-path'
import { sessionLost } from '~/api/session-lost'
import { currentLanguage } from '~/i18n/language'
import { storedUser } from '~/session/user'
import { CallRefused, type ChatFailure } from '../message.ts'
import { failureOf, isFields } from './fields.ts'

export interface Asked {
  /** Sent as JSON; absent: the request is a GET, or has a form. */
  readonly json?: object
  readonly form?: FormData
  readonly signal: AbortSignal
}

/**
 * Asks one of them.
 * @param path below `/pg/`
 * @throws CallRefused when the server cannot be reached; the abort reason of `signal`
 */
export async function askPlayground(path: string, { json, form, signal }: Asked): Promise<Response> {
  const body = json === undefined ? form : JSON.stringify(json)
  try {
    return await fetch(`${basePath}/pg/${path}`, {
      method: body === undefined ? 'GET' : 'POST',
      headers: {
        ...(json === undefined ? {} : { 'Content-Type': 'application/json' }),
        'Accept-Language': currentLanguage(),
        'Cache-Control': 'no-store',
        'Waystation-User': String(storedUser()?.id ?? ''),
      },
      credentials: 'same-origin',
      ...(body === undefined ? {} : { body }),
      signal,
    })
  } catch (error) {
    if (signal.aborted) throw error
    throw new CallRefused({ message: error instanceof Error ? error.message : String(error), code: 'network' }, undefined)
  }
}

/** Of the call that was answered. */
export const requestIdOf = (response: Response): string | undefined => response.headers.get('x-request-id') ?? undefined

/** The answer as JSON. @throws CallRefused where it is a refusal, or no JSON */
export async function jsonOf(response: Response): Promise<unknown> {
  const json: unknown = await response.json().catch(() => undefined)
  if (response.ok && json !== undefined) return json
  throw await refusalOf(response, json)
}

/** @param json the body of the response, where it is JSON */
async function refusalOf(response: Response, json: unknown): Promise<CallRefused> {
  if (response.status === 401) sessionLost()
  return new CallRefused(await failureIn(response.status, json), requestIdOf(response))
}

/** In the gateway's shape, else the console's, else by the status alone: for that the table of errors is loaded, which is large. */
async function failureIn(status: number, json: unknown): Promise<ChatFailure> {
  if (isFields(json) && json.error) return failureOf(json.error)
  if (isFields(json) && typeof json.message === 'string' && json.message !== '') return failureOf(json)
  const table = await import('@waystation/contract/errors').catch(() => undefined)
  return { message: table?.errorMessage('upstream_hidden', { status }, currentLanguage()) ?? `HTTP ${status}`, code: '' }
}
