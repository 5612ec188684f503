// The outcome of the first call, from the log row of the token that was just created and of no other.
import type { LogEntry, LogOther } from '@waystation/contract/calls/log'
import { logType } from '@waystation/contract/site/status-table'
import { firstMs, otherOf, totalMs } from '../../shared/log-row.ts'

export type CallOutcome =
  | { readonly kind: 'answered'; readonly row: LogEntry; readonly firstMs: number | undefined; readonly totalMs: number }
  | { readonly kind: 'refused'; readonly row: LogEntry; readonly remedy: Remedy }

/** What helps against a refusal; each has words of its own. */
export type Remedy = 'price' | 'channel' | 'balance' | 'tokenQuota' | 'tokenModels' | 'channelKey' | 'unreachable' | 'logs'

/**
 * The newest answered call of a token, else its newest refused one. Tests of channels, calls from the playground and those of other tokens
 * have another token id.
 * @param rows newest first
 */
export function outcomeOf(rows: readonly LogEntry[], tokenId: number): CallOutcome | undefined {
  const own = rows.filter((row) => row.token_id === tokenId)
  const answered = own.find((row) => row.type === logType.consumption)
  if (answered) {
    return { kind: 'answered', row: answered, firstMs: firstMs(answered), totalMs: totalMs(answered) }
  }
  const refused = own.find((row) => row.type === logType.error)
  return refused && { kind: 'refused', row: refused, remedy: remedyFor(otherOf(refused)) }
}

const byCode: Readonly<Record<string, Remedy>> = {
  model_price_error: 'price',
  get_channel_failed: 'channel',
  model_not_found: 'channel',
  cannot_translate: 'channel',
  insufficient_user_quota: 'balance',
  pre_consume_token_quota_failed: 'tokenQuota',
  token_exhausted: 'tokenQuota',
  model_not_allowed: 'tokenModels',
  do_request_failed: 'unreachable',
  upstream_timeout: 'unreachable',
  read_response_body_failed: 'unreachable',
}

/** What a provider answers to a key that is wrong, locked or without money. */
const KEY_STATUSES = new Set([401, 402, 403])

function remedyFor({ error_code = '', error_type, status_code }: LogOther): Remedy {
  if (error_type === 'upstream_error' && status_code !== undefined && KEY_STATUSES.has(status_code)) return 'channelKey'
  return (Object.hasOwn(byCode, error_code) ? byCode[error_code] : undefined) ?? 'logs'
}
