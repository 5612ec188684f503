import type { ChatRequest } from '../chat/request/request.ts'
import { shortHash } from './short-hash.ts'
import type { EndUserIdRule } from './vendors/chat-rules.ts'

const MAIL = /\S@\S{1,255}\.\S/
/** Seven digits or more, with what people write between them. */
const PHONE = /^\+?[\d\s().-]{7,}$/

/** The names of the end user as the vendor takes them: one that is too long, or says who they are, becomes a hash. Nothing is lost by it. */
export function limitEndUserId(request: ChatRequest, rule: EndUserIdRule): ChatRequest {
  let limited = request
  for (const key of ['endUser', 'safetyIdentifier', 'cacheKey'] as const) {
    const name = request[key]
    if (name === undefined || isTaken(name, rule, key === 'cacheKey')) continue
    limited = { ...limited, [key]: `user_${shortHash(name)}` }
  }
  return limited
}

function isTaken(name: string, { maxLength, refusesContacts }: EndUserIdRule, isKey: boolean): boolean {
  if (name.length > maxLength) return false
  return isKey || !refusesContacts || !(MAIL.test(name) || (PHONE.test(name) && name.replace(/\D/g, '').length >= 7))
}
