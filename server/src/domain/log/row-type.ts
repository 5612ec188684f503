// The kinds of log rows as they are stored.
import { CHANNEL_TESTS } from '@waystation/contract/calls/log'
import { logType } from '@waystation/contract/site/status-table'

/**
 * A channel test. The API calls it consumption, as tools of the family expect, and marks it `is_test`; it is stored under a number of its
 * own, so that sums and queries by cost leave it out by the index alone.
 */
export const channelTestRow = CHANNEL_TESTS

/** The type of a stored row as the API has it. */
export const apiType = (stored: number): number => (stored === channelTestRow ? logType.consumption : stored)
