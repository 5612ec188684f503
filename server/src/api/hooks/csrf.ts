// Does a call come from our own pages (`sameSite`), and from the user that it names (`userHeader`)? (control 8)
import { serverAddress } from '@waystation/contract/options/payment'
import type { OptionService } from '../../domain/option/option-service.ts'
import { assertOwnSetup, assertSameSite, assertUserHeader, isCsrfChecked, isUserHeaderDemanded } from '../http/guard.ts'
import type { Hook } from './hook.ts'

interface SameSiteParts {
  readonly options: Pick<OptionService, 'get'>
  readonly isSetUp: () => boolean
}

/** Throws AppError cross_site. */
export function sameSite({ options, isSetUp }: SameSiteParts): Hook {
  return ({ endpoint, request: { headers } }) => {
    if (!isCsrfChecked(endpoint)) return
    const isFirst = endpoint.access === 'setup' && !isSetUp()
    if (isFirst) assertOwnSetup(headers, options.get(serverAddress))
    else assertSameSite(headers, options.get(serverAddress))
  }
}

/** Throws AppError user_header_mismatch. */
export const userHeader: Hook = ({ endpoint, request, context }) => {
  if (context.caller && isUserHeaderDemanded(endpoint)) assertUserHeader(request.headers, context.caller.id)
}
