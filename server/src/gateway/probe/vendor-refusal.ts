// Why a query to a vendor (its models, a balance) failed, as a message that an admin can act on. The vendor's own message follows ours,
// unless it is JSON or an HTML page.

import type { Words } from '@waystation/contract/errors'
import { errorCode } from '../../lib/fields.ts'
import { UpstreamFailure } from '../upstream/failure.ts'

/** Maximum characters of a connection's error message. */
const MAX_DETAIL = 200

/** A failed query, with its message in both languages. */
export class VendorRefusal extends Error {
  readonly words: Words

  constructor(words: Words) {
    super(words.en)
    this.name = 'VendorRefusal'
    this.words = words
  }
}

/**
 * The refusal for a vendor that answered with another status than 200.
 * @param message the vendor's message, already without secrets; '' when there is none
 */
export function refusalOf(status: number, message: string): VendorRefusal {
  const words = wordsOf(status)
  const isSpeech = message !== '' && !/^\s*[[{<]/.test(message) && !message.startsWith('bad response status code')
  return new VendorRefusal(isSpeech ? { zh: `${words.zh}：${message}`, en: `${words.en}: ${message}` } : words)
}

/** A failed query to a vendor, as a message. `scrub` removes our secrets from the connection's error. */
export function failureWords(error: unknown, scrub: (text: string) => string): Words {
  if (error instanceof VendorRefusal) return error.words
  if (!(error instanceof UpstreamFailure)) throw error
  const { kind, code, detail, upstream } = error.facts
  if (upstream) return refusalOf(upstream.status, scrub(upstream.message).slice(0, MAX_DETAIL)).words
  if (kind === 'silence') return { zh: '供应商响应超时', en: 'the provider did not respond in time' }
  if (code === 'response_too_large') return { zh: '供应商返回的内容过大', en: 'the provider sent a response that is too large' }
  const shown = scrub(shortDetail(error.cause) ?? detail).slice(0, MAX_DETAIL)
  return { zh: `无法连接供应商（${shown}）`, en: `the provider could not be reached (${shown})` }
}

/** The code of a connection's error, which is clearer than its message. */
function shortDetail(cause: unknown): string | undefined {
  return errorCode(cause) || undefined
}

function wordsOf(status: number): Words {
  if (status === 401 || status === 403) return { zh: `供应商拒绝了该密钥（${status}）`, en: `the provider rejected the key (${status})` }
  if (status === 404 || status === 405) {
    return {
      zh: `供应商没有该接口（${status}），请检查接口地址`,
      en: `the provider has no API at this address (${status}), check the base URL`,
    }
  }
  if (status === 429) return { zh: '供应商限流（429），请稍后再试', en: 'the provider is rate limiting (429), try again later' }
  if (status >= 500) return { zh: `供应商出错（${status}）`, en: `the provider failed (${status})` }
  return { zh: `供应商返回状态码 ${status}`, en: `the provider returned status ${status}` }
}
