// What one gateway of the one-api family has otherwise than the others.
import type { ImportNoteCode } from '@waystation/contract/site/import'
import type { ForeignDatabase, ForeignRow } from '../../db/foreign-database.ts'
import type { Identity } from '../../domain/identity/identity-store.ts'
import type { MovingSettings, ReadParts } from '../source.ts'

/** A channel's type here, and the address that its type stood for there. */
export interface TypeHere {
  readonly type: number
  readonly baseUrl?: string
}

/** What one gateway of the family has otherwise. */
export interface Member {
  /** As the command names it. */
  readonly name: string
  /** The type here of one there; undefined: there is none. */
  channelType(type: number): TypeHere | undefined
  /** Ids at other sites that are safe to take over: those that never change hands. */
  identities(row: ForeignRow, options: ReadonlyMap<string, string>): { bound: Identity[]; notes: ImportNoteCode[] }
  /** Which models a token may call, and from where; undefined: any. */
  tokenLimits(row: ForeignRow): { models: readonly string[] | undefined; addresses: readonly string[] }
  /** Columns of a channel that other members have not, as fields of a channel here. */
  channelFields(row: ForeignRow, type: number): Readonly<Record<string, unknown>>
  /** Prices and groups that stand in tables of their own. */
  tables?(foreign: ForeignDatabase, parts: ReadParts): Promise<MovingSettings['maps']>
}
