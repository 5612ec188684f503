// Making and changing a channel, as the console and the command line do it: its keys and the password of its proxy are sealed before they
// travel to the database.
import type { ChannelDraft, ChannelPatch } from '@waystation/contract/channels/channel'
import { addressToStore, withTarget } from '@waystation/contract/channels/channel-address'
import { keyReading, splitKeys } from '@waystation/contract/channels/channel-key'
import { channelType } from '@waystation/contract/channels/channel-type'
import { AppError } from '@waystation/contract/errors'
import { isRoot } from '@waystation/contract/site/status-table'
import type { Database } from '../../db/database.ts'
import type { Secrets } from '../../lib/secret.ts'
import type { Invalidation } from '../../lib/shared/invalidation.ts'
import type { Caller } from '../session/caller.ts'
import {
  assertChannel,
  assertKeys,
  assertOther,
  assertSameHost,
  type ChannelJson,
  channelJson,
  newChannelColumns,
} from './channel-draft.ts'
import { editChannel } from './channel-edit.ts'
import { sealProxy, withStoredPassword } from './channel-proxy.ts'
import { type ChannelWithKeyCount, createChannel, findChannel } from './channel-store.ts'
import type { KeyCabinet } from './keys/channel-keys.ts'

type Changer = Pick<Caller, 'role'>

export interface ChannelWriter {
  /** @param copyFrom the channel whose keys are copied when the draft has none @throws AppError for an invalid draft */
  create(caller: Changer, draft: ChannelDraft, copyFrom?: number): Promise<ChannelJson>
  /**
   * Changes the fields of the patch; an empty key leaves the keys as they are.
   * @throws AppError not_found, channel_key_again, channel_proxy_password, channel_last_key, or one for the invalid fields
   */
  change(
    caller: Changer,
    id: number,
    patch: ChannelPatch,
    how?: { keepsKeys: boolean },
  ): Promise<{ before: ChannelJson; after: ChannelJson }>
}

export interface ChannelWriterParts {
  readonly database: Database
  readonly secrets: Secrets
  readonly invalidation: Pick<Invalidation, 'publish'>
  readonly keys: Pick<KeyCabinet, 'seal' | 'open'>
}

export function channelWriter(parts: ChannelWriterParts): ChannelWriter {
  return new Writer(parts)
}

/** @throws AppError not_found */
export async function channelRow(database: Database, id: number): Promise<ChannelWithKeyCount> {
  const found = await findChannel(database, id)
  if (!found) throw new AppError('not_found', { what: 'channel' })
  return found
}

export const noKey = () => new AppError('channel_key_required', {}, { fields: { key: 'channel_key_required' } })

class Writer implements ChannelWriter {
  readonly #parts: ChannelWriterParts

  constructor(parts: ChannelWriterParts) {
    this.#parts = parts
  }

  async create(caller: Changer, sent: ChannelDraft, copyFrom?: number) {
    const draft = withTarget(sent, sent.type)
    assertChannel(draft, undefined)
    const source = copyFrom === undefined ? undefined : await this.#row(copyFrom)
    const setting = withStoredPassword(sealProxy(draft.setting, this.#parts.secrets), source?.setting)
    let given = splitKeys(draft.key, keyReading(draft.type))
    if (given.length === 0 && source) {
      if (!isRoot(caller.role)) assertSameHost(source, { ...draft, setting: setting.value })
      given = await this.#parts.keys.open(Number(source.id))
    }
    if (given.length === 0) throw noKey()
    assertKeys(draft.type, given)
    const base_url = addressToStore(draft.base_url, draft.type, source)
    assertOther({ ...draft, base_url }, given)
    const columns = newChannelColumns({ ...draft, base_url, setting })
    const made = await this.#parts.database.run(createChannel, { columns, keys: this.#parts.keys.seal(given) })
    this.#parts.invalidation.publish('channel', made.id)
    return channelJson(made)
  }

  async change(caller: Changer, id: number, { key = '', ...sent }: ChannelPatch, { keepsKeys } = { keepsKeys: false }) {
    const patch = sent.base_url?.includes('?') ? withTarget(sent, sent.type ?? (await this.#row(id)).type) : sent
    await this.#assertChange(id, key, patch)
    const keys = { document: this.#parts.keys.seal(splitKeys(key, 'document')), list: this.#parts.keys.seal(splitKeys(key, 'list')) }
    const given = patch.setting && sealProxy(patch.setting, this.#parts.secrets)
    const edited = await this.#parts.database.run(editChannel, {
      ...{ id, keys, keepsKeys, mayMoveKeys: isRoot(caller.role) },
      patch: { ...patch, ...(given && { setting: given.setting }) },
      sealedProxy: given?.sealedProxy,
    })
    this.#parts.invalidation.publish('channel', id)
    return { before: channelJson(edited.before), after: channelJson(edited.after) }
  }

  /** What of a change depends on the keys, which are sealed before they travel to the database. */
  async #assertChange(id: number, key: string, patch: Omit<ChannelPatch, 'key'>): Promise<void> {
    if (key === '' && patch.type === undefined && patch.other === undefined && patch.base_url === undefined) return
    const row = await this.#row(id)
    const { type = row.type, other = row.other } = patch
    const base_url = patch.base_url === undefined ? row.base_url : addressToStore(patch.base_url, type, row)
    const given = splitKeys(key, keyReading(type))
    assertKeys(type, given)
    const isSame = given.length === 0 && type === row.type && other === row.other && base_url === row.base_url
    if (isSame) return
    // Stored keys are opened only where it depends on them.
    const dependsOnKeys = channelType(type).otherFormat === 'regions' && given.length === 0
    assertOther({ type, other, base_url }, dependsOnKeys ? await this.#parts.keys.open(id) : given)
  }

  #row(id: number): Promise<ChannelWithKeyCount> {
    return channelRow(this.#parts.database, id)
  }
}
