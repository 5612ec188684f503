import { logType } from '@waystation/contract/site/status-table'
import type { LogsSearch } from '~/search-params'
import type { Span } from './spans.ts'

export interface LogsQuery {
  readonly span: Span
  readonly model?: string | undefined
  readonly username?: string | undefined
  readonly tokenName?: string | undefined
  readonly channelId?: number | undefined
  /** A kind of failure. Those of answers that broke off are in charged rows. */
  readonly failure?: string | undefined
}

/** The query of the usage logs that shows the calls behind a figure. */
export function logSearch({ span, model, username, tokenName, channelId, failure }: LogsQuery): LogsSearch {
  return {
    ...(failure === undefined ? { type: String(logType.consumption) } : { failure }),
    start_timestamp: String(span.from),
    // Both ends belong to the span there.
    end_timestamp: String(span.to - 1),
    // In quotes it is the whole name there, not a part of one.
    ...(model === undefined ? {} : { model_name: `"${model}"` }),
    ...(username === undefined ? {} : { username }),
    ...(tokenName === undefined ? {} : { token_name: tokenName }),
    ...(channelId === undefined ? {} : { channel: String(channelId) }),
  }
}
