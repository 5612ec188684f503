// The settings that an admin changes at run time: decoded in memory, written one at a time, checked before they are stored.
import { AppError } from '@waystation/contract/errors'
import type { PriceEdits } from '@waystation/contract/options/bucket-ratios'
import { isUnbuiltSwitch, type Option } from '@waystation/contract/options/option'
import { decodeOption, decodeTyped, encodeOption, optionByKey, options } from '@waystation/contract/options/registry'
import { pricedOptions } from '@waystation/contract/prices/price-version'
import { isRoot } from '@waystation/contract/site/status-table'
import type { Database } from '../../db/database.ts'
import type { Secrets } from '../../lib/secret.ts'
import type { Invalidation } from '../../lib/shared/invalidation.ts'
import { builtInHash, builtInMap, editsOf, effectiveMap, isPriceOption } from '../pricing/built-in-prices.ts'
import { versionOfChange, versionOfProduct } from '../pricing/versions/new-price-version.ts'
import { findPriceVersion, newestPriceVersion, type PriceSettings, savePriceVersion } from '../pricing/versions/price-version-store.ts'
import { assertAllowed, atSetting } from './option-rules.ts'
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
  set(key: string, value: string, caller: Changer): Promise<void>
  /** The text as it is stored, of a price map the edits only; empty for secrets and unknown keys. */
  storedText(key: string): string
  /**
   * Checks and stores several, all or none. Each is checked against what all of them leave.
   * @returns the version of the prices in force
   * @throws AppError as `set`, and price_version_newer
   */
  setAll(values: Readonly<Record<string, string>>, caller: Changer): Promise<number>
  /**
   * The options as they would stand after `setAll`. Nothing is stored.
   * @throws AppError as `set`
   */
  wouldBe(values: Readonly<Record<string, string>>, caller: Changer): Promise<WouldBeOptions>
  /** Stores those that were never stored: what is taken over at the first start and holds from then on. */
  setMissing(values: Readonly<Record<string, string>>): Promise<void>
  /** Stores several without asking who: for setup. */
  setMany(values: Readonly<Record<string, string>>): Promise<void>
  /** The version of the prices in force; 0 where none was noted yet. */
  readonly priceVersion: number
  /** The stored texts of all settings that prices depend on, by key; of price maps the edits only. */
  pricedTexts(): PriceSettings
  /** Notes a version of the prices where there is none yet, or where the product came with other built-in ones. */
  noteBuiltInPrices(): Promise<void>
  /** A chore: takes over what another process has stored, such as the command line. */
  refresh(): Promise<void>
  /** Keys whose stored text cannot be read, with the reason. */
  readonly undecodable: ReadonlyMap<string, string>
}

/** Who changes options, and what else is to be known of the version of the prices that comes of it. */
export interface Changer {
  readonly role: number
  /** Absent: nobody who is logged in. */
  readonly id?: number
  readonly note?: string
  /** The version of the prices that the caller looked at; absent: any. */
  readonly basedOn?: number
  /** The texts are those of this earlier version, as they were stored. */
  readonly returnedTo?: number
  /** Texts of price maps are the edits alone, as they are stored. */
  readonly isStored?: boolean
}

/** What a change would leave. It stays as it is, so its versions say nothing. */
export type WouldBeOptions = Pick<OptionService, 'get' | 'version' | 'priceVersion'>

/** A change that passed all checks. */
interface CheckedOption {
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
  priceVersion = 0
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
    invalidation.onOptionsElsewhere(() => void this.refresh().catch(() => {}))
  }

  async load(): Promise<void> {
    for (const option of options) this.#values.put(option, option.default)
    await this.#adoptStored()
    this.priceVersion = await newestPriceVersion(this.#database)
    this.version += 1
  }

  async noteBuiltInPrices(): Promise<void> {
    const newest = await findPriceVersion(this.#database, this.priceVersion)
    if (newest?.builtIn === builtInHash) return
    this.priceVersion = await this.#database.run(savePriceVersion, versionOfProduct(this.pricedTexts()))
    this.version += 1
  }

  refresh(): Promise<void> {
    return this.#inTurn(async () => {
      if (!(await this.#adoptStored())) return
      this.priceVersion = await newestPriceVersion(this.#database)
      this.version += 1
      this.#invalidation.publishHere('option')
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

  async set(key: string, value: string, caller: Changer): Promise<void> {
    await this.setAll({ [key]: value }, caller)
  }

  setAll(values: Readonly<Record<string, string>>, caller: Changer): Promise<number> {
    return this.#inTurn(() => this.#change(values, caller))
  }

  /** One after another, so that each sees what the one before it left. */
  #inTurn<Result>(work: () => Promise<Result>): Promise<Result> {
    const mine = this.#lastChange.then(work)
    this.#lastChange = mine.catch(() => undefined)
    return mine
  }

  async setMany(values: Readonly<Record<string, string>>, changer: Partial<Changer> = {}): Promise<void> {
    const version = versionOfChange(this.pricedTexts(), values, changer)
    const rows = Object.entries(values).map(([key, value]) => ({
      key,
      value: optionByKey(key)?.secret && value !== '' ? this.#secrets.seal(value, associatedData(key)) : value,
    }))
    const saved = await this.#database.run(saveOptions, { rows, ...(version ? { version } : {}) })
    this.priceVersion = saved ?? this.priceVersion
    for (const { key, value } of rows) this.#rows.set(key, value)
    for (const [key, value] of Object.entries(values)) {
      const option = optionByKey(key)
      if (option) this.#adopt(option, value)
    }
    this.version += 1
    this.#invalidation.publish('option')
  }

  setMissing(values: Readonly<Record<string, string>>): Promise<void> {
    return this.#inTurn(async () => {
      const missing = Object.entries(values).filter(([key]) => !this.#rows.has(key))
      if (missing.length > 0) await this.setMany(Object.fromEntries(missing))
    })
  }

  async #change(values: Readonly<Record<string, string>>, caller: Changer): Promise<number> {
    const version = this.priceVersion
    if (caller.basedOn !== undefined && caller.basedOn !== version) throw new AppError('price_version_newer', { version })
    const { changes, wouldBe } = await this.#allowed(values, caller)
    const texts = changes.map((change) => [change.option.key, this.#textToStore(change, wouldBe, caller)])
    if (texts.length > 0) await this.setMany(Object.fromEntries(texts), caller)
    return this.priceVersion
  }

  async wouldBe(values: Readonly<Record<string, string>>, caller: Changer): Promise<WouldBeOptions> {
    const { changes, wouldBe } = await this.#allowed(values, caller)
    const stored = changes.reduce((all, change) => {
      const decoded = decodeOption(change.option, this.#textToStore(change, wouldBe, caller))
      return decoded.ok ? all.with(change.option, decoded.value) : all
    }, wouldBe)
    return { get: (option) => stored.get(option), version: 0, priceVersion: 0 }
  }

  /** The changes, and all values as they leave them. @throws AppError as `set` */
  async #allowed(values: Readonly<Record<string, string>>, caller: Changer) {
    const changes: CheckedOption[] = []
    for (const [key, text] of Object.entries(values)) changes.push(...(await atSetting(key, async () => this.#checked(key, text, caller))))
    const wouldBe = changes.reduce((all, { option, value }) => all.with(option, value), this.#values)
    for (const { option, value } of changes) {
      const around = { wouldBe, before: this.#values }
      await atSetting(option.key, () => assertAllowed(this.#database, option, value, around))
    }
    return { changes, wouldBe }
  }

  /** The decoded change; none for the empty text of a secret, and for the text that stands. */
  #checked(key: string, text: string, caller: Changer): CheckedOption[] {
    const option = optionByKey(key)
    if (!option) throw new AppError('unknown_option', { key })
    if (!option.isReady) throw new AppError('option_not_ready', { key })
    if (caller.returnedTo !== undefined && text === this.#storedText(option)) return []
    if (option.writer === 'root' && !isRoot(caller.role)) throw new AppError('root_only_option', { key })
    const decoded = caller.returnedTo === undefined ? decodeTyped(option, text) : decodeOption(option, text)
    if (!decoded.ok) throw new AppError(decoded.code, { key, detail: decoded.detail })
    if (option.secret && decoded.value === '') return []
    return [{ option, value: decoded.value, text: option.type.kind === 'text' ? encodeOption(option, decoded.value) : text }]
  }

  /** Of a price map only the edits are stored. An earlier version has them as they were stored. */
  #textToStore({ option, text }: CheckedOption, wouldBe: OptionValues, { returnedTo, isStored = false }: Changer): string {
    if (!isPriceOption(option) || text.trim() === '' || returnedTo !== undefined || isStored) return text
    return JSON.stringify(editsOf(builtInMap(option), wouldBe.get(option), this.get(option)))
  }

  pricedTexts(): PriceSettings {
    return Object.fromEntries(pricedOptions.map((option) => [option.key, this.#storedText(option)]))
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
    if (isUnbuiltSwitch(option)) return 'false'
    if (!isPriceOption(option)) return this.#storedText(option)
    const edits = this.get(option)
    const text = this.#wholeTexts.get(edits) ?? JSON.stringify(effectiveMap(builtInMap(option), edits))
    this.#wholeTexts.set(edits, text)
    return text
  }
}

const associatedData = (key: string) => `option:value:${key}`
