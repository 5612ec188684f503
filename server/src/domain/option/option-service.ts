// The settings that an admin changes while running: kept decoded in memory, written one at a time, checked before they are stored.
import { AppError } from '@waystation/contract/errors'
import { passwordLoginEnabled } from '@waystation/contract/options/login'
import type { Option } from '@waystation/contract/options/option'
import { decodeOption, encodeOption, optionByKey, options } from '@waystation/contract/options/registry'
import { isRoot } from '@waystation/contract/status-table'
import type { Database } from '../../db/database.ts'
import type { Invalidation } from '../../lib/invalidation.ts'
import type { Secrets } from '../../lib/secret.ts'
import { saveOptions } from './option-store.ts'

export interface OptionService {
  /** The value in force. Never throws: a stored text that cannot be read leaves the last good value (FLT-44). */
  get<Value>(option: Option<Value>): Value
  /** Grows with every change: what is derived from options is derived again when it has moved. */
  readonly version: number
  /** All that may be shown: no secrets. */
  list(caller: { role: number }): { items: { key: string; value: string }[]; setSecrets: string[]; readOnly: string[] }
  /**
   * Checks and stores one option.
   * @throws AppError unknown_option, option_not_ready, root_only_option, bad_option, not_json or option_needs
   */
  set(key: string, value: string, caller: { role: number }): Promise<void>
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
    return text === '' ? '' : secrets.open(text, placeOf(option.key))
  }

  function adopt(option: Option, text: string): void {
    const decoded = decodeOption(option, text)
    if (!decoded.ok) {
      spoiled.set(option.key, decoded.detail)
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
      value: optionByKey(key)?.secret && value !== '' ? secrets.seal(value, placeOf(key)) : value,
    }))
    await database.run(saveOptions, { rows })
    for (const [key, value] of Object.entries(entries)) {
      const option = optionByKey(key)
      if (option) adopt(option, value)
    }
    version += 1
    invalidation.publish('option')
  }

  await load()

  return {
    // The map holds what the option's own codec gave, so the type is the option's.
    get: (option) => values.get(option.key) as never,
    get version() {
      return version
    },
    spoiled,
    list(caller) {
      const shown = options.filter((option) => !option.secret)
      return {
        items: shown.map((option) => ({ key: option.key, value: texts.get(option.key) ?? encodeOption(option, option.default) })),
        setSecrets: options.filter((option) => option.secret && (texts.get(option.key) ?? '') !== '').map((option) => option.key),
        readOnly: isRoot(caller.role) ? [] : options.filter((option) => option.writer === 'root').map((option) => option.key),
      }
    },
    async set(key, value, caller) {
      const option = optionByKey(key)
      if (!option) throw new AppError('unknown_option', { key })
      if (!option.isReady) throw new AppError('option_not_ready', { key })
      if (option.writer === 'root' && !isRoot(caller.role)) throw new AppError('root_only_option', { key })
      if (option.secret && value === '') return
      const decoded = decodeOption(option, value)
      if (!decoded.ok)
        throw decoded.code === 'not_json' ? new AppError('not_json', { key }) : new AppError('bad_option', { key, detail: decoded.detail })
      const missing = decoded.value === true ? (option.needs ?? []).filter((needed) => isEmpty(values.get(needed))) : []
      if (option === passwordLoginEnabled && decoded.value === false && !hasOtherLogin()) throw new AppError('option_locks_out', { key })
      if (missing.length > 0) throw new AppError('option_needs', { key, needs: missing.join(', ') })
      await store({ [key]: value })
    },
    setMany: store,
  }
}

/** Is there a way in beside the password? A switch that nobody could turn back must not be turned. */
function hasOtherLogin(): boolean {
  return options.some((option) => /OAuthEnabled$|^WeChatAuthEnabled$|^oidc\.enabled$/.test(option.key) && option.isReady)
}

const placeOf = (key: string) => `option:value:${key}`

function isEmpty(value: unknown): boolean {
  return value === undefined || value === null || value === '' || (Array.isArray(value) && value.length === 0)
}
