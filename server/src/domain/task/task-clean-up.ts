// Deletes tasks that ended long ago, where an option says so, and claims that nodes left behind when they died. One node at a time does it.
import { setTimeout as sleep } from 'node:timers/promises'
import { taskKeepDays } from '@waystation/contract/options/drawing'
import type { Database } from '../../db/database.ts'
import type { RunLeases } from '../channel/runs/run-lease.ts'
import type { OptionService } from '../option/option-service.ts'
import { purgeClaims } from './task-claim-store.ts'
import { removeOldTasks } from './task-tasks.ts'

export interface TaskCleanUpParts {
  readonly database: Pick<Database, 'run'>
  readonly options: Pick<OptionService, 'get'>
  readonly leases: RunLeases
  /** Rows that one transaction deletes; absent: 200. */
  readonly atOnce?: number
}

const AT_ONCE = 200
const DAY_MS = 86_400_000

export class TaskCleanUp {
  readonly #parts: TaskCleanUpParts

  constructor(parts: TaskCleanUpParts) {
    this.#parts = parts
  }

  /** Deletes all there is to delete, unless another node does. What is left when this node loses its lease, the next run deletes. */
  async run(): Promise<void> {
    const { database, options, leases, atOnce = AT_ONCE } = this.#parts
    let isLost = false
    const lease = await leases.take({ name: 'remove-old-tasks', everyMs: 0, isWhole: false }, () => {
      isLost = true
    })
    if (!lease) return
    try {
      await database.run(purgeClaims, { olderMs: DAY_MS })
      const days = options.get(taskKeepDays)
      while (days > 0 && !isLost && (await database.run(removeOldTasks, { olderMs: days * DAY_MS, limit: atOnce })) === atOnce) {
        // Between two transactions, calls have their turn.
        await sleep(0)
      }
    } finally {
      await lease.end()
    }
  }
}
