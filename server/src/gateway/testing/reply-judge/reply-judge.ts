// Says whether a reply that the gateway would send to a client is valid by that client's own libraries: by their declared types, read by
// hand into shapes and rules of order, by their helpers for streams, and by the runtime schemas of Vercel's AI SDK.
import type { ClientDialectName } from '@waystation/wire/chat/dialects'
import { isObject, type JsonObject, parseJson } from '@waystation/wire/encoding/json'
import { judgeMessage, judgeMessageStream } from './anthropic-messages.ts'
import { judgeContent, judgeContentStream } from './gemini-generate.ts'
import { libraries } from './libraries.ts'
import { judgeChunks, judgeCompletion } from './openai-chat.ts'
import { judgeResponse } from './openai-responses.ts'
import { judgeResponseStream } from './openai-responses-stream.ts'
import { eventsOf, type StreamEvent, type Verdict } from './verdict.ts'

export interface ClientReply {
  readonly dialect: ClientDialectName
  readonly isStream: boolean
  /** The whole body as JSON text, or the stream's text as it goes over the socket. */
  readonly text: string
  /** What the client had sent. */
  readonly request: JsonObject
}

interface DialectJudge {
  whole(body: JsonObject): Verdict
  stream(events: readonly StreamEvent[], request: JsonObject): Verdict
}

const judges: Readonly<Record<ClientDialectName, DialectJudge>> = {
  'openai-chat': { whole: judgeCompletion, stream: judgeChunks },
  'openai-responses': { whole: judgeResponse, stream: judgeResponseStream },
  'anthropic-messages': { whole: judgeMessage, stream: judgeMessageStream },
  'gemini-generate': { whole: judgeContent, stream: judgeContentStream },
}

/** The first complaint about the reply, in words; undefined where it is valid. */
export async function invalidReply(reply: ClientReply): Promise<string | undefined> {
  const verdict = verdictOf(reply)
  if (verdict.complaint !== undefined) return verdict.complaint
  // A whole reply that failed goes out with the status of an error, which no library takes for an answer.
  if (verdict.failure !== undefined && !reply.isStream) return undefined
  for (const { name, read, takes } of libraries[reply.dialect]) {
    if (takes?.(reply.text) === false) continue
    const error = await read(reply)
    const complaint = libraryComplaint(error, verdict.failure)
    if (complaint !== undefined) return `${name}: ${complaint}`
  }
  return undefined
}

function verdictOf({ dialect, isStream, text, request }: ClientReply): Verdict {
  const judge = judges[dialect]
  if (isStream) {
    const events = eventsOf(text)
    return typeof events === 'string' ? { complaint: events } : judge.stream(events, request)
  }
  const body = parseJson(text)
  return isObject(body) ? judge.whole(body) : { complaint: `no JSON object: ${text.slice(0, 100)}` }
}

/** @param failure the reply's own words for how it failed; absent: it did not */
function libraryComplaint(error: string | undefined, failure: string | undefined): string | undefined {
  if (failure === undefined) return error
  if (error === undefined) return `the failure ${JSON.stringify(failure)} is not reported to the caller`
  return error.includes(failure) || error.includes(JSON.stringify(failure).slice(1, -1)) ? undefined : error
}
