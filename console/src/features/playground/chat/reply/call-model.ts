import type { ModelAnswer } from '../message.ts'
import type { ModelRequest } from '../request-body.ts'
import { eventsOf } from './event-stream.ts'
import { askPlayground, jsonOf, requestIdOf } from './playground-door.ts'

/**
 * Calls a model with the browser's session.
 * @throws CallRefused when the server refuses or cannot be reached; the abort reason of `signal`
 */
export async function callModel({ path, body }: ModelRequest, group: string, signal: AbortSignal): Promise<ModelAnswer> {
  const response = await askPlayground(path, { json: { ...body, group }, signal })
  const requestId = requestIdOf(response)
  if (response.ok && response.body && response.headers.get('content-type')?.includes('event-stream'))
    return { requestId, events: eventsOf(response.body) }
  return { requestId, whole: await jsonOf(response) }
}
