// How every console call is answered: the envelope, in the caller's language. Sources: server-behaviour 1.1, decisions D34 and D38.
import type { Envelope } from '@waystation/contract/envelope'
import { AppError, errorMessage, errorStatus, type Facts, type Language, type Words } from '@waystation/contract/errors'
import { fieldsOf } from '../../lib/fields.ts'
import { hasExtras, isRedirect } from './route.ts'

export interface Answer {
  readonly status: number
  readonly body: Envelope & Readonly<Record<string, unknown>>
  readonly retrySeconds?: number
  /** A page of the console to go on to, from its root. */
  readonly location?: string
}

/** What a handler returned, as an envelope. */
export function successAnswer(returned: unknown, language: Language, requestId: string): Answer {
  if (isRedirect(returned)) return { status: 302, body: { success: true, message: '', data: null }, location: returned.path }
  if (!hasExtras(returned)) return { status: 200, body: { success: true, message: '', data: returned ?? null } }
  const message = returned.message?.[language] ?? ''
  if (!returned.error) return { status: 200, body: { success: true, message, data: returned.data, ...returned.extra } }
  // The call itself was served. A code of the gateway's door, such as that of a missing price, has its own HTTP status there only.
  const failed = { ...failureAnswer(returned.error, language, requestId), status: 200 }
  return { ...failed, body: { ...failed.body, data: returned.data, ...returned.extra } }
}

/**
 * An error as an envelope. Anything but an AppError is a bug, and none of its details are shown.
 * @param maxBodyBytes what the body of the call may have; named where it had more
 */
export function failureAnswer(error: unknown, language: Language, requestId: string, maxBodyBytes?: number): Answer {
  const known = asAppError(error, maxBodyBytes)
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
export function asAppError(error: unknown, maxBodyBytes = 0): AppError {
  if (error instanceof AppError) return error
  const { statusCode, code } = fieldsOf(error)
  if (statusCode === 413) return new AppError('body_too_large', { limit: sizeWords(maxBodyBytes) })
  if (typeof statusCode === 'number' && statusCode >= 400 && statusCode < 500 && String(code).startsWith('FST_')) {
    return new AppError('bad_request', { detail: { zh: '无法读取该请求', en: String(code) } })
  }
  return new AppError('internal_error', {}, { cause: error })
}

const sizeWords = (bytes: number): string => (bytes < 1024 * 1024 ? `${bytes / 1024} KB` : `${bytes / (1024 * 1024)} MB`)

const things: Readonly<Record<string, Words>> = {
  token: { zh: '令牌', en: 'This token' },
  channel: { zh: '渠道', en: 'This channel' },
  user: { zh: '用户', en: 'This user' },
  log: { zh: '日志', en: 'This log entry' },
  content: { zh: '对话内容', en: 'The content of this call' },
  tag: { zh: '标签', en: 'This tag' },
  session: { zh: '会话', en: 'This session' },
  key: { zh: '密钥', en: 'This key' },
  passkey: { zh: '通行密钥', en: 'This passkey' },
  message: { zh: '消息', en: 'This message' },
  announcement: { zh: '公告', en: 'This announcement' },
  order: { zh: '订单', en: 'This order' },
  'server error': { zh: '错误', en: 'This error' },
  'price source': { zh: '价格来源', en: 'This price source' },
  redemption: { zh: '兑换码', en: 'This code' },
  budget: { zh: '用量上限', en: 'This limit' },
  'price version': { zh: '价格版本', en: 'This version of the prices' },
}

/** `not_found` names its thing by a word of the program; the caller reads it in their language. */
function wordedFacts(facts: Facts, language: Language): Facts {
  const thing = typeof facts.what === 'string' && Object.hasOwn(things, facts.what) ? things[facts.what] : undefined
  return thing ? { ...facts, what: thing[language] } : facts
}
