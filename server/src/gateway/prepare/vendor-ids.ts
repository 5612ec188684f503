// Ids of what a vendor keeps at the operator's account. Its key serves every user, so such an id is sent only for the user to whom an answer
// gave it (decision D66): whoever learns or guesses another's would else be told what that one said or sent.
import { selfUseModeEnabled } from '@waystation/contract/options/operation'
import type { ChatEvent } from '@waystation/wire/chat/reply/event'
import { givenIds, vendorIds } from '@waystation/wire/chat/vendor-ids'
import type { JsonObject } from '@waystation/wire/encoding/json'
import type { Frame } from '@waystation/wire/encoding/sse'
import type { Vault } from '../../domain/vault/vault.ts'
import type { VendorPlace } from '../../domain/vendor-file/vendor-files.ts'
import type { Attempt } from '../attempt.ts'
import type { OptionReader } from '../caller.ts'
import type { Losses } from '../held.ts'
import type { FrameReading, ReplyListener } from '../reply.ts'
import type { Call } from '../types.ts'

const keyOf = (userId: number, id: string) => `given:${userId}:${id}`
/** A longer one could not be a key. */
const LONGEST_ID = 160
const NONE: ReadonlySet<string> = new Set()

export interface GivenParts {
  readonly vault: Vault | undefined
  readonly userId: number
  readonly options: OptionReader
}

/** The ids in the client's request that this user was not given, at a channel where that matters. */
export async function foreignIds(
  requested: JsonObject,
  { extension, named }: Call,
  { channel }: Attempt,
  { vault, userId, options }: GivenParts,
): Promise<ReadonlySet<string>> {
  const rule = channel.setting.vendor_ids ?? (options.get(selfUseModeEnabled) ? 'pass' : 'given')
  if (rule === 'pass') return NONE
  const all = named?.body === requested ? named.ids : vendorIds(requested).map(({ id }) => id)
  const ids = all.filter((id) => !extension?.knownIds?.has(id))
  if (ids.length === 0) return NONE
  const keys = ids.filter((id) => id.length <= LONGEST_ID).map((id) => keyOf(userId, id))
  const given = await vault?.find(keys)
  return new Set(ids.filter((id) => !given?.has(keyOf(userId, id))))
}

/** Records where a body names one of these. */
export function nameForeign(body: JsonObject, foreign: ReadonlySet<string>, losses: Pick<Losses, 'add'>): void {
  if (foreign.size === 0) return
  for (const { path, id } of vendorIds(body)) if (foreign.has(id)) losses.add(path, 'not-given')
}

/** Where what these ids stand for is kept, as far as answers gave them to this user and said so. */
export async function givenPlaces(
  vault: Vault | undefined,
  userId: number,
  ids: readonly string[],
): Promise<ReadonlyMap<string, VendorPlace>> {
  const places = new Map<string, VendorPlace>()
  const known = ids.filter((id) => id.length <= LONGEST_ID)
  const found = await vault?.find(known.map((id) => keyOf(userId, id)))
  for (const id of known) {
    const [channelId, keyId] = (found?.get(keyOf(userId, id)) ?? '').split(':').map(Number)
    if (channelId !== undefined && keyId !== undefined) places.set(id, { channelId, keyId })
  }
  return places
}

/** Collects the ids that an answer gives. */
export class GivenIds {
  readonly #ids = new Set<string>()
  /** Where the answer comes from. */
  readonly place: VendorPlace

  constructor(place: VendorPlace) {
    this.place = place
  }

  /** The listener, listened to. */
  over(listener: ReplyListener): ReplyListener {
    return new ListenedTo(listener, this.#ids)
  }

  /** Stores what there is: this process knows it at once. */
  async store(vault: Vault, userId: number): Promise<void> {
    const value = `${this.place.channelId}:${this.place.keyId}`
    if (this.#ids.size > 0) await vault.save([...this.#ids].map((id) => ({ key: keyOf(userId, id), value })))
  }
}

class ListenedTo implements ReplyListener {
  readonly #listener: ReplyListener
  readonly #ids: Set<string>

  constructor(listener: ReplyListener, ids: Set<string>) {
    this.#listener = listener
    this.#ids = ids
  }

  push(frame: Frame): FrameReading {
    if (frame.data !== undefined) for (const id of givenIds(frame.data)) if (id.length <= LONGEST_ID) this.#ids.add(id)
    return this.#listener.push(frame)
  }

  end(): readonly ChatEvent[] {
    return this.#listener.end()
  }

  get isComplete(): boolean {
    return this.#listener.isComplete
  }
}
