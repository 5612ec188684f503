// People who pay for calls in a world: a user with a balance, a token of theirs, and what the tables say of both afterwards. Read from the
// database and not through our own API, so that the check of the money does not depend on the code under test.
import { randomBytes } from 'node:crypto'
import type { LogOther } from '@waystation/contract/calls/log'
import type { Token } from '@waystation/contract/people/token'
import type { Database } from '../../db/database.ts'
import { createUser } from '../../domain/user/user-store.ts'
import { type ConsoleClient, logIn } from '../../testing/console-client.ts'
import { openTestDatabase } from '../../testing/databases/databases.ts'
import { lightPasswords } from '../../testing/light-passwords.ts'
import { pollFor } from '../../testing/time/poll.ts'
import type { World } from './world.ts'

/** Of every payer. */
export const PAYER_PASSWORD = 'a-long-password'

export interface Payer {
  readonly userId: number
  readonly tokenId: number
  /** With `sk-`. */
  readonly key: string
  readonly console: ConsoleClient
  /** Posted quota units now. */
  balance(): Promise<number>
  /** What the token may still spend, in quota units; of an unlimited one it means nothing. */
  tokenRemainder(): Promise<number>
}

export interface Row {
  readonly type: number
  readonly quota: number
  readonly prompt_tokens: number
  readonly completion_tokens: number
  readonly facts: LogOther
}

/** Opens a look at the world's database; close it before the world. */
export async function openPayers(world: World): Promise<Payers> {
  const database = await openTestDatabase(world.address)
  const passwordHash = await lightPasswords.hash(PAYER_PASSWORD)
  return new Payers(world, database, passwordHash)
}

export class Payers {
  readonly database: Database
  readonly #world: World
  readonly #passwordHash: string

  constructor(world: World, database: Database, passwordHash: string) {
    this.#world = world
    this.database = database
    this.#passwordHash = passwordHash
  }

  /** Makes a user with this balance and a token, which has a limit where one is given. Quota units. */
  async add(balance: number, { limit, group }: { readonly limit?: number; readonly group?: string } = {}): Promise<Payer> {
    const username = `p${randomBytes(4).toString('hex')}`
    const userId = await this.database.run(createUser, {
      ...{ username, displayName: username, passwordHash: this.#passwordHash, role: 1, group: 'default' },
      ...{ email: '', language: '', quota: balance, cause: 'test' },
    })
    const console = await logIn(this.#world.url, { username, password: PAYER_PASSWORD })
    const token = await console.call<Token>('POST', '/api/token/', {
      name: 'pays',
      ...(limit === undefined ? { unlimited_quota: true } : { unlimited_quota: false, remain_quota: limit }),
      ...(group === undefined ? {} : { group }),
    })
    return {
      userId,
      tokenId: token.id,
      key: `sk-${token.key}`,
      console,
      balance: () => this.#posted('user', userId),
      tokenRemainder: () => this.#posted('token', token.id),
    }
  }

  /** The log row of every call, by request id. */
  async rows(): Promise<ReadonlyMap<string, Row>> {
    const found = await this.database.read
      .selectFrom('log')
      .leftJoin('log_detail', 'log_detail.request_id', 'log.request_id')
      .select(['log.request_id', 'type', 'quota', 'prompt_tokens', 'completion_tokens', 'other'])
      .execute()
    return new Map(
      found.map((row) => [
        String(row.request_id),
        {
          type: Number(row.type),
          quota: Number(row.quota),
          prompt_tokens: Number(row.prompt_tokens),
          completion_tokens: Number(row.completion_tokens),
          facts: JSON.parse(row.other || '{}') as LogOther,
        },
      ]),
    )
  }

  /** The row of one call, once it is there. */
  async row(requestId: string): Promise<Row> {
    const row = await pollFor(
      async () => (await this.rows()).get(requestId),
      (found) => found !== undefined,
    )
    if (!row) throw new Error(`no log row of ${requestId}`)
    return row
  }

  /** The part that the operator bore by the ledger, by request id, in quota units. */
  async writeOffs(): Promise<ReadonlyMap<string, number>> {
    const entries = await this.database.read.selectFrom('entry').select(['hold_id', 'amount']).where('kind', '=', 'house').execute()
    const sums = new Map<string, number>()
    for (const entry of entries) sums.set(entry.hold_id, (sums.get(entry.hold_id) ?? 0) + Number(entry.amount))
    return sums
  }

  close(): Promise<void> {
    return this.database.close()
  }

  async #posted(kind: string, ownerId: number): Promise<number> {
    const row = await this.database.read
      .selectFrom('account')
      .select('posted')
      .where('kind', '=', kind)
      .where('owner_id', '=', ownerId)
      .executeTakeFirstOrThrow()
    return Number(row.posted)
  }
}
