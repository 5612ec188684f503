import type { Database } from '../../../db/database.ts'
import { collectDue, findDue } from './debt.ts'

/** Users looked at per run. */
const BATCH = 100

/** Takes what somebody owes from what calls that are over had held. Safe to run twice and on several nodes. */
export class DebtCollector {
  readonly #database: Database

  constructor(database: Database) {
    this.#database = database
  }

  async collect(): Promise<void> {
    for (const userId of await findDue(this.#database, BATCH)) await this.#database.run(collectDue, { userId })
  }
}
