// The nodes that work on the database: what each tells of itself, and what that means for the others.
import type { Database } from '../../db/database.ts'
import { LEASE_SECONDS } from '../ledger/ledger-tasks.ts'
import { findNodes, type NodeRow, reportNode } from './node-store.ts'

/** What a node tells of itself. */
export interface NodeFacts {
  readonly version: string
  readonly liveCalls: number
  /** Calls whose client has left, read to their end for the vendor's bill. */
  readonly drains: number
  readonly memoryBytes: number
  /** How late its event loop is, in milliseconds. */
  readonly delayMs: number
  /** It takes no new calls, and ends when those under way are over. */
  readonly isEnding: boolean
  /** Does it hear of what others change? */
  readonly isConnected: boolean
}

export interface KnownNode {
  readonly epoch: string
  readonly name: string
  /** Unix seconds. */
  readonly startedAt: number
  /** Unix seconds of its last sign. */
  readonly seenAt: number
  readonly state: 'running' | 'ending' | 'ended' | 'lost'
  readonly isThis: boolean
  readonly facts: Partial<NodeFacts>
}

export interface NodeListParts {
  readonly database: Database
  /** This process. */
  readonly epoch: string
  readonly facts: () => NodeFacts
  /** Unix milliseconds. */
  readonly now: () => number
  readonly onTrouble: (error: unknown, facts: Record<string, unknown>) => void
}

/** Nodes whose clocks differ by more are told: dates in their logs do. */
const SKEW_MS = 30_000
const SKEW_TOLD_EVERY_MS = 600_000

export class NodeList {
  readonly #parts: NodeListParts
  #count = 1
  #isFirst = true
  /** Milliseconds by which this node's clock is ahead of the database's. */
  #skewMs = 0
  #skewToldMs = Number.NEGATIVE_INFINITY

  constructor(parts: NodeListParts) {
    this.#parts = parts
  }

  /** Nodes that live, this one among them, as of the last report. */
  get count(): number {
    return this.#count
  }

  /** Is it this node that does what one of them does for all? As of the last report; where a node falls out, until another has noticed nobody is. */
  get isFirst(): boolean {
    return this.#isFirst
  }

  /** Tells of this node, and looks how many others there are. */
  async report(): Promise<void> {
    const { database, epoch, facts, now, onTrouble } = this.#parts
    const databaseMs = await database.run(reportNode, { epoch, facts: facts() })
    const rows = await findNodes(database)
    const living = rows.filter(({ leaseUntilMs }) => leaseUntilMs > databaseMs)
    this.#count = Math.max(1, living.length)
    this.#isFirst = (firstOf(living) ?? epoch) === epoch
    this.#skewMs = now() - databaseMs
    if (Math.abs(this.#skewMs) < SKEW_MS || now() - this.#skewToldMs < SKEW_TOLD_EVERY_MS) return
    this.#skewToldMs = now()
    onTrouble(undefined, { event: 'clock_differs', skewSeconds: Math.round(this.#skewMs / 1000) })
  }

  /** Unix milliseconds by the database's clock, as of the last report. */
  databaseMs(): number {
    return this.#parts.now() - this.#skewMs
  }

  /** All that live or lived within the last week, the newest first. */
  async list(): Promise<readonly KnownNode[]> {
    const { database, epoch } = this.#parts
    const databaseMs = this.databaseMs()
    const nodes = (await findNodes(database)).map((row) => ({
      epoch: row.epoch,
      name: row.name,
      startedAt: row.startedAt,
      seenAt: seenAtOf(row),
      state: stateOf(row, databaseMs),
      isThis: row.epoch === epoch,
      facts: factsOf(row),
    }))
    return nodes.toSorted((a, b) => b.startedAt - a.startedAt || (a.epoch < b.epoch ? 1 : -1))
  }
}

/** Of the nodes that are to stay, the one that has been there for the longest; where all are ending, of these. */
function firstOf(living: readonly NodeRow[]): string | undefined {
  const staying = living.filter((row) => factsOf(row).isEnding !== true)
  const inOrder = (staying.length > 0 ? staying : living).toSorted((a, b) => a.startedAt - b.startedAt || (a.epoch < b.epoch ? -1 : 1))
  return inOrder[0]?.epoch
}

/** Unix seconds. The lease of a node that has ended says nothing any more, but its last report does. */
function seenAtOf({ startedAt, leaseUntilMs, reportedAtMs }: NodeRow): number {
  return Math.max(startedAt, Math.floor(Math.max(leaseUntilMs - LEASE_SECONDS * 1000, reportedAtMs) / 1000))
}

function stateOf(row: NodeRow, databaseMs: number): KnownNode['state'] {
  if (row.leaseUntilMs === 0) return 'ended'
  if (row.leaseUntilMs <= databaseMs) return 'lost'
  return factsOf(row).isEnding === true ? 'ending' : 'running'
}

function factsOf({ facts }: NodeRow): Partial<NodeFacts> {
  return facts as Partial<NodeFacts>
}
