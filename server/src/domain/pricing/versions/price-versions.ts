// Prices as versions: their history, and the way back to one. Each is made in the transaction that stores the settings (option-service.ts).
import { AppError } from '@waystation/contract/errors'
import { encodeOption } from '@waystation/contract/options/registry'
import { isPriced, type PriceEdit, type PriceVersionRecord, pricedOptions } from '@waystation/contract/prices/price-version'
import type { Database } from '../../../db/database.ts'
import type { OptionService } from '../../option/option-service.ts'
import { versionDifference } from './price-moves.ts'
import { findPriceVersion, listPriceVersions, type StoredPriceVersion, settingsBefore } from './price-version-store.ts'

export interface PriceVersionsParts {
  readonly database: Database
  readonly options: Pick<OptionService, 'setAll' | 'priceVersion'>
}

/** Who changes prices, and what they wrote about it. */
export interface PriceChanger {
  readonly id: number
  readonly role: number
  readonly note: string
}

export class PriceVersions {
  readonly #database: Database
  readonly #options: PriceVersionsParts['options']

  constructor({ database, options }: PriceVersionsParts) {
    this.#database = database
    this.#options = options
  }

  /**
   * Changes several price settings at once, all or none.
   * @param changes texts by key, as PUT /api/option/ takes them
   * @param basedOn the version that the caller looked at; undefined: any
   * @returns the number of the version in force
   * @throws AppError price_version_newer, not_a_price_setting, or one of `OptionService.set`
   */
  async change(changes: PriceEdit, by: PriceChanger, basedOn?: number): Promise<number> {
    const other = Object.keys(changes).find((key) => !isPriced(key))
    if (other !== undefined) throw new AppError('not_a_price_setting', { key: other })
    return this.#options.setAll(changes, { ...by, ...(basedOn === undefined ? {} : { basedOn }) })
  }

  /** One page of the history, newest first. */
  list(page: { offset: number; limit: number }) {
    return listPriceVersions(this.#database, page)
  }

  /** A version and what it changed. @throws AppError not_found */
  async record(id: number): Promise<PriceVersionRecord> {
    const { settings, builtIn: _, ...version } = await this.#find(id)
    const former = await settingsBefore(this.#database, id)
    const { changed, prices } = former ? versionDifference(former, settings) : { changed: [], prices: [] }
    return { ...version, changed, prices }
  }

  /** Sets all price settings as they were in a version, as a new one; its number. @throws AppError not_found, or one of `OptionService.set` */
  async returnTo(id: number, by: PriceChanger): Promise<number> {
    const { settings } = await this.#find(id)
    // A setting that came later stands at its default then.
    const texts = pricedOptions.map((option) => [option.key, settings[option.key] ?? encodeOption(option, option.default)])
    return this.#options.setAll(Object.fromEntries(texts), { ...by, returnedTo: id })
  }

  async #find(id: number): Promise<StoredPriceVersion> {
    const version = await findPriceVersion(this.#database, id)
    if (!version) throw new AppError('not_found', { what: 'price version' })
    return version
  }
}
