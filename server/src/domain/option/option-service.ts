// The settings that an admin changes while running: kept decoded in memory, written one at a time, checked before they are stored.
import { AppError } from '@waystation/contract/errors'
import type { Option } from '@waystation/contract/options/option'
import type { PriceEdits } from '@waystation/contract/options/pricing'
import { decodeOption, encodeOption, optionByKey, options } from '@waystation/contract/options/registry'
import { missingNeeds, neededBy } from '@waystation/contract/options/rules-between'
import { isRoot } from '@waystation/contract/status-table'
import type { Database } from '../../db/database.ts'
import type { Invalidation } from '../../lib/invalidation.ts'
import type { Secrets } from '../../lib/secret.ts'
import { builtInMap, editsOf, effectiveMap } from '../pricing/built-in-prices.ts'
import { assertConsistent } from './option-rules.ts'
import { saveOptions } from './option-store.ts'
import { hasWayIn, isAboutLogin } from './way-in.ts'

export interface OptionService {
  /** The value in force. Never throws: a stored text that cannot be read leaves the last good value (FLT-44). */
  get<Value>(option: Option<Value>): Value
  /** Grows with every change: what is derived from options is derived again when it has moved. */
  readonly version: number
  /** All that may be shown: no secrets. The price maps are told as they count, built-in prices and edits together (decision D51). */
  list(caller: { role: number }): { items: { key: string; value: string }[]; setSecrets: string[]; readOnly: string[] }
  /**
   * Checks and stores one option. Of changes that come at the same time, each is checked against what the one before it left.
   * Of a price map only what differs from the built-in prices is stored; an empty text takes all edits back.
   * @throws AppError unknown_option, option_not_ready, root_only_option, bad_option, not_json, option_needs or one of option-rules.ts
   */
  set(key: string, value: string, caller: { role: number }): Promise<void>
  /** The text as it is stored, of a price map the edits only; empty for secrets and unknown keys. */
  storedText(key: string): string
  /** Stores several without asking who: for setup. */
  setMany(values: Readonly<Record<string, string>>): Promise<void>
  /** Keys whose stored text cannot be read, with the reason. */
  readonly spoiled: ReadonlyMap<string, string>
}

/** Loads all options. */
export async function openOptions(database: Database, secrets: Secrets, invalidation: Invalidation): Promise<OptionService> {
  const values = new Map<string, unknown>()
  const texts = new Map<string, string>()
  const spoiled = new Map<string, string>()
  let version = 0
  const defaultTexts = new Map(options.map((option) => [option.key, encodeOption(option, option.default)]))
  // Price maps hold more than a thousand models, so their text is made once for each change. Every change gives new edits.
  const wholeTexts = new WeakMap<PriceEdits, string>()
  let lastChange: Promise<unknown> = Promise.resolve()

  async function load(): Promise<void> {
    const rows = await database.read.selectFrom('option').select(['key', 'value']).execute()
    const stored = new Map(rows.map((row) => [row.key, row.value]))
    for (const option of options) {
      const text = stored.get(option.key)
      if (text === undefined) {
        values.set(option.key, option.default)
        texts.delete(option.key)
      } else {
        adopt(option, option.secret ? openSecret(option, text) : text)
      }
    }
    version += 1
  }

  function openSecret(option: Option, text: string): string {
    return text === '' ? '' : secrets.open(text, associatedData(option.key))
  }

  function adopt(option: Option, text: string): void {
    const decoded = decodeOption(option, text)
    if (!decoded.ok) {
      spoiled.set(option.key, decoded.detail.en)
      if (!values.has(option.key)) values.set(option.key, option.default)
      return
    }
    spoiled.delete(option.key)
    values.set(option.key, decoded.value)
    texts.set(option.key, text)
  }

  async function store(entries: Readonly<Record<string, string>>): Promise<void> {
    const rows = Object.entries(entries).map(([key, value]) => ({
      key,
      value: optionByKey(key)?.secret && value !== '' ? secrets.seal(value, associatedData(key)) : value,
    }))
    await database.run(saveOptions, { rows })
    for (const [key, value] of Object.entries(entries)) {
      const option = optionByKey(key)
      if (option) adopt(option, value)
    }
    version += 1
    invalidation.publish('option')
  }

  // The map holds what the option's own codec gave, so the type is the option's.
  const get = <Value>(option: Option<Value>): Value => values.get(option.key) as never

  const storedText = (option: Option): string => texts.get(option.key) ?? defaultTexts.get(option.key) ?? ''

  function shownText(option: Option): string {
    const builtIn = builtInMap(option)
    if (!builtIn) return storedText(option)
    // Sound: the options that have a built-in map are the price maps.
    const edits = get(option) as PriceEdits
    const text = wholeTexts.get(edits) ?? JSON.stringify(effectiveMap(builtIn, edits))
    wholeTexts.set(edits, text)
    return text
  }

  async function change(key: string, text: string, caller: { role: number }): Promise<void> {
    const option = optionByKey(key)
    if (!option) throw new AppError('unknown_option', { key })
    if (!option.isReady) throw new AppError('option_not_ready', { key })
    if (option.writer === 'root' && !isRoot(caller.role)) throw new AppError('root_only_option', { key })
    if (option.secret && text === '') return
    const decoded = decodeOption(option, text)
    if (!decoded.ok) throw new AppError(decoded.code, { key, detail: decoded.detail })
    const read = (of: string) => (of === key ? decoded.value : values.get(of))
    if (decoded.value === false && isAboutLogin(option) && !(await hasWayIn(database, read)))
      throw new AppError('option_locks_out', { key })
    const missing = missingNeeds(option, decoded.value, read)
    if (missing.length > 0) throw new AppError('option_needs', { key, needs: missing.join(', ') })
    const switches = neededBy(option, decoded.value, read, options)
    if (switches.length > 0) throw new AppError('option_needed_by', { key, switches: switches.join(', ') })
    assertConsistent(option, (other) => (other.key === key ? (decoded.value as never) : get(other)))
    const builtIn = builtInMap(option)
    const isEdits = builtIn !== undefined && text.trim() !== ''
    await store({ [key]: isEdits ? JSON.stringify(editsOf(builtIn, decoded.value as PriceEdits, get(option) as PriceEdits)) : text })
  }

  await load()

  return {
    get,
    get version() {
      return version
    },
    spoiled,
    list: (caller) => ({
      items: options.filter((option) => !option.secret).map((option) => ({ key: option.key, value: shownText(option) })),
      setSecrets: options.filter((option) => option.secret && (texts.get(option.key) ?? '') !== '').map((option) => option.key),
      readOnly: isRoot(caller.role) ? [] : options.filter((option) => option.writer === 'root').map((option) => option.key),
    }),
    storedText(key) {
      const option = optionByKey(key)
      return option && !option.secret ? storedText(option) : ''
    },
    set(key, value, caller) {
      const mine = lastChange.then(() => change(key, value, caller))
      lastChange = mine.catch(() => undefined)
      return mine
    },
    setMany: store,
  }
}

const associatedData = (key: string) => `option:value:${key}`
