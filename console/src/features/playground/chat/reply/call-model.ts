import type { ModelAnswer } from '../message.ts'
import type { ModelRequest } from '../request-body.ts'
import { eventsOf } from './event-stream.ts'
import { type Asked, askPlayground, jsonOf, requestIdOf } from './playground-door.ts'

/**
 * Calls a model with the browser's session.
 * @throws CallRefused when the server refuses or cannot be reached; the abort reason of `signal`
 */
export async function callModel(request: ModelRequest, group: string, signal: AbortSignal): Promise<ModelAnswer> {
  const response = await askPlayground(request.path, { ...sent(request, group), signal })
  const requestId = requestIdOf(response)
  const type = response.headers.get('content-type') ?? ''
  if (response.ok && response.body && type.includes('event-stream')) return { requestId, events: eventsOf(response.body) }
  if (response.ok && type.startsWith('audio/')) return { requestId, sound: await response.blob() }
  return { requestId, whole: await jsonOf(response) }
}

function sent(request: ModelRequest, group: string): Pick<Asked, 'json' | 'form'> {
  if (!('file' in request)) return { json: { ...request.body, group } }
  const form = new FormData()
  for (const [name, text] of Object.entries({ ...request.body, group })) form.set(name, text)
  form.set('file', request.file)
  return { form }
}
