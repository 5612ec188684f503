// Log rows as they are stored: their kinds, and what they hold as JSON.
import { CHANNEL_TESTS, type LogOther } from '@waystation/contract/calls/log'
import { logType } from '@waystation/contract/site/status-table'

/**
 * A channel test. The API calls it consumption, as tools of the family expect, and marks it `is_test`; it is stored under a number of its
 * own, so that sums and queries by cost leave it out by the index alone.
 */
export const channelTestRow = CHANNEL_TESTS

/** The type of a stored row as the API has it. */
export const apiType = (stored: number): number => (stored === channelTestRow ? logType.consumption : stored)

/** What a row tells beyond its columns. Nothing where the text is no object: such a row is shown without it. */
export function parseOther(text: string | null): LogOther {
  if (text === null) return {}
  try {
    const value: LogOther | null = JSON.parse(text)
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? value : {}
  } catch {
    return {}
  }
}
