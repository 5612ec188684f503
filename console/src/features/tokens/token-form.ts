// The form of a token: its values, what they are to begin with, and the names of many at once.
import { TOKEN_NAME_MAX, type Token, TokenDraft } from '@waystation/contract/token'
import { z } from 'zod'

export const MAX_AT_ONCE = 100
const SUFFIX_LENGTH = 6

/** A token, and how many of it. */
export const TokenForm = TokenDraft.extend({ count: z.number().int().min(1).max(MAX_AT_ONCE).default(1) })
export type TokenFormValues = z.input<typeof TokenForm>

/** What the specification presets (section 9); the quota is a dollar. */
const blank = {
  name: '',
  group: '',
  unlimited_quota: false,
  expired_time: -1,
  rate_limit_enabled: false,
  rate_limit_period: 60,
  rate_limit_count: 1000,
  rate_limit_success: 10,
  model_limits: '',
  allow_ips: '',
  count: 1,
}

/**
 * What the form begins with. An overdrawn token shows nothing left.
 * @param perUnit quota units of a dollar
 */
export function initialValues(token: Token | undefined, perUnit: number): Partial<TokenFormValues> {
  if (!token) return { ...blank, remain_quota: perUnit }
  return {
    ...token,
    remain_quota: Math.max(0, token.remain_quota),
    model_limits: token.model_limits_enabled ? token.model_limits : '',
    count: 1,
  }
}

const letters = 'abcdefghijkmnpqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ23456789'

/** The name with a random suffix, since several tokens are created with it. */
export function suffixed(name: string): string {
  const random = [...crypto.getRandomValues(new Uint8Array(SUFFIX_LENGTH))].map((byte) => letters[byte % letters.length]).join('')
  return `${name.trim().slice(0, TOKEN_NAME_MAX - SUFFIX_LENGTH - 1)}-${random}`
}
