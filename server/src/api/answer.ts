// How every console call is answered: the envelope, in the caller's language. Sources: server-behaviour 1.1, decisions D34 and D38.
import type { Envelope } from '@waystation/contract/envelope'
import { AppError, errorMessage, errorStatus, type Facts, type Language, type Words } from '@waystation/contract/errors'
import { hasExtras } from './route.ts'

export interface Answer {
  readonly status: number
  readonly body: Envelope & Readonly<Record<string, unknown>>
  readonly retrySeconds?: number
}

/** What a handler returned, as an envelope. */
export function successAnswer(returned: unknown, language: Language, requestId: string): Answer {
  if (!hasExtras(returned)) return { status: 200, body: { success: true, message: '', data: returned ?? null } }
  const message = returned.message?.[language] ?? ''
  if (!returned.error) return { status: 200, body: { success: true, message, data: returned.data, ...returned.extra } }
  const failed = failureAnswer(returned.error, language, requestId)
  return { ...failed, body: { ...failed.body, data: returned.data, ...returned.extra } }
}

/** An error as an envelope. Whatever is not an AppError is a bug, and tells nothing of itself. */
export function failureAnswer(error: unknown, language: Language, requestId: string): Answer {
  const known = asAppError(error)
  const facts = wordedFacts(known.facts, language)
  const fields =
    known.fields && Object.fromEntries(Object.entries(known.fields).map(([name, code]) => [name, errorMessage(code, facts, language)]))
  const { seconds } = known.facts
  return {
    status: errorStatus(known.code),
    body: {
      success: false,
      message: errorMessage(known.code, facts, language),
      code: known.code,
      request_id: requestId,
      ...(fields ? { fields } : {}),
    },
    ...(errorStatus(known.code) === 429 && typeof seconds === 'number' ? { retrySeconds: seconds } : {}),
  }
}

/** Is this a failure that was foreseen? Fastify's own refusals of a request count as such. */
export function asAppError(error: unknown): AppError {
  if (error instanceof AppError) return error
  const { statusCode, code } = (error ?? {}) as { statusCode?: unknown; code?: unknown }
  if (statusCode === 413) return new AppError('body_too_large', { limit: '1 MiB' })
  if (typeof statusCode === 'number' && statusCode >= 400 && statusCode < 500 && String(code).startsWith('FST_')) {
    return new AppError('bad_request', { detail: { zh: '无法读取该请求', en: String(code) } })
  }
  return new AppError('internal_error', {}, { cause: error })
}

const things: Readonly<Record<string, Words>> = {
  token: { zh: '令牌', en: 'This token' },
  channel: { zh: '渠道', en: 'This channel' },
  user: { zh: '用户', en: 'This user' },
  log: { zh: '日志', en: 'This log entry' },
  tag: { zh: '标签', en: 'This tag' },
  key: { zh: '密钥', en: 'This key' },
}

/** `not_found` names its thing by a word of the program; the caller reads it in their language. */
function wordedFacts(facts: Facts, language: Language): Facts {
  const thing = typeof facts.what === 'string' && Object.hasOwn(things, facts.what) ? things[facts.what] : undefined
  return thing ? { ...facts, what: thing[language] } : facts
}
