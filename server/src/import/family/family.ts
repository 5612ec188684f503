// Gateways that descend from one-api, and what each of them has otherwise. Their tables have the same names and, for the most part, the
// same columns. Sources: songquanpeng/one-api, QuantumNous/new-api, Veloera/Veloera and MartialBE/one-hub, files model/*.go.
import type { ForeignDatabase, ForeignRow } from '../../db/foreign-database.ts'
import type { MovingLog } from '../../domain/move-in/goods.ts'
import { ImportRefused, parsedObject, textOf } from '../fields.ts'
import type { Ids, MovingSettings, OpenSource, ReadParts, Source } from '../source.ts'
import { noTotals, type Totals } from '../tally.ts'
import { readAbilities } from './abilities.ts'
import { readChannel } from './channels.ts'
import { readCode } from './codes.ts'
import { readLog } from './logs.ts'
import type { Member } from './member.ts'
import { readToken } from './tokens.ts'
import { readUser } from './users.ts'

/** Tables that every gateway of the family has. */
const NEEDED = ['users', 'tokens', 'channels', 'options'] as const

const DEFAULT_PER_UNIT = 500_000

/** Reads a gateway of the family. */
export function openFamily(member: Member): OpenSource {
  return async (parts) => {
    const missing = NEEDED.filter((table) => !parts.foreign.tables.has(table))
    if (missing.length > 0) throw new ImportRefused(`this is no database of ${member.name}: it has no table ${missing.join(', ')}`)
    return new FamilySource(member, parts, await readOptions(parts.foreign))
  }
}

async function readOptions(foreign: ForeignDatabase): Promise<ReadonlyMap<string, string>> {
  const options = new Map<string, string>()
  for await (const rows of foreign.pages('options', 'key')) for (const row of rows) options.set(textOf(row, 'key'), textOf(row, 'value'))
  return options
}

class FamilySource implements Source {
  readonly quotaPerUnit: number
  readonly #member: Member
  readonly #parts: ReadParts
  readonly #options: ReadonlyMap<string, string>

  constructor(member: Member, parts: ReadParts, options: ReadonlyMap<string, string>) {
    this.#member = member
    this.#parts = parts
    this.#options = options
    this.quotaPerUnit = Number(options.get('QuotaPerUnit') || DEFAULT_PER_UNIT)
  }

  users() {
    return this.#rows('users', (row) => readUser(row, this.#member, { ...this.#parts, options: this.#options }))
  }

  tokens(owners: Ids) {
    return this.#rows('tokens', (row) => readToken(row, this.#member, { ...this.#parts, owners }))
  }

  async *channels() {
    yield* this.#rows('channels', (row) => readChannel(row, this.#member, this.#parts))
    await readAbilities(this.#parts)
  }

  codes(users: Ids) {
    return this.#rows('redemptions', (row) => readCode(row, { ...this.#parts, users }))
  }

  async settings(): Promise<MovingSettings> {
    const own = await this.#member.tables?.(this.#parts.foreign, this.#parts)
    const maps = new Map([...mapsOf(this.#options), ...(own ?? [])])
    return { options: this.#options, maps }
  }

  async *logs(since: number, ids: { users: Ids; tokens: Ids; channels: Ids }): AsyncIterable<readonly MovingLog[]> {
    const { name } = this.#member
    const from = { column: 'created_at', least: since }
    yield* this.#rows('logs', (row) => readLog(row, name, { ...this.#parts, ...ids }), from)
  }

  async totals(): Promise<Totals> {
    const { foreign } = this.#parts
    const [users, tokens, channels] = [
      await foreign.sum('users', 'quota'),
      await foreign.sum('tokens', 'remain_quota'),
      await foreign.sum('channels'),
    ]
    const codes = foreign.tables.has('redemptions') ? await foreign.sum('redemptions') : { count: 0 }
    const referral = await this.#referral()
    return {
      ...noTotals,
      ...{ users: users.count, user_quota: users.sum, referral_quota: referral },
      ...{ tokens: tokens.count, token_quota: tokens.sum, channels: channels.count, codes: codes.count },
    }
  }

  /** The first one had no balance of invitations. */
  async #referral(): Promise<number> {
    for await (const [row] of this.#parts.foreign.pages('users', 'id'))
      return row && 'aff_quota' in row ? (await this.#parts.foreign.sum('users', 'aff_quota')).sum : 0
    return 0
  }

  async *#rows<Good>(
    table: string,
    read: (row: ForeignRow) => Good | undefined,
    from?: { column: string; least: number },
  ): AsyncIterable<readonly Good[]> {
    if (!this.#parts.foreign.tables.has(table)) return
    for await (const rows of this.#parts.foreign.pages(table, 'id', from)) yield rows.map(read).filter((good) => good !== undefined)
  }
}

/** Options whose texts are maps that are merged with those here. */
const MAPS = {
  ModelRatio: 'ModelRatio',
  CompletionRatio: 'CompletionRatio',
  CacheRatio: 'CacheRatio',
  CreateCacheRatio: 'CacheCreationRatio',
  ModelPrice: 'ModelPrice',
  GroupRatio: 'GroupRatio',
  UserUsableGroups: 'UserUsableGroups',
  TopupGroupRatio: 'TopupGroupRatio',
} as const

function mapsOf(options: ReadonlyMap<string, string>): Map<string, Readonly<Record<string, unknown>>> {
  const maps = new Map<string, Readonly<Record<string, unknown>>>()
  for (const [there, here] of Object.entries(MAPS)) {
    const text = options.get(there) ?? ''
    if (text !== '') maps.set(here, parsedObject(text))
  }
  return maps
}
