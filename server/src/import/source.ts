// Another gateway, as a run reads it. Each one has a file of its own that says what its tables mean.
import type { Database } from '../db/database.ts'
import type { ForeignDatabase } from '../db/foreign-database.ts'
import type { MovingChannel, MovingCode, MovingLog, MovingToken, MovingUser } from '../domain/move-in/goods.ts'
import type { OptionService } from '../domain/option/option-service.ts'
import type { Secrets } from '../lib/secret.ts'
import type { Tally, Totals } from './tally.ts'

/** What reading needs. */
export interface ReadParts {
  readonly foreign: ForeignDatabase
  readonly secrets: Secrets
  readonly tally: Tally
  /** May keys of tokens be shown here again? */
  readonly keepsKeys: boolean
  /** Of this installation. */
  readonly quotaPerUnit: number
  /** Unix seconds. */
  readonly now: number
}

/** Ids of this installation by the ids there. */
export type Ids = ReadonlyMap<string, number>

/** Settings that have an equal here, by the keys of the options: texts as they were stored there. */
export interface MovingSettings {
  readonly options: ReadonlyMap<string, string>
  /** Maps of prices and of groups, which are merged with those here. */
  readonly maps: ReadonlyMap<string, Readonly<Record<string, unknown>>>
}

export interface Source {
  /** Units that make a dollar there. */
  readonly quotaPerUnit: number
  users(): AsyncIterable<readonly MovingUser[]>
  tokens(owners: Ids): AsyncIterable<readonly MovingToken[]>
  channels(): AsyncIterable<readonly MovingChannel[]>
  codes(users: Ids): AsyncIterable<readonly MovingCode[]>
  settings(): Promise<MovingSettings>
  /** Calls that ended at this time or later. @param since unix seconds */
  logs(since: number, ids: { users: Ids; tokens: Ids; channels: Ids }): AsyncIterable<readonly MovingLog[]>
  /** Everything that is there, as its own database counts it. */
  totals(): Promise<Totals>
}

/** Reads another gateway. @throws ImportRefused where its tables are not those of this gateway */
export type OpenSource = (parts: ReadParts) => Promise<Source>

/** What a run works with. */
export interface RunParts {
  readonly database: Database
  readonly options: OptionService
}
