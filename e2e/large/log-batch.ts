// Rows of calls and movements, as they are gathered for one transaction.
import { logType } from '@waystation/contract/site/status-table'
import type { Call } from './calls.ts'
import { idOf } from './draw.ts'
import { taskOf } from './happenings.ts'
import type { RowsOfTable } from './large-tasks.ts'
import type { Ledger } from './ledger.ts'
import type { Movement } from './money.ts'

type Row = Record<string, string | number | null>
/** Holds are kept so long. */
const HOLDS_MS = 2 * 86_400_000
/** One call in so many has an id of its client's. */
const WITH_CLIENT_ID = 7
/** Numbers of the ids of movements begin behind those of all calls. */
const FIRST_MOVEMENT = 500_000_000

interface BatchParts {
  readonly ledger: Ledger
  /** In the order of their times: each is written before the first call after it. */
  readonly movements: readonly Movement[]
  /** Unix seconds. */
  readonly now: number
}

export class RowBatch {
  readonly #parts: BatchParts
  readonly #rows = new Map<string, Row[]>()
  #moved = 0

  constructor(parts: BatchParts) {
    this.#parts = parts
  }

  /** The rows so far, which are forgotten. */
  take(): RowsOfTable[] {
    const taken = [...this.#rows].map(([table, rows]) => ({ table: table.replace(/ .*/, ''), rows }))
    this.#rows.clear()
    return taken
  }

  /** Adds the rows of a call, and of what moved before it. */
  add(call: Call, number: number): void {
    this.#moveUntil(call.atMs)
    const { now, ledger } = this.#parts
    const { id, atMs, user, quota, failure, other, task } = call
    this.#put('log', logRow(call))
    this.#put('log_detail', { request_id: id, other: JSON.stringify(other) })
    const created_at = Math.floor(atMs / 1000)
    if (failure !== undefined) this.#put('log_failure', { request_id: id, kind: failure, created_at })
    if (number % WITH_CLIENT_ID === 0) this.#put('log_client_id', { request_id: id, user_id: user.id, client_id: `run-${number}` })
    const taskRow = task && taskOf(call, now)
    if (taskRow) this.#put('task', taskRow)
    if (call.type !== logType.consumption) return
    for (const entry of ledger.settle(call)) this.#put('entry', entry)
    if (atMs > now * 1000 - HOLDS_MS)
      this.#put('hold', {
        ...{ id, legs: ledger.legsOf(call), amount: quota * 3 + 500, used: quota, state: 'settled', resolved_by: 'owner' },
        ...{ owner_kind: 'node', owner_id: 'large', lease_until_ms: 0, user_id: user.id, token_id: call.token.id, price: '', facts: '' },
        ...{ requested: quota * 3 + 500, created_at_ms: atMs - call.tookMs, resolved_at_ms: atMs },
      })
  }

  /** Adds what moved after the last call. */
  end(): void {
    this.#moveUntil(Number.POSITIVE_INFINITY)
  }

  #moveUntil(atMs: number): void {
    const { movements, ledger } = this.#parts
    for (let next = movements[this.#moved]; next && next.atMs <= atMs; next = movements[this.#moved]) {
      this.#moved += 1
      const id = idOf(next.atMs, FIRST_MOVEMENT + this.#moved)
      const { entry, named } = ledger.move(next)
      this.#put('entry with actors', entry)
      this.#put('account_entry', named)
      this.#put('log', eventRow(id, next))
      this.#put('log_detail', { request_id: id, other: JSON.stringify({ content: next.words }) })
    }
  }

  #put(table: string, row: Row): void {
    const rows = this.#rows.get(table)
    if (rows) rows.push(row)
    else this.#rows.set(table, [row])
  }
}

function logRow({ id, atMs, type, user, token, channel, model, group, clientIp, ...call }: Call): Row {
  return {
    ...{ created_at: Math.floor(atMs / 1000), type, user_id: user.id, username: user.username, channel_id: channel?.id ?? 0 },
    ...{ token_id: token.id, token_name: token.name, group_name: group, model_name: model, is_stream: call.isStream ? 1 : 0 },
    ...{ use_time: Math.round(call.tookMs / 1000), prompt_tokens: call.promptTokens, completion_tokens: call.outputTokens },
    ...{ quota: call.quota, client_ip: clientIp, request_id: id },
  }
}

function eventRow(id: string, { atMs, user, logType: type }: Movement): Row {
  return {
    ...{ created_at: Math.floor(atMs / 1000), type, user_id: user.id, username: user.username, channel_id: 0, token_id: 0, token_name: '' },
    ...{ group_name: '', model_name: '', is_stream: 0, use_time: 0, prompt_tokens: 0, completion_tokens: 0, quota: 0, client_ip: '' },
    request_id: id,
  }
}
