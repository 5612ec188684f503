import { isCallersFailure, readKind } from '@waystation/contract/calls/outcomes'
import { errorMessage, isErrorCode, type Language } from '@waystation/contract/errors'
import type { Text, TextKey } from '~/i18n'

/** The statuses by which vendors refuse, in words of their own. */
const upstreamStatuses: Readonly<Record<number, TextKey>> = {
  401: 'dashboard.failure.upstreamKey',
  402: 'dashboard.failure.upstreamCredit',
  403: 'dashboard.failure.upstreamKey',
  404: 'dashboard.failure.upstreamModel',
  429: 'dashboard.failure.upstreamLimit',
}

const named: Readonly<Record<string, TextKey>> = {
  client_gone: 'dashboard.failure.clientGone',
  client_stalled: 'dashboard.failure.clientStalled',
  do_request_failed: 'dashboard.failure.noConnection',
  upstream_timeout: 'dashboard.failure.timeout',
  upstream_truncated: 'dashboard.failure.brokeOff',
  read_response_body_failed: 'dashboard.failure.unreadable',
  get_channel_failed: 'dashboard.failure.noChannel',
  channels_resting: 'dashboard.failure.resting',
  upstream_saturated: 'dashboard.failure.saturated',
  model_price_error: 'dashboard.failure.noPrice',
  model_not_found: 'dashboard.failure.noModel',
  insufficient_user_quota: 'dashboard.failure.noBalance',
  pre_consume_token_quota_failed: 'dashboard.failure.tokenQuota',
  token_exhausted: 'dashboard.failure.tokenQuota',
  rate_limit_exceeded: 'dashboard.failure.rateLimit',
  recovered: 'dashboard.failure.stopped',
  revoked: 'dashboard.failure.revoked',
  sensitive_words: 'dashboard.failure.words',
}

/** A kind of failure in a few words. Unusual ones are in those of their error, with its facts left open. */
export function failureWords(kind: string, t: Text, language: Language): string {
  const { code, status } = readKind(kind)
  if (code === 'upstream_error') {
    const key = status === undefined ? undefined : upstreamStatuses[status]
    if (key) return t(key, { status: status ?? 0 })
    return t(isCallersFailure(kind) ? 'dashboard.failure.upstreamRefused' : 'dashboard.failure.upstream', { status: status ?? 0 })
  }
  const key = named[code]
  if (key) return t(key)
  if (!isErrorCode(code)) return kind
  return errorMessage(code, {}, language)
    .replace(/[:：]\s*\{[a-z_:]+\}/g, '')
    .replace(/\{[a-z_:]+\}/g, '…')
}
