// What commands change beside running servers: those hear of it from nobody, since a command knows neither their bus nor their memory. So it
// leaves a mark in the database, which every server looks at.
import type { Database } from '../../db/database.ts'
import { newRequestId } from '../../lib/request-id.ts'
import type { Invalidation } from '../../lib/shared/invalidation.ts'
import type { OptionService } from '../option/option-service.ts'
import { findCommandMark, markCommandChange } from './command-change-store.ts'

/** Tells all running servers that anything may have changed. For commands, once what they changed is durable. */
export async function tellServers(database: Pick<Database, 'run'>): Promise<void> {
  await database.run(markCommandChange, { mark: newRequestId() })
}

export interface CommandChanges {
  /** A chore: takes over what commands, and other processes, have changed since the last time. */
  takeOver(options: Pick<OptionService, 'refresh'>, invalidation: Pick<Invalidation, 'publishAllHere'>): Promise<void>
}

/** To be opened before anything is kept in memory, so that no change falls in between. */
export async function openCommandChanges(database: Pick<Database, 'read'>): Promise<CommandChanges> {
  let seen = await findCommandMark(database)
  return {
    async takeOver(options, invalidation) {
      // The mark first: what is changed while the options are read has a newer one.
      const mark = await findCommandMark(database)
      await options.refresh()
      if (mark === seen) return
      seen = mark
      invalidation.publishAllHere()
    },
  }
}
