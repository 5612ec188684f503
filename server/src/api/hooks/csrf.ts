// Does a call come from our own pages (`sameSite`), and from the user that it names (`userHeader`)? (control 8)
import { serverAddress } from '@waystation/contract/options/payment'
import type { OptionService } from '../../domain/option/option-service.ts'
import { assertSameSite, assertUserHeader, isCsrfChecked, isUserHeaderDemanded } from '../guard.ts'
import type { Hook } from './hook.ts'

/** Throws AppError cross_site. */
export function sameSite({ options }: { readonly options: Pick<OptionService, 'get'> }): Hook {
  return ({ endpoint, request }) => {
    if (isCsrfChecked(endpoint)) assertSameSite(request.headers, options.get(serverAddress))
  }
}

/** Throws AppError user_header_mismatch. */
export const userHeader: Hook = ({ endpoint, request, context }) => {
  if (context.caller && isUserHeaderDemanded(endpoint)) assertUserHeader(request.headers, context.caller.id)
}
