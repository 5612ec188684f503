// Keeps whether channels and keys may be used. Nodes tell each other what they leave alone, what they try and what is well again; what they count
// is their own.

import type { CallOff } from '../../../lib/clock.ts'
import type { ChannelKey } from '../../catalog/routable-channel.ts'
import type { Availability, AvailabilityParts, Keyed, Rest, Troubled, Use, UseOf, Verdict } from './availability.ts'
import { type Blame, outcomes, type Scope, scopes } from './blame.ts'
import type { Breaker } from './breaker.ts'
import { Breakers, type Place } from './breakers.ts'
import { ByModel } from './by-model.ts'
import { IDLE, Load, type Waiting } from './load.ts'

const usable: Verdict = { isUsable: true }

/** What nodes tell each other of something that is left alone. */
interface RestMessage {
  readonly scope: Scope
  readonly place: Place
  readonly state: 'opened' | 'tried' | 'passed'
}

/** Models at channels of which the load is remembered; beyond these, one that is idle is forgotten. */
const MAX_LOADS = 20_000
/** Retries that may be under way at once: this share of all calls under way, and never fewer than so many. */
const RETRY_SHARE = 0.2
const MIN_RETRIES = 20
const FREE_FAILURES = 5
/** A stream that has gone on for so long, with more of its answer meanwhile, has passed its trial. */
const TRIAL_PASSED_MS = 3000

/** Of most calls. */
const NONE: ReadonlySet<Scope> = new Set()

/** Nothing is left alone at first. */
export function availability(parts: AvailabilityParts): Availability {
  return new KeptAvailability(parts)
}

class KeptAvailability implements Availability {
  readonly #parts: AvailabilityParts
  readonly #breakers: Breakers
  readonly #loads = new ByModel<Load>()
  #underWay = 0
  #retries = 0

  constructor(parts: AvailabilityParts) {
    this.#parts = parts
    this.#breakers = new Breakers(parts.minFailures)
    parts.bus?.hear('rest', (message) => this.#hear(message as RestMessage))
  }

  look(channel: Keyed, model: string): Verdict {
    const { keys, limits, clock } = this.#parts
    const coolMs = keys.waitMs(channel, model)
    if (coolMs === undefined) return { isUsable: false, reason: 'no_key', waitMs: 0 }
    if (coolMs > 0) return { isUsable: false, reason: 'keys_cooling', waitMs: coolMs }
    const nowMs = clock.now()
    const silentMs = this.#loads.get(model, channel.id)?.silentForMs(nowMs) ?? 0
    if (silentMs > 0) return { isUsable: false, reason: 'silent', waitMs: silentMs }
    const fullMs = limits.fullForMs(channel)
    if (fullMs > 0) return { isUsable: false, reason: 'full', waitMs: fullMs }
    if (this.#breakers.isEmpty) return usable
    let ofKeysMs = Number.POSITIVE_INFINITY
    for (const { id } of channel.keys) ofKeysMs = Math.min(ofKeysMs, this.#breakers.keyWaitMs(id, model, nowMs))
    const waitMs = Math.max(this.#breakers.placeWaitMs(channel.id, model, nowMs), ofKeysMs)
    return waitMs > 0 ? { isUsable: false, reason: 'failing', waitMs } : usable
  }

  nextKey(channel: Keyed, model: string, spent?: ReadonlySet<number>, preferredId?: number): ChannelKey | undefined {
    const { keys, limits, clock } = this.#parts
    const isAlwaysOpen = this.#breakers.isEmpty && !channel.setting.key_limits
    if (isAlwaysOpen || channel.keys.length === 1) return keys.next(channel, model, spent, preferredId)
    const nowMs = clock.now()
    const isShut = ({ id }: ChannelKey) => this.#breakers.keyWaitMs(id, model, nowMs) > 0 || limits.keyFullForMs(channel, id) > 0
    const shut = channel.keys.filter(isShut).map(({ id }) => id)
    return keys.next(channel, model, shut.length === 0 ? spent : new Set([...(spent ?? []), ...shut]), preferredId)
  }

  force(channel: Keyed, model: string): boolean {
    const nowMs = this.#parts.clock.now()
    const breakers = this.#breakersOf(channel, model)
    if (!breakers.every((breaker) => breaker.mayForce(nowMs))) return false
    for (const breaker of breakers) breaker.force(nowMs)
    return this.look(channel, model).isUsable
  }

  mayForce(channel: Keyed, model: string): boolean {
    const nowMs = this.#parts.clock.now()
    const hasKey = channel.keys.length === 1 || channel.keys.some(({ id }) => this.#breakers.keyWaitMs(id, model, nowMs) === 0)
    return hasKey && this.#breakersOf(channel, model).every((breaker) => breaker.mayForce(nowMs))
  }

  restOf(channel: Keyed, model: string): Rest | undefined {
    const coolMs = this.#parts.keys.waitMs(channel, model) ?? 0
    if (coolMs > 0) return { reason: 'keys_cooling', forMs: 0, waitMs: coolMs }
    const nowMs = this.#parts.clock.now()
    const load = this.#loads.get(model, channel.id)
    if (load?.isSilent(nowMs)) return { reason: 'silent', forMs: 0, waitMs: load.silentForMs(nowMs) }
    const openedMs = this.#breakers.openedAtMs(channel, model)
    if (openedMs === undefined) return undefined
    const ofKeysMs = Math.min(...channel.keys.map(({ id }) => this.#breakers.keyWaitMs(id, model, nowMs)))
    return { reason: 'failing', forMs: nowMs - openedMs, waitMs: Math.max(this.#breakers.placeWaitMs(channel.id, model, nowMs), ofKeysMs) }
  }

  troubled(): Troubled {
    const channelIds = new Set(this.#breakers.ids('channel', 'model'))
    const nowMs = this.#parts.clock.now()
    for (const [, id, load] of this.#loads.entries()) if (load.isSilent(nowMs)) channelIds.add(id)
    return { channelIds, keyIds: new Set(this.#breakers.ids('key', 'key-model')) }
  }

  isTried(channel: Keyed, model: string): boolean {
    return this.#breakersOf(channel, model).some((breaker) => breaker.isTried)
  }

  #breakersOf({ id, keys }: Keyed, model: string): readonly Breaker[] {
    const [key] = keys
    const place = { channelId: id, keyId: key?.id ?? 0, model }
    const shared = keys.length === 1 ? scopes : (['channel', 'model'] as const)
    return shared.flatMap((scope) => this.#breakers.of(scope, place) ?? [])
  }

  isOut({ channelId, keyId, model }: Place): boolean {
    const nowMs = this.#parts.clock.now()
    if ((this.#loads.get(model, channelId)?.silentForMs(nowMs) ?? 0) > 0) return true
    return this.#breakers.placeWaitMs(channelId, model, nowMs) > 0 || this.#breakers.keyWaitMs(keyId, model, nowMs) > 0
  }

  begin(use: UseOf): Use {
    return new OneUse(use, this.#loadAt(use), this)
  }

  loadOf(channelId: number, model: string, isStream: boolean) {
    return this.#loads.get(model, channelId)?.told(isStream, this.#parts.clock) ?? IDLE
  }

  retryAfter({ channelId, model }: Pick<UseOf, 'channelId' | 'model'>): 'free' | 'counted' | 'refused' {
    const place = { channelId, keyId: 0, model }
    const failures = Math.max(this.#breakers.of('channel', place)?.failures ?? 0, this.#breakers.of('model', place)?.failures ?? 0)
    if (failures <= FREE_FAILURES) return 'free'
    return this.#retries < Math.max(MIN_RETRIES, RETRY_SHARE * this.#underWay) ? 'counted' : 'refused'
  }

  get now(): number {
    return this.#parts.clock.now()
  }

  after(ms: number, callback: () => void): CallOff {
    return this.#parts.clock.after(ms, callback)
  }

  /** How many are under way changes. */
  count(by: 1 | -1, isRetry: boolean): void {
    this.#underWay += by
    if (isRetry) this.#retries += by
  }

  /** A use goes through its breakers. Returns those that it tries. */
  enter(use: UseOf): ReadonlySet<Scope> {
    if (this.#breakers.isEmpty) return NONE
    const tried = new Set<Scope>()
    for (const scope of scopes) {
      if (!this.#breakers.of(scope, use)?.begin(this.now)) continue
      tried.add(scope)
      this.#tell(scope, use, 'tried')
    }
    return tried
  }

  note(use: UseOf, end: Blame | 'well', tried: ReadonlySet<Scope>): void {
    if (this.#breakers.isEmpty && (end === 'well' || end === 'request' || end === 'none')) return
    const nowMs = this.now
    for (const scope of scopes) {
      const outcome = outcomes[end][scope]
      const breaker = this.#breakers.of(scope, use) ?? (outcome === 'failed' ? this.#breakers.add(scope, use, nowMs) : undefined)
      if (!breaker) continue
      const wasOpen = breaker.openedAtMs !== undefined
      breaker.note(outcome, nowMs, tried.has(scope))
      const isOpen = breaker.openedAtMs !== undefined
      if (isOpen !== wasOpen) this.#tell(scope, use, isOpen ? 'opened' : 'passed')
      if (breaker.isForgotten(nowMs)) this.#breakers.delete(scope, use)
    }
  }

  #tell(scope: Scope, { channelId, keyId, model }: Place, state: RestMessage['state']): void {
    this.#parts.bus?.tell('rest', { scope, place: { channelId, keyId, model }, state })
  }

  #hear({ scope, place, state }: RestMessage): void {
    const known = this.#breakers.of(scope, place)
    const breaker = state === 'passed' ? known : (known ?? this.#breakers.add(scope, place, this.now))
    if (state === 'passed') breaker?.passedElsewhere()
    else if (state === 'opened') breaker?.openedElsewhere(this.now)
    else breaker?.triedElsewhere(this.now)
  }

  #loadAt({ channelId, model }: UseOf): Load {
    const known = this.#loads.get(model, channelId)
    if (known) return known
    if (this.#loads.size >= MAX_LOADS) this.#forgetIdle()
    const load = new Load(() => this.#parts.usualLongestMs(channelId))
    this.#loads.set(model, channelId, load)
    return load
  }

  #forgetIdle(): void {
    for (const [model, id, load] of this.#loads.entries()) if (load.underWay === 0) return void this.#loads.delete(model, id)
  }
}

class OneUse implements Use {
  readonly #use: UseOf
  #tried: ReadonlySet<Scope>
  #stopTrial: CallOff = () => {}
  #produced = () => Number.NaN
  readonly #load: Load
  readonly #waiting: Waiting
  readonly #of: KeptAvailability
  #isOver = false

  get keyId(): number {
    return this.#use.keyId
  }

  constructor(use: UseOf, load: Load, of: KeptAvailability) {
    this.#use = use
    this.#load = load
    this.#of = of
    this.#waiting = load.begin(of.now, use.isStream)
    this.#tried = of.enter(use)
    of.count(1, use.isRetry === true)
  }

  watch(produced: () => number): void {
    this.#produced = produced
  }

  answered(): void {
    if (this.#isOver) return
    this.#load.answered(this.#waiting, this.#of.now)
    // A vendor that has come back need not rest until a long stream has ended.
    if (this.#tried.size > 0 && this.#use.isStream) this.#awaitTrial()
  }

  #awaitTrial(): void {
    const before = this.#produced()
    this.#stopTrial = this.#of.after(TRIAL_PASSED_MS, () => (this.#produced() === before ? this.#awaitTrial() : this.#passTrial()))
  }

  #passTrial(): void {
    this.#of.note(this.#use, 'well', this.#tried)
    this.#tried = NONE
  }

  ended(isBroken: boolean): void {
    this.#end(isBroken ? 'model' : 'well')
  }

  failed(blame: Blame): void {
    this.#end(blame)
  }

  #end(end: Blame | 'well'): void {
    if (this.#isOver) return
    this.#isOver = true
    this.#stopTrial()
    this.#load.end(this.#waiting)
    this.#of.count(-1, this.#use.isRetry === true)
    this.#of.note(this.#use, end, this.#tried)
  }
}
