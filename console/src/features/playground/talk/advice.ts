import type { TextKey } from '~/i18n'

/** What helps against a failure. @param code of the failure; undefined: it has none */
export function adviceFor(code: string | undefined, isForAdmin: boolean): TextKey | undefined {
  if (code === 'insufficient_user_quota' || code === 'quota_cut') return isForAdmin ? 'playground.noQuotaAdmin' : 'playground.noQuotaUser'
  if (code === 'model_price_error') return isForAdmin ? 'playground.setPrice' : 'playground.otherModel'
  if (code === 'network') return 'playground.noNetwork'
  return undefined
}
