// The settings that an admin changes at run time: decoded in memory, written one at a time, checked before they are stored.
import { AppError } from '@waystation/contract/errors'
import type { PriceEdits } from '@waystation/contract/options/bucket-ratios'
import type { Option } from '@waystation/contract/options/option'
import { decodeOption, encodeOption, optionByKey, options } from '@waystation/contract/options/registry'
import { missingNeeds, neededBy } from '@waystation/contract/options/rules-between'
import { isRoot } from '@waystation/contract/status-table'
import type { Database } from '../../db/database.ts'
import type { Invalidation } from '../../lib/invalidation.ts'
import type { Secrets } from '../../lib/secret.ts'
import { builtInMap, editsOf, effectiveMap, isPriceOption } from '../pricing/built-in-prices.ts'
import { hasUsableLogin, isAboutLogin } from './login-lockout.ts'
import { assertConsistent } from './option-rules.ts'
import { findOptions, saveOptions } from './option-store.ts'
import { OptionValues } from './option-values.ts'

export interface OptionService {
  /** The present value. Never throws: a stored text that cannot be read leaves the last good value (FLT-44). */
  get<Value>(option: Option<Value>): Value
  /** Grows with every change, so that values derived from options know when to be computed again. */
  readonly version: number
  /** All that may be shown: no secrets. Price maps are the effective ones, built-in prices and edits together (decision D51). */
  list(caller: { role: number }): { items: { key: string; value: string }[]; setSecrets: string[]; readOnly: string[] }
  /**
   * Checks and stores one option. Of changes that come at the same time, each is checked against what the one before it left.
   * Of a price map only what differs from the built-in prices is stored; an empty text takes all edits back.
   * @throws AppError unknown_option, option_not_ready, root_only_option, bad_option, not_json, option_needs or one of option-rules.ts
   */
  set(key: string, value: string, caller: { role: number }): Promise<void>
  /** The text as it is stored, of a price map the edits only; empty for secrets and unknown keys. */
  storedText(key: string): string
  /**
   * The options as they would stand with these texts, each checked against what all of them leave; nothing is stored.
   * @throws AppError as `set`
   */
  wouldBe(values: Readonly<Record<string, string>>, caller: { role: number }): Promise<WouldBeOptions>
  /** Stores several without asking who: for setup. */
  setMany(values: Readonly<Record<string, string>>): Promise<void>
  /** A chore: takes over what another process has stored, such as the command line. */
  refresh(): Promise<void>
  /** Keys whose stored text cannot be read, with the reason. */
  readonly undecodable: ReadonlyMap<string, string>
}

/** Options as they would stand after a change. They do not change, so their version is always the same. */
export type WouldBeOptions = Pick<OptionService, 'get' | 'version'>

/** A change that may be made as far as it can be seen from the change alone. */
interface DecodedChange {
  readonly option: Option
  readonly value: unknown
  readonly text: string
}

/** Seconds that a change may be committed later than it says. */
const LATE_SECONDS = 5

type Sealing = Pick<Secrets, 'seal' | 'open'>

/** Loads all options. */
export async function openOptions(database: Database, secrets: Sealing, invalidation: Invalidation): Promise<OptionService> {
  const service = new StoredOptions(database, secrets, invalidation)
  await service.load()
  return service
}

class StoredOptions implements OptionService {
  readonly undecodable = new Map<string, string>()
  version = 0
  readonly #database: Database
  readonly #secrets: Sealing
  readonly #invalidation: Invalidation
  readonly #values = new OptionValues()
  readonly #texts = new Map<string, string>()
  readonly #defaultTexts = new Map(options.map((option) => [option.key, encodeOption(option, option.default)]))
  // Price maps hold more than a thousand models, so their text is made once for each change. Every change gives new edits.
  readonly #wholeTexts = new WeakMap<PriceEdits, string>()
  /** As they stand in the table. */
  readonly #rows = new Map<string, string>()
  #newestAt = 0
  #lastChange: Promise<unknown> = Promise.resolve()

  constructor(database: Database, secrets: Sealing, invalidation: Invalidation) {
    this.#database = database
    this.#secrets = secrets
    this.#invalidation = invalidation
  }

  async load(): Promise<void> {
    for (const option of options) this.#values.put(option, option.default)
    await this.#adoptStored()
    this.version += 1
  }

  refresh(): Promise<void> {
    return this.#inTurn(async () => {
      if (!(await this.#adoptStored())) return
      this.version += 1
      this.#invalidation.publish('option')
    })
  }

  /** Reads what was stored since the last time. @returns whether anything is different */
  async #adoptStored(): Promise<boolean> {
    const rows = await findOptions(this.#database, this.#newestAt - LATE_SECONDS)
    const changed = rows.filter(({ key, value }) => this.#rows.get(key) !== value)
    for (const { key, value, updatedAt } of rows) {
      this.#rows.set(key, value)
      this.#newestAt = Math.max(this.#newestAt, updatedAt)
    }
    for (const { key, value } of changed) {
      const option = optionByKey(key)
      if (option) this.#adopt(option, option.secret ? this.#openSecret(option, value) : value)
    }
    return changed.length > 0
  }

  get<Value>(option: Option<Value>): Value {
    return this.#values.get(option)
  }

  list(caller: { role: number }) {
    return {
      items: options.filter((option) => !option.secret).map((option) => ({ key: option.key, value: this.#shownText(option) })),
      setSecrets: options.filter((option) => option.secret && (this.#texts.get(option.key) ?? '') !== '').map((option) => option.key),
      readOnly: isRoot(caller.role) ? [] : options.filter((option) => option.writer === 'root').map((option) => option.key),
    }
  }

  storedText(key: string): string {
    const option = optionByKey(key)
    return option && !option.secret ? this.#storedText(option) : ''
  }

  set(key: string, value: string, caller: { role: number }): Promise<void> {
    return this.#inTurn(() => this.#change(key, value, caller))
  }

  /** One after another, so that each sees what the one before it left. */
  #inTurn(work: () => Promise<void>): Promise<void> {
    const mine = this.#lastChange.then(work)
    this.#lastChange = mine.catch(() => undefined)
    return mine
  }

  async setMany(values: Readonly<Record<string, string>>): Promise<void> {
    const rows = Object.entries(values).map(([key, value]) => ({
      key,
      value: optionByKey(key)?.secret && value !== '' ? this.#secrets.seal(value, associatedData(key)) : value,
    }))
    await this.#database.run(saveOptions, { rows })
    for (const { key, value } of rows) this.#rows.set(key, value)
    for (const [key, value] of Object.entries(values)) {
      const option = optionByKey(key)
      if (option) this.#adopt(option, value)
    }
    this.version += 1
    this.#invalidation.publish('option')
  }

  async wouldBe(values: Readonly<Record<string, string>>, caller: { role: number }): Promise<WouldBeOptions> {
    const changes = Object.entries(values).flatMap(([key, text]) => this.#checked(key, text, caller) ?? [])
    const given = changes.reduce((all, { option, value }) => all.with(option, value), this.#values)
    for (const { option, value } of changes) await this.#assertAllowed(option, value, given)
    const edits = changes.flatMap(({ option, text }) =>
      isPriceOption(option) ? [{ option, value: this.#editsFor(option, text, given) }] : [],
    )
    const wouldBe = edits.reduce((all, { option, value }) => all.with(option, value ?? {}), given)
    return { get: (option) => wouldBe.get(option), version: this.version }
  }

  async #change(key: string, text: string, caller: { role: number }): Promise<void> {
    const change = this.#checked(key, text, caller)
    if (!change) return
    const { option, value } = change
    const wouldBe = this.#values.with(option, value)
    await this.#assertAllowed(option, value, wouldBe)
    const stored = isPriceOption(option) ? this.#editsFor(option, text, wouldBe) : undefined
    await this.setMany({ [key]: stored ? JSON.stringify(stored) : text })
  }

  /** The decoded change; undefined where there is none: an empty text leaves a secret as it is. */
  #checked(key: string, text: string, caller: { role: number }): DecodedChange | undefined {
    const option = optionByKey(key)
    if (!option) throw new AppError('unknown_option', { key })
    if (!option.isReady) throw new AppError('option_not_ready', { key })
    if (option.writer === 'root' && !isRoot(caller.role)) throw new AppError('root_only_option', { key })
    if (option.secret && text === '') return undefined
    const decoded = decodeOption(option, text)
    if (!decoded.ok) throw new AppError(decoded.code, { key, detail: decoded.detail })
    return { option, value: decoded.value, text }
  }

  /** What of a price map is stored: its edits. Undefined for an empty text, which takes all edits back. */
  #editsFor(option: Option<PriceEdits>, text: string, wouldBe: OptionValues): PriceEdits | undefined {
    return text.trim() === '' ? undefined : editsOf(builtInMap(option), wouldBe.get(option), this.get(option))
  }

  /** @throws AppError option_locks_out, option_needs, option_needed_by, or one of option-rules.ts */
  async #assertAllowed(option: Option, value: unknown, wouldBe: OptionValues): Promise<void> {
    const { key } = option
    const read = (of: string) => wouldBe.byKey(of)
    if (value === false && isAboutLogin(option) && !(await hasUsableLogin(this.#database, read)))
      throw new AppError('option_locks_out', { key })
    const missing = missingNeeds(option, value, read)
    if (missing.length > 0) throw new AppError('option_needs', { key, needs: missing.join(', ') })
    const switches = neededBy(option, value, read, options)
    if (switches.length > 0) throw new AppError('option_needed_by', { key, switches: switches.join(', ') })
    assertConsistent(option, (other) => wouldBe.get(other))
  }

  #adopt(option: Option, text: string): void {
    const decoded = decodeOption(option, text)
    if (!decoded.ok) {
      this.undecodable.set(option.key, decoded.detail.en)
      if (!this.#values.has(option)) this.#values.put(option, option.default)
      return
    }
    this.undecodable.delete(option.key)
    this.#values.put(option, decoded.value)
    this.#texts.set(option.key, text)
  }

  #openSecret(option: Option, text: string): string {
    return text === '' ? '' : this.#secrets.open(text, associatedData(option.key))
  }

  #storedText(option: Option): string {
    return this.#texts.get(option.key) ?? this.#defaultTexts.get(option.key) ?? ''
  }

  #shownText(option: Option): string {
    if (!isPriceOption(option)) return this.#storedText(option)
    const edits = this.get(option)
    const text = this.#wholeTexts.get(edits) ?? JSON.stringify(effectiveMap(builtInMap(option), edits))
    this.#wholeTexts.set(edits, text)
    return text
  }
}

const associatedData = (key: string) => `option:value:${key}`
