// One run: everything is read from one snapshot of the other gateway and carried in batches, each with what it notes of itself in one
// transaction; at the end both sides are counted and compared.

import { quotaPerUnit } from '@waystation/contract/options/operation'
import { groupRatio } from '@waystation/contract/options/pricing'
import { type ImportNoteCode, type ImportReport, type ImportTotalName, importTotals } from '@waystation/contract/site/import'
import { role } from '@waystation/contract/site/status-table'
import type { ForeignDatabase } from '../db/foreign-database.ts'
import type { WriteTask } from '../db/write-task.ts'
import { keepImportRun } from '../domain/move-in/carried-store.ts'
import { carryChannels, planChannels } from '../domain/move-in/channel-carry-store.ts'
import { carryCodes, planCodes } from '../domain/move-in/code-carry-store.ts'
import type { Outcome } from '../domain/move-in/goods.ts'
import { carryLogs } from '../domain/move-in/log-carry-store.ts'
import { carryTokens, planTokens } from '../domain/move-in/token-carry-store.ts'
import { countHere, openedHere } from '../domain/move-in/totals-store.ts'
import { carryUsers, linkInviters, nothingSeen, planUsers } from '../domain/move-in/user-carry-store.ts'
import { keepsKeys } from '../domain/token/new-key.ts'
import type { Secrets } from '../lib/secret.ts'
import { ImportRefused } from './fields.ts'
import { carrySettings } from './settings.ts'
import type { OpenSource, RunParts, Source } from './source.ts'
import { noTotals, Tally, type Totals } from './tally.ts'

export interface ImportParts extends RunParts {
  readonly secrets: Secrets
  readonly foreign: ForeignDatabase
  /** The other gateway, as the command names it. */
  readonly name: string
  readonly openSource: OpenSource
  readonly isDry: boolean
  /** Unix seconds: logs of calls that ended then or later come along; absent: none. */
  readonly logsSince?: number | undefined
  /** Unix milliseconds. */
  readonly now: () => number
}

/** Goods of one transaction. */
const BATCH = 100

/**
 * Carries everything that is not here yet, and answers what it found. Nothing is written where `isDry`.
 * @throws ImportRefused before anything is written, where something cannot be carried exactly
 */
export async function runImport(parts: ImportParts): Promise<ImportReport> {
  const startedAt = parts.now()
  const run = new Run(parts)
  const report = { ...(await run.carry()), took_ms: parts.now() - startedAt }
  if (!parts.isDry) await parts.database.run(keepImportRun, { report: JSON.stringify(report) })
  return report
}

type Brought = ImportReport['brought'][number]

class Run {
  readonly #parts: ImportParts
  readonly #tally = new Tally()
  readonly #brought: Brought[] = []
  /** What a trial run would add to the totals. */
  readonly #planned: Record<ImportTotalName, number> = { ...noTotals }

  constructor(parts: ImportParts) {
    this.#parts = parts
  }

  async carry(): Promise<Omit<ImportReport, 'took_ms'>> {
    const { name, isDry } = this.#parts
    await readAll(await this.#open(new Tally()))
    const source = await this.#open(this.#tally)
    const settings = await carrySettings(await source.settings(), { ...this.#parts, tally: this.#tally, source: name })
    const users = await this.#users(source)
    const tokens = await this.#tokens(source, users)
    const channels = await this.#channels(source)
    await this.#codes(source, users)
    await this.#logs(source, { users, tokens, channels })
    await this.#priceGroups()
    this.#brought.push({ what: 'settings', fresh: settings, carried: 0, known: 0 })
    const totals = await this.#totals(await source.totals())
    const isEqual = totals.every(({ there, left_out, here }) => there === left_out + here)
    return { source: name, is_dry_run: isDry, brought: this.#brought, totals, notes: this.#tally.notes, is_equal: isEqual }
  }

  async #open(tally: Tally): Promise<Source> {
    const { options, foreign, secrets, openSource, now } = this.#parts
    const here = options.get(quotaPerUnit)
    const source = await openSource({
      ...{ foreign, secrets, tally, keepsKeys: keepsKeys(options), quotaPerUnit: here, now: Math.floor(now() / 1000) },
    })
    if (source.quotaPerUnit !== here)
      throw new ImportRefused(
        `a dollar is ${source.quotaPerUnit} quota units there and ${here} here. Amounts are carried to the unit, so make it the same first: waystation option set QuotaPerUnit ${source.quotaPerUnit}`,
      )
    return source
  }

  async #users(source: Source): Promise<Map<string, number>> {
    const ids = new Map<string, number>()
    const inviters: [string, string][] = []
    const names = new Map<string, string>()
    const seen = nothingSeen()
    const carryBatch = this.#carrier(carryUsers, (db, input) => planUsers(db, input, seen), 'users')
    const brought = this.#begin('users')
    for await (const users of source.users())
      for (const batch of batches(users)) {
        const byId = new Map(batch.map((user) => [user.id, user]))
        for (const outcome of await carryBatch({ source: this.#parts.name, users: batch })) {
          const user = byId.get(outcome.id)
          ids.set(outcome.id, outcome.targetId || -ids.size - 1)
          if (!user) continue
          names.set(outcome.id, user.username)
          this.#count(brought, outcome, user.username)
          if (outcome.how === 'carried' && outcome.quota !== user.balance) this.#tally.note('user_changed_there', user.username)
          if (user.inviterId !== '') inviters.push([user.id, user.inviterId])
          if (outcome.how === 'carried') continue
          this.#planned.user_quota += user.balance
          this.#planned.referral_quota += user.referral
        }
      }
    await this.#linkInviters(inviters, { ids, names })
    return ids
  }

  async #linkInviters(
    pairs: readonly [string, string][],
    { ids, names }: { ids: Map<string, number>; names: Map<string, string> },
  ): Promise<void> {
    const linked: [number, number][] = []
    for (const [userId, inviterId] of pairs) {
      const [user, inviter] = [ids.get(userId), ids.get(inviterId)]
      if (user === undefined || inviter === undefined) this.#tally.note('user_inviter_gone', names.get(userId))
      else if (user !== inviter) linked.push([user, inviter])
    }
    if (this.#parts.isDry) return
    for (const some of batches(linked)) await this.#parts.database.run(linkInviters, some)
  }

  async #tokens(source: Source, users: ReadonlyMap<string, number>): Promise<Map<string, number>> {
    const ids = new Map<string, number>()
    const carryBatch = this.#carrier(carryTokens, planTokens, 'tokens')
    const brought = this.#begin('tokens')
    for await (const tokens of source.tokens(users))
      for (const batch of batches(tokens)) {
        const byId = new Map(batch.map((token) => [token.id, token]))
        for (const outcome of await carryBatch({ source: this.#parts.name, tokens: batch })) {
          const token = byId.get(outcome.id)
          ids.set(outcome.id, outcome.targetId)
          if (!token) continue
          this.#count(brought, outcome, token.columns.name)
          // One that was here by itself keeps its own limit.
          if (outcome.quota === null) this.#tally.leave('token_quota', token.quota)
          else if (outcome.how === 'carried' && outcome.quota !== token.quota) this.#tally.note('token_changed_there', token.columns.name)
          else if (outcome.how === 'new') this.#planned.token_quota += token.quota
        }
      }
    return ids
  }

  async #channels(source: Source): Promise<Map<string, number>> {
    const ids = new Map<string, number>()
    const carryBatch = this.#carrier(carryChannels, planChannels, 'channels')
    const brought = this.#begin('channels')
    for await (const channels of source.channels())
      for (const batch of batches(channels)) {
        const names = new Map(batch.map(({ id, columns }) => [id, columns.name]))
        for (const outcome of await carryBatch({ source: this.#parts.name, channels: batch })) {
          ids.set(outcome.id, outcome.targetId)
          this.#count(brought, outcome, names.get(outcome.id) ?? '')
        }
      }
    return ids
  }

  async #codes(source: Source, users: ReadonlyMap<string, number>): Promise<void> {
    const carryBatch = this.#carrier(carryCodes, planCodes, 'codes')
    const brought = this.#begin('codes')
    for await (const codes of source.codes(users))
      for (const batch of batches(codes)) {
        const names = new Map(batch.map(({ id, columns }) => [id, columns.name]))
        for (const outcome of await carryBatch({ source: this.#parts.name, codes: batch }))
          this.#count(brought, outcome, `${names.get(outcome.id)} (${outcome.id})`)
      }
  }

  async #logs(source: Source, ids: Parameters<Source['logs']>[1]): Promise<void> {
    const { logsSince, isDry, database } = this.#parts
    if (logsSince === undefined) return
    const brought = this.#begin('logs')
    for await (const rows of source.logs(logsSince, ids))
      for (const batch of batches(rows)) {
        const fresh = isDry ? batch.length : await database.run(carryLogs, batch)
        brought.fresh += fresh
        brought.carried += batch.length - fresh
      }
  }

  /** Groups without a ratio cost what they cost there: calls of theirs are refused here. */
  async #priceGroups(): Promise<void> {
    const { options, isDry } = this.#parts
    const ratios = options.get(groupRatio)
    const missing = [...this.#tally.groups].filter((group) => !Object.hasOwn(ratios, group))
    for (const group of missing) this.#tally.note('group_priced', group)
    if (isDry || missing.length === 0) return
    const priced = { ...ratios, ...Object.fromEntries(missing.map((group) => [group, 1])) }
    await options.setAll({ [groupRatio.key]: JSON.stringify(priced) }, { role: role.root, note: `import from ${this.#parts.name}` })
  }

  async #totals(there: Totals): Promise<ImportReport['totals']> {
    const { database, name, isDry } = this.#parts
    const db = database.read
    const here: Totals = {
      users: await countHere(db, name, 'user'),
      tokens: await countHere(db, name, 'token'),
      channels: await countHere(db, name, 'channel'),
      codes: await countHere(db, name, 'code'),
      user_quota: await openedHere(db, name, 'user'),
      referral_quota: await openedHere(db, name, 'referral'),
      token_quota: await openedHere(db, name, 'token'),
    }
    return importTotals.map((what) => ({
      what,
      there: there[what],
      left_out: this.#tally.leftOut(what),
      here: here[what] + (isDry ? this.#planned[what] : 0),
    }))
  }

  /** What carries a batch, or, in a trial run, plans it. */
  #carrier<Input>(
    task: WriteTask<Input, Outcome[]>,
    plan: (db: RunParts['database']['read'], input: Input) => Promise<Outcome[]>,
    total: 'users' | 'tokens' | 'channels' | 'codes',
  ): (input: Input) => Promise<Outcome[]> {
    const { database, isDry } = this.#parts
    return async (input) => {
      if (!isDry) return database.run(task, input)
      const outcomes = await plan(database.read, input)
      this.#planned[total] += outcomes.filter(({ how }) => how !== 'carried').length
      return outcomes
    }
  }

  #begin(what: string): Brought {
    const brought = { what, fresh: 0, carried: 0, known: 0 }
    this.#brought.push(brought)
    return brought
  }

  #count(brought: Brought, { how, notes }: { how: Outcome['how']; notes: readonly ImportNoteCode[] }, name: string): void {
    if (how === 'new') brought.fresh += 1
    else brought[how] += 1
    for (const note of notes) this.#tally.note(note, name)
  }
}

/** Reads everything once before anything is written, so that what cannot be carried exactly is refused in time. */
async function readAll(source: Source): Promise<void> {
  const ids = new Map<string, number>()
  for await (const users of source.users()) for (const { id } of users) ids.set(id, ids.size + 1)
  for (const goods of [source.tokens(ids), source.channels(), source.codes(ids)]) for await (const _some of goods);
  await source.totals()
}

function* batches<Good>(goods: readonly Good[]): Generator<readonly Good[]> {
  for (let at = 0; at < goods.length; at += BATCH) yield goods.slice(at, at + BATCH)
}
