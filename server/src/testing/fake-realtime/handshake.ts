// The request for a session: whose it is, for which model, and what it is refused for.
import type { IncomingMessage } from 'node:http'
import { invalid, type Problem } from './problem.ts'

/** Whom and what the fake knows. */
export interface Known {
  readonly keys: ReadonlySet<string>
  readonly models: ReadonlySet<string>
}

/** A refusal, as the answer of HTTP and as the close of a socket. */
export interface Refusal {
  readonly status: number
  readonly problem: Problem
  readonly headers?: Readonly<Record<string, string>>
  readonly closeCode: number
}

export interface Handshake {
  readonly key: string
  /** Undefined: for a session that only transcribes. */
  readonly model: string | undefined
  readonly refusal: Refusal | undefined
}

/** Codes of closing, with the type and code of the error as the reason. Source: frames recorded at api.openai.com, 2026-09-18. */
const UNAUTHORIZED = 3000
const WRONG_REQUEST = 4000
/** Of a browser, which can set no headers. Source: guide "Realtime API with WebSocket", 2026. */
const KEY_PROTOCOL = /^openai-insecure-api-key\.(.+)$/

const refused = (status: number, problem: Problem): Refusal => ({
  status,
  problem,
  closeCode: status === 401 ? UNAUTHORIZED : WRONG_REQUEST,
})

/**
 * Judges a request. The key is taken from `Authorization: Bearer`, `api-key` or a subprotocol.
 * Source of the words: frames recorded at api.openai.com (2026-09-18), the guide of error codes for the statuses.
 */
export function judge(request: IncomingMessage, { keys, models }: Known): Handshake {
  const { pathname, searchParams } = new URL(request.url ?? '', 'http://fake')
  const key = shownKey(request)
  const model = searchParams.get('model') ?? undefined
  const isTranscription = searchParams.get('intent') === 'transcription'
  const problem = (): Refusal | undefined => {
    if (pathname !== '/v1/realtime') return refused(404, invalid(null, `Invalid URL (GET ${pathname})`))
    if (key === '') return refused(401, invalid(null, 'Missing bearer or basic authentication in header'))
    if (!keys.has(key)) return refused(401, invalid('invalid_api_key', `Incorrect API key provided: ${masked(key)}. ${WHERE_KEYS_ARE}`))
    if (isTranscription && model === undefined) return undefined
    if (isTranscription)
      return refused(400, invalid('invalid_parameter', 'You must not provide a model parameter for transcription sessions.', 'model'))
    if (model === undefined) return refused(400, invalid('missing_model', NO_MODEL))
    if (models.has(model)) return undefined
    return refused(404, invalid('model_not_found', `The model \`${model}\` does not exist or you do not have access to it.`))
  }
  return { key, model: isTranscription ? undefined : model, refusal: problem() }
}

/** Is the shape of the preview wanted, which is closed? */
export const asksForBeta = ({ headers }: IncomingMessage): boolean => /\brealtime=v1\b/.test(String(headers['openai-beta']))

/** What a socket is closed with for that. */
export const betaRefusal = refused(
  400,
  invalid('beta_api_shape_disabled', 'The beta API shape is disabled. Remove the OpenAI-Beta header and use the GA API.'),
)

function shownKey({ headers }: IncomingMessage): string {
  const bearer = /^Bearer (.+)$/.exec(headers.authorization ?? '')?.[1]
  const offered = (headers['sec-websocket-protocol'] ?? '').split(/\s*,\s*/).flatMap((name) => KEY_PROTOCOL.exec(name)?.[1] ?? [])
  return bearer ?? (typeof headers['api-key'] === 'string' ? headers['api-key'] : (offered[0] ?? ''))
}

const masked = (key: string): string => `${key.slice(0, 8)}***${key.slice(-4)}`
const WHERE_KEYS_ARE = 'You can find your API key at https://platform.openai.com/account/api-keys.'
const NO_MODEL = 'You must provide a model parameter, for example wss://api.openai.com/v1/realtime?model=gpt-realtime-1.5'
