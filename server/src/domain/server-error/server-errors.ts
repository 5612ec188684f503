// What super admins see of the server's unexpected errors.
import { AppError } from '@waystation/contract/errors'
import type { ServerError } from '@waystation/contract/site/server-error'
import type { Database } from '../../db/database.ts'
import { countServerErrors, findServerErrors, removeServerError, type ServerErrorRow, seeServerErrors } from './server-error-store.ts'

export class ServerErrors {
  readonly #database: Database

  constructor({ database }: { readonly database: Database }) {
    this.#database = database
  }

  async list(page: { offset: number; limit: number }): Promise<{ items: ServerError[]; total: number; unseen: number; newest_at: number }> {
    const [rows, counts] = await Promise.all([findServerErrors(this.#database, page), countServerErrors(this.#database)])
    return { items: rows.map(shown), ...counts }
  }

  /** Kinds that came up since somebody last looked. */
  async unseen(): Promise<number> {
    return (await countServerErrors(this.#database)).unseen
  }

  /** Answers with how many kinds were marked. */
  see({ id, until }: { readonly id?: string | undefined; readonly until: number }): Promise<number> {
    return this.#database.run(seeServerErrors, { id, until })
  }

  /** Answers with what it was. @throws AppError not_found */
  async remove(id: string): Promise<ServerError> {
    const row = await this.#database.run(removeServerError, { id })
    if (!row) throw new AppError('not_found', { what: 'server error' })
    return shown(row)
  }
}

function shown({ seen_times, ...row }: ServerErrorRow): ServerError {
  const times = Number(row.times)
  return { ...row, times, unseen: times - Number(seen_times), first_at: Number(row.first_at), last_at: Number(row.last_at) }
}
