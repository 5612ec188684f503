// What a program may do with its user's access token. It never may do more than its user, and nothing that has to be confirmed.
import { z } from 'zod'

/**
 * `read`: whatever changes nothing. `use`: what users do with their own account, keys and credit. The others manage what they are named after,
 * as far as the role of the user reaches.
 */
export const tokenScopes = ['read', 'use', 'channels', 'prices', 'codes', 'users', 'messages', 'settings'] as const
export type TokenScope = (typeof tokenScopes)[number]

/** What a new token begins with; its user adds the rest on the screen. */
export const NEW_TOKEN_SCOPES: readonly TokenScope[] = ['read', 'use']
/** Days until a new token ends, and the most that may be chosen beside never. */
export const TOKEN_DAYS = 365

export const TokenScopes = z.array(z.enum(tokenScopes)).max(tokenScopes.length)

export const AccessTokenChange = z.object({
  scopes: TokenScopes.optional(),
  /** Days from now; null: it never ends; absent: as it is. */
  expires_in_days: z.number().int().min(1).max(TOKEN_DAYS).nullable().optional(),
})
export type AccessTokenChange = z.infer<typeof AccessTokenChange>
