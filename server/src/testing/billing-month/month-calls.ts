// The calls of the generated month: held, charged and logged by the ledger, priced and worded by the gateway's own functions. Only the
// vendor and the client are left out.

import { noUsage, type Usage } from '@waystation/contract/calls/usage'
import { AppError } from '@waystation/contract/errors'
import { type Ledger, openLedger } from '../../domain/ledger/ledger.ts'
import type { LogDraft } from '../../domain/ledger/operation.ts'
import { memorySpool } from '../../domain/ledger/testing/ledger-fixture.ts'
import { type CompiledPrice, priceCall } from '../../domain/pricing/price-call.ts'
import type { Attempt } from '../../gateway/attempt.ts'
import type { Caller } from '../../gateway/caller.ts'
import { chargeFact } from '../../gateway/settle/charge-fact.ts'
import { callLog } from '../../gateway/settle/log-draft.ts'
import type { Call } from '../../gateway/types.ts'
import { systemClock } from '../../lib/clock.ts'
import { newRequestId } from '../../lib/request-id.ts'
import { type MonthPerson, type MonthToken, RATIOS, type Scene } from './month-scene.ts'

export const callKinds = ['plain', 'parts', 'more than held', 'released', 'failed', 'left', 'left and back', 'free', 'short'] as const
export type CallKind = (typeof callKinds)[number]

interface Planned {
  readonly id: string
  readonly person: MonthPerson
  readonly token: MonthToken
  readonly usage: Usage
  readonly price: CompiledPrice
  readonly quota: number
  /** The row of the call with this quota, and with as much usage. */
  row(quota: number, usage?: Usage, isError?: boolean): LogDraft
}

export class MonthCalls {
  readonly counts = new Map<CallKind, number>(callKinds.map((kind) => [kind, 0]))
  readonly #scene: Scene
  readonly #random: () => number
  #ledger: Ledger
  /** Calls whose node is about to die, with what they will have cost. */
  #left: Planned[] = []

  private constructor(scene: Scene, random: () => number, ledger: Ledger) {
    this.#scene = scene
    this.#random = random
    this.#ledger = ledger
  }

  static async open(scene: Scene, random: () => number): Promise<MonthCalls> {
    return new MonthCalls(scene, random, await open(scene))
  }

  async wave(count: number): Promise<void> {
    await Promise.all(Array.from({ length: count }, () => this.#one()))
  }

  /** The node dies and another takes over: calls that were left are recovered. Some of their owners come back, and correct. */
  async restart(): Promise<void> {
    const former = this.#ledger
    const left = this.#left
    this.#left = []
    this.#ledger = await open(this.#scene)
    const back = left.filter(() => this.#random() < 0.5)
    await Promise.all(back.map(({ id, quota, row }) => former.settle(id, quota, row(quota))))
    this.#count('left and back', back.length)
    this.#count('left', left.length - back.length)
    await former.stop(10_000)
  }

  /** No call runs any more, and all counters are folded. */
  async close(): Promise<void> {
    await this.restart()
    await this.#ledger.stop(10_000)
  }

  async #one(): Promise<void> {
    const call = this.#plan()
    const { id, person, token, price, quota } = call
    const dice = this.#random()
    if (dice < 0.03) {
      this.#ledger.note(id, call.row(0, noUsage, true))
      return this.#count('failed')
    }
    // Most holds are larger than what is used at last, and some are smaller: most of those of who is nearly broke.
    const isBold = dice < 0.08 || (dice > 0.4 && person === this.#scene.people.at(-1))
    const amount = Math.max(1, Math.round(quota * (isBold ? 0.3 : 1.1)))
    try {
      await this.#ledger.hold({
        ...{ id, userAccountId: person.accountId, userId: person.visitor.id, amount, price: price.text, facts: call.row(0, noUsage) },
        ...(token.id === 0 ? {} : { token }),
      })
    } catch (error) {
      if (!(error instanceof AppError)) throw error
      this.#ledger.note(id, call.row(0, noUsage, true))
      return this.#count('short')
    }
    if (isBold) return this.#charge(call, 'more than held')
    if (dice < 0.1) return this.#inParts(call)
    if (dice < 0.12) {
      this.#ledger.release(id, call.row(0, noUsage, true))
      return this.#count('released')
    }
    if (dice < 0.13) return this.#leave(call)
    await this.#charge(call, quota === 0 ? 'free' : 'plain')
  }

  async #charge({ id, quota, row }: Planned, kind: CallKind): Promise<void> {
    await this.#ledger.settle(id, quota, row(quota), this.#random() < 0.5)
    this.#count(kind)
  }

  /** As a realtime session: each reply is charged when it is over, and the rest at the end. */
  async #inParts({ id, quota, row }: Planned): Promise<void> {
    const first = Math.floor(quota / 3)
    await this.#ledger.settlePart(id, 1, first, row(first))
    await this.#ledger.settlePart(id, 2, first, row(2 * first))
    await this.#ledger.settle(id, quota - 2 * first, row(quota))
    this.#count('parts')
  }

  /** The client is still there when the node dies, and half of the answer has been noted. */
  #leave(call: Planned): void {
    const usage = { ...call.usage, output: Math.floor(call.usage.output / 2) }
    const used = priceCall(usage, call.price)
    this.#ledger.checkpoint(call.id, used, call.row(used, usage))
    this.#left.push(call)
  }

  #plan(): Planned {
    const { people, channelIds, console } = this.#scene
    const person = this.#pick(people)
    const token = this.#pick(person.tokens)
    const model = this.#pick(Object.keys(RATIOS))
    const price = console.prices.priceOf({ requested: model, upstream: model, channelType: 8, group: person.group, acceptsUnset: false })
    if (!price) throw new Error(`${model} has no price`)
    const usage = this.#usage()
    const quota = priceCall(usage, price)
    const [id, channelId] = [newRequestId(), this.#pick(channelIds)]
    const row = (amount: number, used: Usage = usage, isError = false) => {
      const fact = chargeFact(price.price, used, { quota: amount, held: amount, ref: `settle:${id}` })
      const attempt = { channel: { id: channelId }, price, isMapped: false }
      const facts = { quota: amount, usage: used, now: 1200, other: isError ? {} : { charge: fact }, isError }
      return callLog(asCall(id, model), asCaller(person, token), { ...facts, attempt: attempt as Attempt })
    }
    return { id, person, token, usage, price, quota, row }
  }

  #usage(): Usage {
    const below = (limit: number) => Math.floor(this.#random() * limit)
    return { ...noUsage, freshInput: 1 + below(4000), cacheRead: below(3) === 0 ? below(2000) : 0, output: 1 + below(900), calls: 1 }
  }

  #pick<Item>(items: readonly Item[]): Item {
    return items[Math.floor(this.#random() * items.length)] ?? nothing()
  }

  #count(kind: CallKind, by = 1): void {
    this.counts.set(kind, (this.counts.get(kind) ?? 0) + by)
  }
}

function open({ console }: Scene): Promise<Ledger> {
  return openLedger({
    ...{
      database: console.database,
      epoch: newRequestId(),
      nodeName: 'month',
      isExclusive: true,
      clock: systemClock,
      spool: memorySpool(),
    },
    ...{ recoverPolicy: () => 'checkpoint' as const, mayOverdraw: () => false, onTrouble: (error) => fail(error) },
  })
}

function fail(error: unknown): void {
  if (error !== undefined) throw error
}

// As much of a call and of its caller as the row of the log is drawn up from.
const asCall = (id: string, model: string) =>
  ({
    id,
    endpoint: { path: '/v1/chat/completions', dialect: 'openai-chat' },
    facts: { model, isStream: true },
    body: {},
    startedMs: 0,
  }) as unknown as Call
const asCaller = ({ visitor, group }: MonthPerson, token: MonthToken) =>
  ({
    user: { id: visitor.id, username: visitor.username, setting: {} },
    token: token.id === 0 ? undefined : token,
    tokenName: token.name,
    group,
    ip: '',
  }) as unknown as Caller

function nothing(): never {
  throw new Error('there is one of each from the beginning')
}
