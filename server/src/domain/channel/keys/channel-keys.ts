// A channel's keys as admins see them: which ones serve, which wait, which are disabled and why. Never the keys themselves (decision D36).
import type { ChannelKey as WireKey } from '@waystation/contract/channels/channel'
import { keyTail } from '@waystation/contract/channels/channel-key'
import { AppError } from '@waystation/contract/errors'
import { channelStatus } from '@waystation/contract/site/status-table'
import type { z } from 'zod'
import type { Database } from '../../../db/database.ts'
import { newRequestId } from '../../../lib/request-id.ts'
import type { Secrets } from '../../../lib/secret.ts'
import type { Invalidation } from '../../../lib/shared/invalidation.ts'
import type { ChannelKey as OpenedKey } from '../../catalog/routable-channel.ts'
import { addKeys, findKeys, noteKeysUsed, removeKey, type SealedKey, setKeyStatus } from './channel-key-store.ts'
import type { KeyRing } from './key-ring.ts'

type ListedKey = z.input<typeof WireKey>

export interface ChannelKeys {
  /** In order; empty for a channel that there is not. */
  list(channelId: number): Promise<ListedKey[]>
  /** Answers the keys as they are then. @throws AppError not_found or channel_last_key */
  setStatus(channelId: number, keyId: number, isEnabled: boolean): Promise<ListedKey[]>
  /** Answers the keys that are left. @throws AppError not_found, channel_only_key or channel_last_key */
  remove(channelId: number, keyId: number): Promise<ListedKey[]>
}

const noKey: OpenedKey = { id: 0, secret: '' }

/** What the channel service does with keys besides showing them. */
export interface KeyCabinet extends ChannelKeys {
  seal(secrets: readonly string[]): SealedKey[]
  /** Puts keys behind the stored ones. Answers the keys as they are then. @throws AppError not_found, or channel_key_known without a new one */
  add(channelId: number, secrets: readonly string[]): Promise<ListedKey[]>
  /** All of them, in order. */
  open(channelId: number): Promise<string[]>
  /**
   * The key that a channel is tried with: `keyId`, else the next one that a call would take. Where none is enabled, one that the gateway
   * disabled, to see whether it works again; without any, an empty one of id 0.
   * @throws AppError not_found for a key that the channel does not have
   */
  forTest(channelId: number, model: string, keyId?: number): Promise<OpenedKey>
}

export interface KeyParts {
  readonly database: Database
  readonly secrets: Secrets
  readonly invalidation: Invalidation
  readonly ring: KeyRing
}

const associatedData = (rowUid: string) => `channel_key:key_enc:${rowUid}`
const secondsOf = (ms: number) => Math.floor(ms / 1000)

/** A key as it is stored. */
export function sealedKey(secrets: Pick<Secrets, 'seal' | 'lookupHash'>, key: string): SealedKey {
  const row_uid = newRequestId()
  return { key_enc: secrets.seal(key, associatedData(row_uid)), key_hash: secrets.lookupHash(key), key_tail: keyTail(key), row_uid }
}

export function channelKeys(parts: KeyParts): KeyCabinet {
  return new SealedKeys(parts)
}

class SealedKeys implements KeyCabinet {
  readonly #parts: KeyParts

  constructor(parts: KeyParts) {
    this.#parts = parts
  }

  async list(channelId: number): Promise<ListedKey[]> {
    const { database, ring } = this.#parts
    return (await findKeys(database, channelId)).map((row, at) => ({
      id: row.id,
      position: at + 1,
      tail: row.key_tail,
      status: row.status,
      reason: row.status_reason,
      since: row.status_at,
      cooling_until: row.status === channelStatus.enabled ? Math.ceil(ring.coolingUntilMs(row.id) / 1000) : 0,
      last_used: Math.max(row.used_at, secondsOf(ring.usedAtMs(row.id))),
    }))
  }

  seal(texts: readonly string[]): SealedKey[] {
    return texts.map((key) => sealedKey(this.#parts.secrets, key))
  }

  async setStatus(channelId: number, keyId: number, isEnabled: boolean): Promise<ListedKey[]> {
    const { database, invalidation } = this.#parts
    if (await database.run(setKeyStatus, { channelId, keyId, isEnabled })) invalidation.publish('channel', channelId)
    return this.list(channelId)
  }

  async add(channelId: number, texts: readonly string[]): Promise<ListedKey[]> {
    await this.#parts.database.run(addKeys, { channelId, keys: this.seal(texts) })
    return this.#changed(channelId)
  }

  async remove(channelId: number, keyId: number): Promise<ListedKey[]> {
    await this.#parts.database.run(removeKey, { channelId, keyId })
    return this.#changed(channelId)
  }

  async open(channelId: number): Promise<string[]> {
    return (await findKeys(this.#parts.database, channelId)).map((row) => this.#opened(row))
  }

  async forTest(channelId: number, model: string, keyId?: number): Promise<OpenedKey> {
    const rows = await findKeys(this.#parts.database, channelId)
    if (keyId !== undefined) {
      const named = rows.find(({ id }) => id === keyId)
      if (!named) throw new AppError('not_found', { what: 'key' })
      // It counts as a use.
      this.#parts.ring.next({ id: channelId, keys: [{ id: keyId, secret: '' }] }, model)
      return { id: keyId, secret: this.#opened(named) }
    }
    const pools = [channelStatus.enabled, channelStatus.autoDisabled, channelStatus.disabled].map((status) =>
      rows.filter((row) => row.status === status),
    )
    const pool = pools.find((some) => some.length > 0) ?? []
    const next = this.#parts.ring.next({ id: channelId, keys: pool.map(({ id }) => ({ id, secret: '' })) }, model)
    const chosen = pool.find(({ id }) => id === next?.id) ?? pool[0]
    return chosen ? { id: chosen.id, secret: this.#opened(chosen) } : noKey
  }

  #opened({ key_enc, row_uid }: SealedKey): string {
    return this.#parts.secrets.open(key_enc, associatedData(row_uid))
  }

  #changed(channelId: number): Promise<ListedKey[]> {
    this.#parts.invalidation.publish('channel', channelId)
    return this.list(channelId)
  }
}

/** Stores when keys were last used. A failed write is dropped: the next use writes a later time anyway. */
export async function storeKeyUses(database: Database, ring: Pick<KeyRing, 'takeUses'>): Promise<void> {
  const uses = [...ring.takeUses()].map(([keyId, atMs]): [number, number] => [keyId, secondsOf(atMs)])
  if (uses.length > 0)
    await database.run(
      noteKeysUsed,
      uses.sort(([one], [other]) => one - other),
    )
}
