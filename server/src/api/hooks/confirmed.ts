// What a stolen session or access token must not be able to do is confirmed before anything else (control 19).
import type { StepUp } from '../../domain/session/step-up.ts'
import type { Hook } from './hook.ts'

/** Throws AppError confirmation_needed or confirm_log_in_again. */
export function confirmed({ stepUp }: { readonly stepUp: Pick<StepUp, 'demand'> }): Hook {
  return async ({ endpoint: { confirms, confirmsWhen }, context: { caller, sessionId, ip } }) => {
    if (caller && confirms && confirmsWhen === undefined) await stepUp.demand(confirms, { id: caller.id, sessionId, ip })
  }
}
