import { isObject, parseJson } from '../../encoding/json.ts'
import { type Frame, isDone } from '../../encoding/sse.ts'
import { readError, writeError } from '../../openai/error.ts'
import { bearer } from '../bearer.ts'
import type { Dialect } from '../dialect.ts'
import { openaiModels } from '../model-shapes.ts'
import { count } from './count.ts'
import { edit } from './edit.ts'
import { failureFrames, failureRest } from './error.ts'
import { NAME } from './name.ts'
import { ResponseReader } from './read/reply.ts'
import { readRequest } from './read/request.ts'
import { terms } from './terms.ts'
import { ResponseWriter } from './write/reply.ts'
import { writeRequest } from './write/request.ts'

/** OpenAI Responses, with what Azure, xAI, LM Studio and others make of it. Source: OpenAI's API reference, 2026. */
export const openaiResponses: Dialect = {
  name: NAME,
  framing: 'sse',
  models: openaiModels,
  count,
  readRequest,
  writeRequest,
  replyReader: (options) => new ResponseReader(options),
  replyWriter: (options, losses) => new ResponseWriter(options, losses),
  readError,
  writeError,
  writeStreamError: failureFrames,
  failureRest,
  knowsFailedEnds: true,
  isTerminal,
  // Usage stands in the terminal event, which no client can do without.
  isUsageOnly: () => false,
  edit,
  emptyRequest: { input: [] },
  terms,
  needsData: ({ kind }) => kind === 'audio',
  usual: { chatPath: () => '/v1/responses', countPath: () => '/v1/responses/input_tokens', keyHeaders: bearer },
}

const ends: readonly string[] = ['response.completed', 'response.incomplete', 'response.cancelled']

/** `response.failed` is no end to be withheld: the client learns of the failure at once, and no whole response is settled. */
function isTerminal(frame: Frame): boolean {
  const { event, data } = frame
  if (data === undefined) return false
  if (event !== '') return ends.includes(event)
  if (isDone(frame)) return true
  // A look at the text spares nearly every frame the parsing.
  if (!ends.some((end) => data.includes(end))) return false
  const value = parseJson(data)
  return isObject(value) && typeof value.type === 'string' && ends.includes(value.type)
}
