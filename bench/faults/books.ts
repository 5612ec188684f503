// The books after all that: a row for each call that reached a vendor, none charged twice, the attempts of a row are the requests that the
// vendors saw, and the ledger agrees with itself.
import { openToRead } from '../../server/src/db/open-database.ts'
import { type Reconciliation, reconcile } from '../../server/src/domain/ledger/reconcile/reconcile.ts'
import type { SeenCall } from './callers.ts'
import { attemptsOf, type Row, rowsOf } from './rows.ts'
import type { Stage } from './stage.ts'
import type { SeenRequest } from './vendor.ts'

/** One thing that must hold of the books, and how often it does not. */
export interface Check {
  readonly what: string
  readonly of: number
  readonly faults: number
}

const SETTLED_WITHIN_MS = 30_000
const CONSUMPTION = 2

/** @param closedPorts of vendors whose ports were closed: they see no request */
export async function checkBooks(stage: Stage, calls: readonly SeenCall[], closedPorts: ReadonlySet<number>): Promise<Check[]> {
  const { differences, openHolds, entries } = await settledBooks(stage)
  const rows = await rowsOf(stage.gateway.console)
  const { used_quota } = await stage.gateway.console.call<{ used_quota: number }>('GET', '/api/user/self')
  const byId = Map.groupBy(rows, ({ request_id }) => request_id)
  const requests = Map.groupBy(await stage.requests([...stage.portsById.values()]), ({ call }) => call)
  const reached = calls.filter(({ number }) => requests.has(number))
  const rowsOfCall = ({ requestId }: SeenCall) => byId.get(requestId) ?? []
  const charged = (call: SeenCall) => rowsOfCall(call).filter(({ type, quota }) => type === CONSUMPTION && quota > 0)
  const count = (what: string, of: readonly SeenCall[], isFault: (call: SeenCall) => boolean): Check => ({
    ...{ what, of: of.length, faults: of.filter(isFault).length },
  })
  return [
    count('one row for each call that reached a vendor', reached, (call) => rowsOfCall(call).length !== 1),
    count('no call has two rows', calls, (call) => rowsOfCall(call).length > 1),
    count(
      'who was served is charged once',
      calls.filter(({ isServed }) => isServed),
      (call) => charged(call).length !== 1,
    ),
    count(
      'who got nothing is charged nothing',
      calls.filter(({ contentMs }) => contentMs === undefined),
      (call) => charged(call).length > 0,
    ),
    count('the attempts of a row are the requests that vendors saw', reached, (call) => {
      const [row] = rowsOfCall(call)
      return row === undefined || !areSame(row, requests.get(call.number) ?? [], stage.portsById, closedPorts)
    }),
    { what: 'the charges of all rows are what was used', of: rows.length, faults: sumOf(rows) === used_quota ? 0 : 1 },
    { what: 'the ledger agrees with itself', of: entries, faults: differences.length + openHolds },
  ]
}

const sumOf = (rows: readonly Row[]) => rows.reduce((sum, { quota }) => sum + quota, 0)

function areSame(
  row: Row,
  requests: readonly SeenRequest[],
  portsById: ReadonlyMap<number, number>,
  closedPorts: ReadonlySet<number>,
): boolean {
  const tried = attemptsOf(row).map(({ channel_id }) => portsById.get(channel_id) ?? 0)
  const seen = requests.map(({ port }) => port)
  const isOpen = (port: number) => !closedPorts.has(port)
  // Of a port that was closed for a while the vendor saw some requests, and of the others none.
  const atMost = (port: number) => seen.filter((one) => one === port).length <= tried.filter((one) => one === port).length
  return tried.filter(isOpen).join() === seen.filter(isOpen).join() && seen.every(atMost)
}

/** The ledger's own check, once nothing is held any more. */
async function settledBooks({ gateway }: Stage): Promise<Reconciliation> {
  const database = await openToRead({ kind: 'sqlite', path: `${gateway.dataFolder}/waystation.db` })
  try {
    const untilMs = Date.now() + SETTLED_WITHIN_MS
    for (;;) {
      const books = await reconcile(database)
      if (books.openHolds === 0 || Date.now() > untilMs) return books
      await new Promise((resolve) => setTimeout(resolve, 200))
    }
  } finally {
    await database.close()
  }
}
