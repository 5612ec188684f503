// Everything that is kept about one person, as one file of JSON.
import type { Ranked } from '@waystation/contract/people/rank'
import type { Database } from '../../../db/database.ts'
import type { UserService } from '../user-service.ts'
import { readOwnData } from './own-data-store.ts'

export interface OwnDataParts {
  readonly database: Database
  readonly users: Pick<UserService, 'lookUp'>
}

export class OwnData {
  readonly #parts: OwnDataParts

  constructor(parts: OwnDataParts) {
    this.#parts = parts
  }

  /** One's own, piece by piece: an object with a list for each kind of thing. Times are unix seconds, amounts quota units. */
  async *file(userId: number): AsyncIterable<string> {
    let open = ''
    for await (const { list, rows } of readOwnData(this.#parts.database, userId)) {
      let text = ''
      if (list !== open) text += `${open === '' ? '{' : '\n],'}\n${JSON.stringify(list)}: [`
      const isFirst = list !== open
      text += rows.map((row, at) => `${isFirst && at === 0 ? '' : ','}\n  ${JSON.stringify(row)}`).join('')
      open = list
      yield text
    }
    yield '\n]\n}\n'
  }

  /** A user's, for an admin who outranks them. @throws AppError not_found, no_permission */
  async fileOf(viewer: Ranked, userId: number): Promise<AsyncIterable<string>> {
    await this.#parts.users.lookUp(viewer, userId)
    return this.file(userId)
  }
}
