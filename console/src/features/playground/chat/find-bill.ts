// What a call cost, as it was charged: the log's row, found by the request id. The charge is stored before a stream ends;
// after a stop it takes the server a moment to notice.
import { listOwnLogs } from '@waystation/contract/api/log'
import { getStatus } from '@waystation/contract/api/setup'
import type { LogEntry, LogOther } from '@waystation/contract/calls/log'
import { logType } from '@waystation/contract/site/status-table'
import { call, urlOf } from '~/api/call'
import type { Bill, FoundBill } from './message.ts'
import { timeOf } from './request-id.ts'

/** Milliseconds before each look. */
const LOOKS = [0, 250, 700, 1500, 3000]
/** The server reports its clock in whole seconds. */
const CLOCK_GRAIN = 1000

/** Which call is meant. One that was stopped before its answer began has no request id here: it is known by when it was made. */
export type BilledCall =
  | { readonly requestId: string }
  | { readonly model: string; readonly group: string /** Unix milliseconds of this browser. */; readonly requestedAt: number }

/** The bill of a call with its request id; undefined when no row appears, as for calls that cost nothing. */
export async function findBill(billed: BilledCall): Promise<FoundBill | undefined> {
  const isIt = await finderOf(billed)
  const query =
    'requestId' in billed ? { request_id: billed.requestId } : { token_name: `playground-${billed.group}`, model_name: billed.model }
  for (const wait of LOOKS) {
    if (wait > 0) await new Promise((resolve) => setTimeout(resolve, wait))
    // A look that fails is followed by another one; the answer itself is there already.
    const page = await call(listOwnLogs, { query: { ...query, p: '1', page_size: '10' } }).catch(() => undefined)
    const row = page?.items.find((one) => one.type === logType.consumption && isIt(one))
    if (row) return { requestId: row.request_id, bill: billOf(row) }
  }
  return undefined
}

async function finderOf(billed: BilledCall): Promise<(row: LogEntry) => boolean> {
  if ('requestId' in billed) return (row) => row.request_id === billed.requestId
  const ahead = await serverAhead()
  return (row) => ahead !== undefined && timeOf(row.request_id) >= billed.requestedAt + ahead - CLOCK_GRAIN
}

/** Milliseconds that the server's clock is ahead of ours. */
async function serverAhead(): Promise<number | undefined> {
  const response = await fetch(urlOf(getStatus), { cache: 'no-store' }).catch(() => undefined)
  const told = Date.parse(response?.headers.get('date') ?? '')
  return Number.isNaN(told) ? undefined : told - Date.now()
}

function billOf(row: LogEntry): Bill {
  const other = otherOf(row.other)
  return {
    promptTokens: row.prompt_tokens,
    completionTokens: row.completion_tokens,
    quota: row.quota,
    ...(other.frt !== undefined && other.frt >= 0 ? { firstMs: other.frt } : {}),
    totalMs: other.total_ms ?? row.use_time * 1000,
  }
}

function otherOf(text: string): LogOther {
  try {
    return JSON.parse(text || '{}') as LogOther
  } catch {
    return {}
  }
}
