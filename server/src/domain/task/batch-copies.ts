// What is known of the files of requests that vendors were given for batches.
import type { Database } from '../../db/database.ts'
import {
  addCopy,
  type BatchCopy,
  findCopies,
  findUnused,
  forgetCopy,
  nameCopy,
  purgeCopies,
  type UnusedCopies,
} from './batch-copy-store.ts'

export class BatchCopies {
  readonly #database: Database

  constructor(database: Database) {
    this.#database = database
  }

  /** Writes down that a file is about to be sent. Throws the database's errors. */
  async add(copy: Omit<BatchCopy, 'fileId'>): Promise<void> {
    await this.#database.run(addCopy, { ...copy, fileId: '' })
  }

  /** The vendor has told its id. Throws the database's errors. */
  async name(name: string, fileId: string): Promise<void> {
    await this.#database.run(nameCopy, { name, fileId })
  }

  /** The vendor has it not any more. Throws the database's errors. */
  async forget({ name }: Pick<BatchCopy, 'name'>): Promise<void> {
    await this.#database.run(forgetCopy, { name })
  }

  /** Those of one batch. */
  of(holdId: string): Promise<readonly BatchCopy[]> {
    return findCopies(this.#database, holdId)
  }

  /** Those that no batch uses. */
  unused(which: UnusedCopies): Promise<readonly BatchCopy[]> {
    return findUnused(this.#database, which)
  }

  /** Forgets what is older than this, and answers how many that were. */
  purge(olderMs: number): Promise<number> {
    return this.#database.run(purgeCopies, { olderMs })
  }
}
