// Lists of channels as admins look through them.
import { type ChannelListQuery, type ChannelSort, channelSorts, RESTING } from '@waystation/contract/channels/channel-list'
import { hasTags, NO_TAG, tagsOf } from '@waystation/contract/channels/channel-tags'
import { channelTypes } from '@waystation/contract/channels/channel-type'
import { channelStatus } from '@waystation/contract/site/status-table'
import { cleanKey } from '@waystation/contract/values/pasted'
import type { Database } from '../../../db/database.ts'
import type { Secrets } from '../../../lib/secret.ts'
import type { RestSource } from '../availability/resting.ts'
import { type ChannelJson, channelJson } from '../channel-draft.ts'
import type { ChannelActivity } from '../health/channel-activity.ts'
import {
  byPriority,
  type ChannelFilter,
  type ChannelOrder,
  countByType,
  countTagTexts,
  findChannels,
  findIdsInOrder,
} from './channel-list-store.ts'

/** What is asked, but for the page. */
export type ChannelQuestion = Partial<Omit<ChannelListQuery, 'p' | 'page_size'>>

export interface ListedChannels {
  readonly items: ChannelJson[]
  /** Of all pages; in tag mode of tags. */
  readonly total: number
  readonly typeCounts: Readonly<Record<string, number>>
  /** In tag mode those of the page, in order, `NO_TAG` for the channels without any; else none. */
  readonly tags: readonly string[]
}

interface Slice {
  readonly offset: number
  readonly limit: number
}

interface ListParts {
  readonly database: Database
  readonly secrets: Pick<Secrets, 'lookupHash'>
  readonly rests: RestSource
  readonly activity: Pick<ChannelActivity, 'failures'>
}

/** Channels whose failures of the last hour decide, or an order of the database. */
type Order = ChannelOrder | { readonly by: 'failed'; readonly isDown: boolean }

/** Looks channels up. In tag mode a tag counts as one entry of a page, with all its channels; those without a tag are the last entry, where asked for. */
export class ChannelList {
  readonly #parts: ListParts

  constructor(parts: ListParts) {
    this.#parts = parts
  }

  /** A page of channels, or of tags with their channels. */
  async page(question: ChannelQuestion, slice: Slice): Promise<ListedChannels> {
    const { database } = this.#parts
    const filter = await this.#filterOf(question)
    const order = orderOf(question)
    const typeCounts = await countByType(database, { ...filter, type: undefined })
    if (question.tag_mode) return { ...(await this.#tagPage(question, filter, slice, order)), typeCounts }
    const rows = await this.#rowsOf(filter, slice, order)
    return { items: await this.#shown(rows), total: sumOf(typeCounts, question.type), typeCounts, tags: [] }
  }

  async #tagPage(question: ChannelQuestion, filter: ChannelFilter, { offset, limit }: Slice, order: Order) {
    const texts = [...(await countTagTexts(this.#parts.database, filter)).keys()]
    const wanted = tagsOf(question.tag ?? '')
    const named = [...new Set(texts.flatMap(tagsOf))].filter((name) => wanted.length === 0 || wanted.includes(name)).toSorted(byCodePoint)
    const all = question.untagged && texts.includes('') ? [...named, NO_TAG] : named
    const tags = all.slice(offset, offset + limit)
    const tagTexts = texts.filter((text) => entriesOf(text).some((name) => tags.includes(name)))
    const found = await this.#rowsOf({ ...filter, tagTexts }, { offset: 0, limit: MAX_TAGGED }, order)
    const rows = [...found.filter(({ tag }) => tag !== ''), ...found.filter(({ tag }) => tag === '')]
    return { items: await this.#shown(rows), total: all.length, tags }
  }

  async #rowsOf(filter: ChannelFilter, { offset, limit }: Slice, order: Order) {
    const { database, activity } = this.#parts
    if (order.by !== 'failed') return findChannels(database, filter, { offset, limit, order })
    const ids = await findIdsInOrder(database, filter, byPriority)
    const failures = await activity.failures(ids)
    const sign = order.isDown ? -1 : 1
    // A sort of JavaScript is stable: of equals the better priority stays first.
    const inOrder = ids.toSorted((a, b) => sign * ((failures.get(a) ?? 0) - (failures.get(b) ?? 0)))
    const place = new Map(inOrder.slice(offset, offset + limit).map((id, index) => [id, index]))
    const rows = await findChannels(database, { ids: [...place.keys()] }, { offset: 0, limit, order: byPriority })
    return rows.toSorted((a, b) => (place.get(Number(a.id)) ?? 0) - (place.get(Number(b.id)) ?? 0))
  }

  async #shown(rows: readonly Parameters<typeof channelJson>[0][]): Promise<ChannelJson[]> {
    const rests = await this.#parts.rests.all()
    return rows.map((row) => {
      const resting = rests.get(Number(row.id))
      return { ...channelJson(row), ...(resting && { resting }) }
    })
  }

  async #filterOf({ keyword = '', group = '', model = '', type, tag = '', status, tested }: ChannelQuestion): Promise<ChannelFilter> {
    const { database, secrets, rests } = this.#parts
    const text = keyword.trim()
    return {
      keyword: { text, keyHash: secrets.lookupHash(cleanKey(text)), keyTail: keyTailIn(text), types: typesCalled(text) },
      // `null` is what the family's clients send for "any group".
      group: group === 'null' ? '' : group.trim(),
      model: model.trim(),
      ...{ type, tested, status: statusOf(status) },
      tagTexts: tag === '' ? undefined : await tagTextsOf(database, tag),
      ids: status === RESTING ? [...(await rests.all()).keys()] : undefined,
    }
  }
}

/** Under which entries of tag mode channels with this text of tags stand. */
const entriesOf = (text: string): readonly string[] => (text === '' ? [NO_TAG] : tagsOf(text))

/** More than any installation has of one tag. */
const MAX_TAGGED = 100_000

const byCodePoint = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)

/** Texts of tags, as they are stored, that have all of the wanted ones. */
async function tagTextsOf(database: Database, tag: string): Promise<readonly string[]> {
  if (tag === NO_TAG) return ['']
  return [...(await countTagTexts(database)).keys()].filter((text) => hasTags(text, tag))
}

/** Characters of the end of a key that are shown, and so few of them that they are looked for. */
const TAIL_LENGTH = 4
const TAIL_LEAST = 3

/** What may be the end of a key: a few characters, or what stands behind the dots or stars of one that is shown in part, as `sk-…a1b2`. */
function keyTailIn(text: string): string | undefined {
  const tail = /(?<=…|\.{3}|\*{2})[^….*]+$/.exec(text)?.[0].slice(-TAIL_LENGTH) ?? text
  return tail.length >= TAIL_LEAST && tail.length <= TAIL_LENGTH ? tail : undefined
}

/** The types whose provider is called so, in either language. */
function typesCalled(text: string): readonly number[] {
  const wanted = text.toLowerCase()
  if (wanted === '') return []
  return channelTypes
    .filter(({ name, chineseName = '' }) => name.toLowerCase().includes(wanted) || chineseName.toLowerCase().includes(wanted))
    .map(({ id }) => id)
}

/** What no channel has as its status means any. */
function statusOf(text: string | undefined): number | undefined {
  if (text === RESTING) return channelStatus.enabled
  const status = Number(text)
  return Object.values(channelStatus).find((known) => known === status)
}

function orderOf({ sort = '', id_sort }: ChannelQuestion): Order {
  const isDown = sort.startsWith('-')
  const by = channelSorts.find((name) => name === sort.replace(/^-/, ''))
  if (by !== undefined) return { by, isDown } satisfies { by: ChannelSort; isDown: boolean }
  return id_sort ? { by: 'id', isDown: true } : byPriority
}

const sumOf = (counts: Readonly<Record<string, number>>, type: number | undefined): number =>
  type === undefined ? Object.values(counts).reduce((sum, count) => sum + count, 0) : (counts[type] ?? 0)
