// The breakers of what has failed lately, by what their failures are about. Where all is well, there are none.
import type { RoutableChannel } from '../../catalog/routable-channel.ts'
import { type Scope, scopes } from './blame.ts'
import { Breaker } from './breaker.ts'
import { ByModel } from './by-model.ts'

/** Where a call goes: the channel, the key, and the model's name upstream. */
export interface Place {
  readonly channelId: number
  readonly keyId: number
  readonly model: string
}

/** Of each kind; beyond these the oldest is forgotten. */
const MAX_BREAKERS = 10_000
/** In the place of the model, where a breaker is about all of them. */
const ANY = ''

export class Breakers {
  readonly #of: Readonly<Record<Scope, ByModel<Breaker>>> = {
    channel: new ByModel(),
    model: new ByModel(),
    key: new ByModel(),
    'key-model': new ByModel(),
  }
  readonly #minFailures: () => number

  /** @param minFailures that a breaker takes at least to open; 0: there are none */
  constructor(minFailures: () => number) {
    this.#minFailures = minFailures
  }

  get isEmpty(): boolean {
    return scopes.every((scope) => this.#of[scope].size === 0)
  }

  of(scope: Scope, { channelId, keyId, model }: Place): Breaker | undefined {
    const breakers = this.#of[scope]
    if (breakers.size === 0) return undefined
    return breakers.get(isOfModel(scope) ? model : ANY, isOfKey(scope) ? keyId : channelId)
  }

  /** Milliseconds until the channel may be used for the model, whatever the key; 0: it may. */
  placeWaitMs(channelId: number, model: string, nowMs: number): number {
    const place = { channelId, keyId: 0, model }
    return Math.max(this.of('channel', place)?.waitMs(nowMs) ?? 0, this.of('model', place)?.waitMs(nowMs) ?? 0)
  }

  /** The same of a key. */
  keyWaitMs(keyId: number, model: string, nowMs: number): number {
    const place = { channelId: 0, keyId, model }
    return Math.max(this.of('key', place)?.waitMs(nowMs) ?? 0, this.of('key-model', place)?.waitMs(nowMs) ?? 0)
  }

  /** Since when the channel, or each of its keys, is left alone for the model; undefined: it is not. */
  openedAtMs({ id, keys }: Pick<RoutableChannel, 'id' | 'keys'>, model: string): number | undefined {
    const openedAt = (scopesHere: readonly Scope[], keyId: number) => {
      const found = scopesHere.flatMap((scope) => this.of(scope, { channelId: id, keyId, model })?.openedAtMs ?? [])
      return found.length === 0 ? undefined : Math.min(...found)
    }
    const ofPlace = openedAt(['channel', 'model'], 0)
    if (ofPlace !== undefined) return ofPlace
    const ofKeys = keys.flatMap((key) => openedAt(['key', 'key-model'], key.id) ?? [])
    return keys.length > 0 && ofKeys.length === keys.length ? Math.max(...ofKeys) : undefined
  }

  /** Ids of the channels, or of the keys, that breakers of these kinds are of. */
  ids(...kinds: readonly Scope[]): readonly number[] {
    return kinds.flatMap((scope) => [...this.#of[scope].entries()].map(([, id]) => id))
  }

  /** A new one; undefined: nothing is ever left alone. */
  add(scope: Scope, { channelId, keyId, model }: Place, nowMs: number): Breaker | undefined {
    const minFailures = this.#minFailures()
    if (minFailures <= 0) return undefined
    const breakers = this.#of[scope]
    if (breakers.size >= MAX_BREAKERS) dropFirst(breakers)
    const breaker = new Breaker(minFailures, nowMs)
    breakers.set(isOfModel(scope) ? model : ANY, isOfKey(scope) ? keyId : channelId, breaker)
    return breaker
  }

  delete(scope: Scope, { channelId, keyId, model }: Place): void {
    this.#of[scope].delete(isOfModel(scope) ? model : ANY, isOfKey(scope) ? keyId : channelId)
  }
}

const isOfModel = (scope: Scope): boolean => scope === 'model' || scope === 'key-model'
const isOfKey = (scope: Scope): boolean => scope === 'key' || scope === 'key-model'

function dropFirst(breakers: ByModel<Breaker>): void {
  for (const [model, id] of breakers.entries()) return void breakers.delete(model, id)
}
