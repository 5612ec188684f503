import { isObject, type Json, type JsonObject } from '../../encoding/json.ts'
import { failureWords } from '../../failure-words.ts'
import type { UpstreamError } from '../dialect.ts'
import type { ReplyFailed } from '../reply/event.ts'

/**
 * The exceptions of Converse by their statuses; the header that names the exception is not seen here.
 * Source: AWS, Bedrock API reference, "Converse", errors.
 */
const exceptions: Readonly<Record<number, string>> = {
  400: 'ValidationException',
  403: 'AccessDeniedException',
  404: 'ResourceNotFoundException',
  408: 'ModelTimeoutException',
  424: 'ModelErrorException',
  429: 'ThrottlingException',
  500: 'InternalServerException',
  503: 'ServiceUnavailableException',
}

/** Statuses of the exceptions that come within a stream, which have none of their own. */
const statuses: Readonly<Record<string, number>> = {
  ...Object.fromEntries(Object.entries(exceptions).map(([status, name]) => [name, Number(status)])),
  ModelStreamErrorException: 424,
}

/** The error in a body: `{"message"}`, in a few services `Message`, and `__type` where the front door refuses. */
export function readError(status: number, body: Json | undefined): UpstreamError {
  const type = typeOf(body) ?? exceptions[status]
  return {
    status,
    message: messageOf(body) ?? failureWords(body) ?? `bad response status code ${status}`,
    ...(type !== undefined && { type }),
  }
}

/**
 * The error in a frame of a stream.
 *
 * @param name the type of the exception in the stream, such as `throttlingException`, or the code of an error
 */
export function readException(name: string, body: Json | undefined): ReplyFailed {
  const type = name.charAt(0).toUpperCase() + name.slice(1)
  const original = isObject(body) && typeof body.originalStatusCode === 'number' ? body.originalStatusCode : undefined
  const status = original ?? (Object.hasOwn(statuses, type) ? statuses[type] : undefined)
  return {
    kind: 'reply-failed',
    message: messageOf(body) ?? 'the upstream reported an error',
    ...(type !== '' && { type }),
    ...(status !== undefined && { code: String(status), status }),
  }
}

function messageOf(body: Json | undefined): string | undefined {
  if (typeof body === 'string' && body.trim() !== '') return body
  if (!isObject(body)) return undefined
  // For a failure of the model, the original error has more detail than its wrapper.
  return [body.originalMessage, body.message, body.Message].find((each): each is string => typeof each === 'string' && each !== '')
}

/** `com.amazon.coral.service#UnknownOperationException` is `UnknownOperationException`. */
function typeOf(body: Json | undefined): string | undefined {
  if (!isObject(body)) return undefined
  const inner: JsonObject = isObject(body.Output) ? body.Output : body
  return typeof inner.__type === 'string' ? inner.__type.replace(/^.*#/, '') : undefined
}
