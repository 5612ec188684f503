// Prices from elsewhere, to compare the own ones with. The server fetches them from addresses that the super admin set; nothing is changed.
import { channelTypes } from '@waystation/contract/channels/channel-type'
import { AppError, type Words } from '@waystation/contract/errors'
import { modelsDevAddress, priceSourceAddress } from '@waystation/contract/options/pricing'
import { type PriceProposal, type PriceSource, presetPriceLists } from '@waystation/contract/prices/price-review'
import type { Egress } from '../../../lib/net/egress.ts'
import { QueryThread } from '../../../lib/query-thread.ts'
import { documentUnreadable, fetchBytes, NOT_AN_OBJECT } from '../../outside/json-document.ts'
import type { PriceOptions } from '../price-table.ts'
import type { PriceListing } from './price-listing.ts'
import { proposePrices } from './propose-prices.ts'
import type { ReadingAnswer, ReadingInput } from './reading-thread.ts'

const MODELS_DEV = 'models-dev'
/** The list of models.dev had 4.6 MB in September 2026. */
const LIMITS = { timeoutMs: 20_000, maxBytes: 10 * 1024 * 1024 }
const READING_LIMIT_MS = 10_000

/** What the list of models.dev calls the vendors that sell only their own models. */
const firstHand = channelTypes.flatMap(({ listedAs }) => listedAs ?? [])

const problems: Readonly<Record<Extract<ReadingAnswer, { problem: string }>['problem'], Words>> = {
  not_an_object: NOT_AN_OBJECT,
  too_many: { zh: '模型过多', en: 'it lists too many models' },
}
const UNREAD: Words = { zh: '读取内容超时', en: 'its content could not be read in time' }

export interface PriceSourcesParts {
  readonly options: Pick<PriceOptions, 'get'>
  readonly egress: Pick<Egress, 'send'>
  /** Unix milliseconds. */
  readonly now: () => number
  readonly onTrouble: (error: unknown) => void
}

export class PriceSources {
  readonly #parts: PriceSourcesParts

  constructor(parts: PriceSourcesParts) {
    this.#parts = parts
  }

  /** The lists that can be fetched: those whose address is set. */
  list(): PriceSource[] {
    const { options } = this.#parts
    const [modelsDev, host] = [options.get(modelsDevAddress), options.get(priceSourceAddress)]
    return [
      ...(modelsDev === '' ? [] : [{ id: MODELS_DEV, name: 'models.dev', address: modelsDev }]),
      ...(host === '' ? [] : presetPriceLists.map(({ id }) => ({ id, name: id, address: `${host}/model-ratios/${id}` }))),
    ]
  }

  /**
   * Fetches a list and says what is different here.
   * @throws AppError not_found, bad_url, address_blocked or document_unreadable
   */
  async compare(id: string): Promise<PriceProposal> {
    const source = this.list().find((one) => one.id === id)
    if (!source) throw new AppError('not_found', { what: 'price source' })
    const url = secureUrl(source.address)
    const { models, unreadable } = await this.#read(url, await this.#download(source))
    const fetched_at = Math.floor(this.#parts.now() / 1000)
    return { source: id, fetched_at, unreadable, ...proposePrices(models, this.#parts.options) }
  }

  async #download({ id, address }: PriceSource): Promise<ReadingInput> {
    const bytesAt = (path: string) => fetchBytes(this.#parts.egress, secureUrl(`${address}${path}`), LIMITS)
    if (id === MODELS_DEV) return { kind: 'models-dev', bytes: await bytesAt(''), firstHand }
    const { files = [] } = presetPriceLists.find((list) => list.id === id) ?? {}
    const contents = await Promise.all(files.map(async (file) => [file, await bytesAt(`/${file}.json`)] as const))
    return { kind: 'ratios', ...Object.fromEntries(contents) }
  }

  /** In a thread that is there for this list only: it is seldom needed. */
  async #read(url: URL, input: ReadingInput): Promise<PriceListing> {
    const thread = new QueryThread<ReadingInput, ReadingAnswer>({
      file: new URL('./reading-thread.ts', import.meta.url),
      name: 'price-list',
      limitMs: READING_LIMIT_MS,
      isStoppedWhenLate: true,
      onTrouble: this.#parts.onTrouble,
    })
    try {
      const answer = await thread.ask(input)
      if (!answer || 'problem' in answer) throw documentUnreadable(url, answer ? problems[answer.problem] : UNREAD)
      return answer.listing
    } finally {
      await thread.close()
    }
  }
}

/** @throws AppError bad_url */
function secureUrl(address: string): URL {
  const url = URL.canParse(address) ? new URL(address) : undefined
  if (url?.protocol !== 'https:') throw new AppError('bad_url', { detail: { zh: '应以 https:// 开头', en: 'it must start with https://' } })
  return url
}
