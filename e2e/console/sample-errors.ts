// Unexpected errors of a server, for pictures: one that works has none.

import type { listServerErrors } from '../../contract/src/api/server-error.ts'
import type { CallData } from '../../contract/src/channels/endpoint.ts'
import type { ServerError } from '../../contract/src/site/server-error.ts'

const STACK = [
  'TaskPoller.run (server/src/gateway/tasks/poll-tasks.ts:88:21)',
  'turn (server/src/jobs/scheduler.ts:26:8)',
  'Caused by Error ECONNRESET: read ECONNRESET',
  'TCP.onStreamRead (node:internal/stream_base_commons:216:20)',
].join('\n')

/** @param nowSeconds unix seconds */
export function sampleErrors(nowSeconds: number): CallData<typeof listServerErrors> {
  const kind = (number: number, place: string, more: Partial<ServerError>): ServerError => ({
    ...{ id: String(number).padStart(32, '0'), place, name: 'Error', code: '', message: '', stack: STACK, times: 1, unseen: 1 },
    ...{ first_at: nowSeconds - 90_000, last_at: nowSeconds - number * 700, node: 'relay-a/1', version: '1.8.0', request_id: '' },
    ...more,
  })
  const items = [
    kind(1, 'job_failed (poll-tasks)', { code: 'ECONNRESET', message: 'read ECONNRESET', times: 1208, unseen: 34 }),
    kind(2, 'unexpected failure in a model call', {
      ...{ name: 'TypeError', message: "Cannot read properties of undefined (reading 'choices')", unseen: 1 },
      request_id: '01JDXA7W5Q0000000000000000',
    }),
    kind(90, 'a settlement is late', { code: 'ER_LOCK_WAIT_TIMEOUT', message: 'Lock wait timeout exceeded', times: 3, unseen: 0 }),
  ]
  return { items, total: items.length, unseen: 2, newest_at: nowSeconds - 700, page: 1, page_size: 10 }
}
