// Claude's stream at AWS's InvokeModelWithResponseStream: each event of Anthropic's dialect stands in base64 in a message of AWS's event stream,
// and AWS's own failures come as exceptions beside them. Sources: AWS, Bedrock API reference, "InvokeModelWithResponseStream"; the types of
// Anthropic's library for Bedrock, 1.1.
import { bytesOfBase64 } from '../chat/media/base64-alphabet.ts'
import { awsEventStreamCutter, ERROR_MARK, EXCEPTION_MARK } from '../encoding/aws-event-stream.ts'
import { isObject, parseJson } from '../encoding/json.ts'
import type { Decode, Frame, FrameCutter } from '../encoding/sse.ts'

/** Anthropic's words for the exceptions, by which its clients decide whether to try again. */
const types: Readonly<Record<string, string>> = {
  validationException: 'invalid_request_error',
  throttlingException: 'rate_limit_error',
  modelTimeoutException: 'timeout_error',
  serviceUnavailableException: 'overloaded_error',
}
/** The same for the status that the model itself answered with. */
const typesOfStatus: Readonly<Record<number, string>> = { 400: 'invalid_request_error', 429: 'rate_limit_error', 529: 'overloaded_error' }

/**
 * Cuts such a stream into frames as Anthropic itself sends them. They have no bytes of their own, so they are printed for clients.
 *
 * @param maxMessageBytes a larger message throws RangeError
 */
export function invokeStreamCutter(decode: Decode, maxMessageBytes: number): FrameCutter {
  const messages = awsEventStreamCutter(decode, maxMessageBytes)
  return {
    get pendingBytes() {
      return messages.pendingBytes
    },
    push: (chunk) => messages.push(chunk).map((message) => eventIn(message, decode)),
    end: () => messages.end(),
  }
}

function eventIn({ event: name, data = '' }: Frame, decode: Decode): Frame {
  const payload = parseJson(data)
  const fields = isObject(payload) ? payload : {}
  if (name.startsWith(EXCEPTION_MARK) || name.startsWith(ERROR_MARK)) return failureFrame(name.slice(name.indexOf(':') + 1), fields)
  const text = typeof fields.bytes === 'string' ? decode(bytesOfBase64(fields.bytes)) : undefined
  const inner = text === undefined ? undefined : parseJson(text)
  return { event: isObject(inner) && typeof inner.type === 'string' ? inner.type : '', data: text }
}

function failureFrame(name: string, fields: Readonly<Record<string, unknown>>): Frame {
  const { message, originalMessage, originalStatusCode } = fields
  const type = (typeof originalStatusCode === 'number' ? typesOfStatus[originalStatusCode] : types[name]) ?? 'api_error'
  const words = [originalMessage, message].find((text) => typeof text === 'string' && text !== '') ?? name
  return { event: 'error', data: JSON.stringify({ type: 'error', error: { type, message: words } }) }
}
