// The log as an admin reads it, row by row.
import type { AttemptFact, LogEntry, LogOther } from '@waystation/contract/calls/log'
import type { ConsoleClient } from '../../server/src/testing/console-client.ts'
import type { SeenCall } from './callers.ts'
import type { Stage, Trio } from './stage.ts'
import type { SeenRequest } from './vendor.ts'
import type { Way } from './ways.ts'

export interface Row extends LogEntry {
  readonly facts: LogOther
}

const PAGE_SIZE = 1000

/** All rows of these models, or of all; newest first. */
export async function rowsOf(console: ConsoleClient, model = ''): Promise<readonly Row[]> {
  const rows: Row[] = []
  for (let page = 1; ; page++) {
    const query = new URLSearchParams({ p: String(page), page_size: String(PAGE_SIZE), model_name: model })
    const { items } = await console.call<{ items: LogEntry[] }>('GET', `/api/log/?${query}`)
    rows.push(...items.map((item) => ({ ...item, facts: JSON.parse(item.other || '{}') as LogOther })))
    if (items.length < PAGE_SIZE) return rows
  }
}

export const attemptsOf = ({ facts }: Row): readonly AttemptFact[] => facts.admin_info?.attempts ?? []

/**
 * The requests that were made to the vendors of a model, in order: as the vendors saw them, or, where a closed port saw none, as the rows of the
 * calls tell them.
 */
export async function requestsTo(
  stage: Stage,
  { manner }: Way,
  { model, ports }: Trio,
  calls: readonly SeenCall[],
): Promise<readonly SeenRequest[]> {
  const seen = await stage.requests(ports)
  if (manner.does !== 'refuse') return seen
  const byId = new Map(calls.map((call) => [call.requestId, call]))
  const refused = (await rowsOf(stage.gateway.console, model)).flatMap((row) =>
    attemptsOf(row).flatMap(({ channel_id, started_ms, took_ms, status }): SeenRequest[] => {
      const [call, port] = [byId.get(row.request_id), stage.portsById.get(channel_id)]
      if (!call || port === undefined || status !== CONNECTION_STATUS) return []
      const atMs = call.beganMs + started_ms
      return [{ port, call: call.number, atMs, isWell: false, endedMs: atMs + took_ms }]
    }),
  )
  return [...seen, ...refused].toSorted((one, other) => one.atMs - other.atMs)
}

/** Of an attempt without a connection. */
const CONNECTION_STATUS = 502
