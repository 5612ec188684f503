import type { Database } from '../../db/database.ts'

/** An action of `waystation user`, with its words read. */
export interface UserCommand {
  readonly name: string
  /** The lines to print; undefined: there is no such user. */
  run(database: Database): Promise<readonly string[] | undefined>
}
