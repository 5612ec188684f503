// What clients would find at a channel, or with a token: small calls in the form of each family of clients, whose answers are judged.
import type { ClientCheckRow } from '@waystation/contract/clients/client-checks'
import { AppError } from '@waystation/contract/errors'
import type { Database } from '../../db/database.ts'
import type { Catalog } from '../catalog/catalog.ts'
import type { ClientCheckAsked, ClientCheckCost, ClientChecker } from '../ports.ts'
import type { Caller } from '../session/caller.ts'
import { findPayingUser } from '../token/token-lookup.ts'
import type { TokenService } from '../token/token-service.ts'
import type { KeyCabinet } from './keys/channel-keys.ts'

export interface ClientCheckParts {
  readonly database: Database
  readonly catalog: Catalog
  readonly checker: ClientChecker
  readonly keys: Pick<KeyCabinet, 'forTest'>
  readonly tokens: Pick<TokenService, 'reveal'>
}

export class ClientChecks {
  readonly #parts: ClientCheckParts

  constructor(parts: ClientCheckParts) {
    this.#parts = parts
  }

  /** A stored channel, enabled or not; nobody is charged. @throws AppError not_found */
  async ofChannel(caller: Caller, id: number, asked: ClientCheckAsked): Promise<ClientCheckRow[]> {
    const { database, catalog, checker, keys } = this.#parts
    await catalog.upToDate()
    const channel = catalog.current().channel(id)
    if (!channel) throw new AppError('not_found', { what: 'channel' })
    // One that the gateway disabled may work again.
    const usable = channel.keys.length > 0 ? channel.keys : [await keys.forTest(id, asked.model)]
    return checker.checkChannel({ channel: { ...channel, keys: usable }, user: await findPayingUser(database, caller.id) }, asked)
  }

  /** What a run of all families with a token of the caller's costs. @throws AppError not_found or token_key_hidden */
  async costOfToken(caller: Caller, id: number, model: string): Promise<ClientCheckCost> {
    const { checker, tokens } = this.#parts
    return checker.costOfToken(`sk-${await tokens.reveal(caller, id)}`, model)
  }

  /** A token of the caller's, which pays for these calls. @throws AppError not_found or token_key_hidden */
  async ofToken(caller: Caller, id: number, asked: ClientCheckAsked): Promise<ClientCheckRow[]> {
    const { checker, tokens } = this.#parts
    return checker.checkToken(`sk-${await tokens.reveal(caller, id)}`, asked)
  }
}
