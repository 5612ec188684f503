import type { LogEntry } from '@waystation/contract/log'
import { type TextKey, useText } from '~/i18n'
import { otherOf } from '~/shared/log-row'

/** A call that was turned away, and what its caller can do. Names no channel: those are the admins' to know. */
export function Refused({ row }: { readonly row: LogEntry }) {
  const t = useText()
  const { error_code: code = '', endpoint = '', status_code: status } = otherOf(row)
  const why = refusals[code]
  return (
    <section className="route">
      <h4>
        {t('log.refused')} {status !== undefined && <span>{status}</span>}
      </h4>
      {/* The row itself says what happened. */}
      <p className="refused-words">{why ? t(why, { model: row.model_name, group: row.group, endpoint }) : row.content}</p>
    </section>
  )
}

const refusals: Readonly<Record<string, TextKey>> = {
  model_not_found: 'log.refusedWhy.model_not_found',
  get_channel_failed: 'log.refusedWhy.get_channel_failed',
  upstream_saturated: 'log.refusedWhy.upstream_saturated',
  model_price_error: 'log.refusedWhy.model_price_error',
  context_length_exceeded: 'log.refusedWhy.context_length_exceeded',
  cannot_translate: 'log.refusedWhy.cannot_translate',
  insufficient_user_quota: 'log.refusedWhy.insufficient_user_quota',
  pre_consume_token_quota_failed: 'log.refusedWhy.pre_consume_token_quota_failed',
  token_exhausted: 'log.refusedWhy.token_exhausted',
  model_not_allowed: 'log.refusedWhy.model_not_allowed',
  rate_limit_exceeded: 'log.refusedWhy.rate_limit_exceeded',
}
