import { isObject, parseJson } from '../../encoding/json.ts'
import type { Frame } from '../../encoding/sse.ts'
import { bearer } from '../bearer.ts'
import type { Dialect } from '../dialect.ts'
import { count } from './count.ts'
import { edit } from './edit.ts'
import { errorBody, readError, writeError } from './error.ts'
import { models } from './models.ts'
import { NAME } from './name.ts'
import { replyReader } from './read/reply.ts'
import { readRequest } from './read/request.ts'
import { terms } from './terms.ts'
import { USUAL_VERSION, VERSION_HEADER } from './version.ts'
import { replyWriter } from './write/reply.ts'
import { writeRequest } from './write/request.ts'

/** Anthropic Messages. Source: Anthropic's API reference and the types of its SDK, 2026. */
export const anthropicMessages: Dialect = {
  name: NAME,
  framing: 'sse',
  models,
  count,
  requestIdHeader: 'request-id',
  readRequest,
  writeRequest,
  replyReader,
  replyWriter,
  readError,
  writeError,
  writeStreamError(error) {
    return [{ event: 'error', data: JSON.stringify(errorBody(error)) }]
  },
  isTerminal,
  // Frames with usage have other fields too.
  isUsageOnly: () => false,
  edit,
  emptyRequest: { messages: [] },
  // Others speak the dialect too.
  takesBillingLine: (model) => /claude/i.test(model),
  terms,
  versionHeader: VERSION_HEADER,
  usual: {
    chatPath: () => '/v1/messages',
    countPath: () => '/v1/messages/count_tokens',
    keyHeaders: (key) => ({ ...bearer(key), 'x-api-key': key, [VERSION_HEADER]: USUAL_VERSION }),
  },
}

function isTerminal(frame: Frame): boolean {
  if (frame.event !== '') return frame.event === 'message_stop'
  // A frame without a name is known by its data; most need not be parsed, since the word is not in them.
  const data = frame.data
  if (data === undefined || !data.includes('"message_stop"')) return false
  const event = parseJson(data)
  return isObject(event) && event.type === 'message_stop'
}
