import { isObject, type Json, parseJson } from '../../encoding/json.ts'
import type { Frame } from '../../encoding/sse.ts'
import { bearer } from '../bearer.ts'
import type { Dialect } from '../dialect.ts'
import { count } from './count-tokens.ts'
import { edit } from './edit.ts'
import { errorBody, readError, writeError } from './error.ts'
import { models } from './models.ts'
import { NAME } from './name.ts'
import { replyReader } from './read/reply.ts'
import { readRequest } from './read/request.ts'
import { terms } from './terms.ts'
import { familyOf } from './write/family.ts'
import { isFetched } from './write/part.ts'
import { replyWriter } from './write/reply.ts'
import { writeRequest } from './write/request.ts'

/** Google's `:generateContent` and `:streamGenerateContent`, as the Gemini API and Vertex AI speak them. Source: Gemini API reference, 2026. */
export const geminiGenerate: Dialect = {
  name: NAME,
  framing: 'sse',
  models,
  count,
  readRequest,
  writeRequest,
  replyReader,
  replyWriter,
  readError,
  writeError,
  writeStreamError(error) {
    return [{ event: '', data: JSON.stringify(errorBody(error)) }]
  },
  isTerminal,
  endsAtClose: true,
  failsBare: true,
  knowsFailedEnds: true,
  // Frames with content report usage without being asked to.
  isUsageOnly: () => false,
  edit,
  emptyRequest: { contents: [] },
  terms,
  needsData: ({ source }, model) => source.kind === 'url' && !isFetched(source.kind, source.url, familyOf(model)),
  usual: {
    chatPath: ({ model, isStream }) => actionPath(model, isStream ? 'streamGenerateContent?alt=sse' : 'generateContent'),
    countPath: ({ model }) => actionPath(model, 'countTokens'),
    keyHeaders: (key) => ({ ...bearer(key), 'x-goog-api-key': key }),
  },
}

/** There is no terminal mark, but a frame with a finish reason may be the last one. */
function isTerminal({ data }: Frame): boolean {
  // Most frames have no reason, so most need not be parsed.
  if (data === undefined || !(data.includes('"finishReason"') || data.includes('"blockReason"'))) return false
  const value = parseJson(data)
  const frames = Array.isArray(value) ? value : [value]
  return frames.some((frame) => isObject(frame) && hasReason(frame.candidates, frame.promptFeedback))
}

function hasReason(candidates: Json | undefined, feedback: Json | undefined): boolean {
  if (isObject(feedback) && typeof feedback.blockReason === 'string') return true
  return (
    Array.isArray(candidates) &&
    candidates.some((each) => isObject(each) && typeof each.finishReason === 'string' && each.finishReason !== '')
  )
}

/** The model and the method are part of the URL. */
function actionPath(model: string, action: string): string {
  return `/v1beta/models/${encodeURIComponent(model)}:${action}`
}
