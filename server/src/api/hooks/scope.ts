// What an access token may do (decision 14).

import { scopesOf } from '@waystation/contract/channels/endpoint'
import { AppError } from '@waystation/contract/errors'
import type { TokenScope } from '@waystation/contract/people/access-token'
import type { Hook } from './hook.ts'

/** Throws AppError access_token_scope where the caller came with an access token that may not do this. */
export const scope: Hook = ({ endpoint, context: { tokenScopes } }) => assertScope(tokenScopes, scopesOf(endpoint))

/**
 * @param held undefined: the caller came with no access token
 * @param needed one of these is enough; none: nothing is needed
 * @throws AppError access_token_scope
 */
export function assertScope(held: readonly TokenScope[] | undefined, needed: readonly TokenScope[]): void {
  if (held === undefined || needed.length === 0 || needed.some((one) => held.includes(one))) return
  throw new AppError('access_token_scope', { scope: needed.join(', ') })
}
