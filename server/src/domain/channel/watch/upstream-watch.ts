// Watches whether vendors list what channels sell. Differences are reviewed by people; some are applied by the gateway where an admin wants it.
import { createHash } from 'node:crypto'
import type { ChannelPatch } from '@waystation/contract/channels/channel'
import type { AlwaysApplied, ChosenDifferences, UpstreamReview } from '@waystation/contract/channels/upstream-models'
import { AppError } from '@waystation/contract/errors'
import type { ReadTraits } from '@waystation/contract/models/traits'
import type { Database } from '../../../db/database.ts'
import { newRequestId } from '../../../lib/request-id.ts'
import type { AuditService } from '../../audit/audit-service.ts'
import type { RootNotice, RootNotices } from '../../notice/root-notices.ts'
import type { BareName } from '../../pricing/price-table.ts'
import type { Caller } from '../../session/caller.ts'
import { type ChannelJson, testFailure } from '../channel-draft.ts'
import { type ChannelTests, failureText } from '../channel-test.ts'
import type { RunStep } from '../runs/channel-run.ts'
import { appliedTo, type Compared, type Difference, differencesOf, isDoubtful } from './differences.ts'
import {
  findReadList,
  findReadLists,
  findSellers,
  forgetLists,
  ignoreDifferences,
  noteList,
  noteListFailure,
  type ReadList,
  type Seller,
  setAlways,
  unread,
} from './watch-store.ts'

export interface UpstreamWatchParts {
  readonly database: Database
  readonly traits: ReadTraits
  readonly bareName: BareName
  readonly tests: Pick<ChannelTests, 'fetchModels'>
  /** Changes a channel as an admin does. */
  readonly change: (caller: Caller, id: number, patch: ChannelPatch) => Promise<Edited>
  readonly audit: Pick<AuditService, 'write'>
  readonly roots: Pick<RootNotices, 'tellNew'>
  /** Unix milliseconds. */
  readonly now: () => number
}

interface Edited {
  readonly before: ChannelJson
  readonly after: ChannelJson
}

/** What was applied to a channel, or why it could not be. */
export type Applied = { readonly channelId: number } & (Edited | { readonly error: AppError })

export class UpstreamWatch {
  readonly #parts: UpstreamWatchParts

  constructor(parts: UpstreamWatchParts) {
    this.#parts = parts
  }

  /** Enabled channels whose list was read or could not be, with its differences to what they sell; those with any first. */
  async reviews(): Promise<UpstreamReview[]> {
    const { database } = this.#parts
    const [sellers, lists] = await Promise.all([findSellers(database), findReadLists(database)])
    const shown = sellers.flatMap((seller) => {
      const list = lists.get(seller.id)
      return list ? [this.#review(seller, list)] : []
    })
    const open = ({ failure, differences }: UpstreamReview) => Number(failure !== null || differences.some((one) => !one.is_ignored))
    return shown.toSorted((a, b) => open(b) - open(a))
  }

  /** The channels whose lists are read. */
  async ids(): Promise<number[]> {
    await this.#parts.database.run(forgetLists, null)
    return (await findSellers(this.#parts.database)).map(({ id }) => id)
  }

  /** Reads the list of a channel in a run over all, and applies what is always applied. A failure is noted and changes nothing. */
  async lookInRun(caller: Caller, id: number): Promise<RunStep> {
    const { database, tests } = this.#parts
    try {
      const listed = await tests.fetchModels(id)
      const seller = await this.#seller(id)
      const former = await findReadList(database, id)
      const compared = this.#compared(seller, listed)
      const differences = differencesOf(compared)
      const present = new Set(differences.map((one) => one.id))
      const ignored = former.ignored.filter((one) => present.has(one))
      const doubtful = isDoubtful(former.listed, compared)
      await database.run(noteList, { channelId: id, listed, isDoubtful: doubtful, ignored })
      const always = doubtful ? [] : differences.filter((one) => isAlways(former.always, one) && !ignored.includes(one.id))
      if (always.length > 0) await this.#applyAlways(caller, seller, always)
      return {}
    } catch (error) {
      if (!(error instanceof AppError)) throw error
      if (error.code === 'not_found') return {}
      await database.run(noteListFailure, { channelId: id, failure: failureText(error) })
      return { isFailed: true }
    }
  }

  /** Tells the super admins of differences that are new, of all channels in one notice. */
  async tell(): Promise<void> {
    const open = (await this.reviews()).flatMap((review) => {
      const differences = review.differences.filter((one) => !one.is_ignored)
      return differences.length === 0 ? [] : [{ review, differences, identity: identityOf(review, differences) }]
    })
    await this.#parts.roots.tellNew(
      open.map(({ identity }) => identity),
      (fresh) => noticeOf(open.filter(({ identity }) => fresh.has(identity))),
    )
  }

  /** Applies differences, channel by channel; one that fails does not keep the others back. Those that are gone meanwhile are left out. */
  async apply(caller: Caller, chosen: ChosenDifferences): Promise<Applied[]> {
    const applied: Applied[] = []
    for (const { channel_id: channelId, differences: ids } of chosen) {
      try {
        const seller = await this.#seller(channelId)
        const { listed } = await findReadList(this.#parts.database, channelId)
        const wanted = differencesOf(this.#compared(seller, listed)).filter(({ id }) => ids.includes(id))
        if (wanted.length > 0) applied.push({ channelId, ...(await this.#edit(caller, seller, wanted)) })
      } catch (error) {
        if (!(error instanceof AppError)) throw error
        applied.push({ channelId, error })
      }
    }
    return applied
  }

  /** @throws AppError not_found */
  async ignore(chosen: ChosenDifferences, isIgnored: boolean): Promise<void> {
    const { database } = this.#parts
    for (const { channel_id: channelId, differences: ids } of chosen) await database.run(ignoreDifferences, { channelId, ids, isIgnored })
  }

  /** @throws AppError not_found */
  async setAlways(channelId: number, always: AlwaysApplied): Promise<void> {
    await this.#parts.database.run(setAlways, { channelId, ...always })
  }

  async #applyAlways(caller: Caller, seller: Seller, differences: readonly Difference[]): Promise<void> {
    const detail = { ...(await this.#edit(caller, seller, differences)), is_always_applied: true }
    const target = String(seller.id)
    const actor = { actorId: 0, actorName: '', clientIp: '' }
    await this.#parts.audit.write({ ...actor, action: 'channel.update', target, detail, requestId: newRequestId() })
  }

  #edit(caller: Caller, seller: Seller, differences: readonly Difference[]): Promise<Edited> {
    const { models, modelMapping } = appliedTo(seller, differences)
    const [before, text] = [seller.modelMapping, modelMapping].map((mapping) => JSON.stringify(mapping))
    // What its author wrote keeps its layout where nothing in it changes.
    const mapping = text === before ? {} : { model_mapping: { text: text === '{}' ? '' : (text ?? ''), value: modelMapping } }
    return this.#parts.change(caller, seller.id, { models, ...mapping })
  }

  /** @throws AppError not_found where it is not enabled any more */
  async #seller(id: number): Promise<Seller> {
    const [seller] = await findSellers(this.#parts.database, id)
    if (!seller) throw new AppError('not_found', { what: 'channel' })
    return seller
  }

  #compared({ type, models, modelMapping }: Seller, listed: readonly string[]): Compared {
    const { traits, bareName, now } = this.#parts
    const today = new Date(now()).toISOString().slice(0, 10)
    return { models, modelMapping, listed, traits, today, bareName: (model) => bareName(model, type) }
  }

  #review(seller: Seller, list: ReadList): UpstreamReview {
    const isIgnored = new Set(list.ignored)
    const differences = list.lookedAt === unread.lookedAt ? [] : differencesOf(this.#compared(seller, list.listed))
    return {
      ...{ channel_id: seller.id, channel_name: seller.name, looked_at: list.lookedAt, listed: list.listed.length },
      ...{ failure: testFailure(list.failure), failed_at: list.failedAt, is_doubtful: list.isDoubtful, always: list.always },
      differences: differences.map((one) => ({ ...one, is_ignored: isIgnored.has(one.id) })),
    }
  }
}

/** A model that has another name now is looked at by a person. */
const isAlways = ({ added, gone }: AlwaysApplied, { kind }: Difference): boolean =>
  kind === 'added' ? added : kind === 'gone' || kind === 'retired' ? gone : false

/** The same differences of a channel are told once. */
function identityOf({ channel_id }: UpstreamReview, differences: readonly Difference[]): string {
  const ids = differences.map(({ id }) => id).toSorted()
  return `channel_models_${channel_id}_${createHash('sha256').update(JSON.stringify(ids)).digest('hex').slice(0, 32)}`
}

/** Channels that a notice names. */
const MAX_NAMED = 20

function noticeOf(open: readonly { readonly review: UpstreamReview; readonly differences: readonly Difference[] }[]): RootNotice {
  const lines = open.slice(0, MAX_NAMED).map(({ review, differences }) => {
    const count = (...kinds: Difference['kind'][]) => differences.filter(({ kind }) => kinds.includes(kind)).length
    const [added, gone, renamed] = [count('added'), count('gone', 'retired'), count('renamed')]
    const name = `${review.channel_name} (#${review.channel_id})`
    return {
      zh: `${name}：新增 ${added} 个，移除 ${gone} 个，改名 ${renamed} 个`,
      en: `${name}: ${added} added, ${gone} removed, ${renamed} renamed`,
    }
  })
  const more = open.length > MAX_NAMED ? '\n…' : ''
  return {
    kind: 'modelList',
    type: 'channel_models',
    title: {
      zh: `${open.length} 个渠道的供应商模型有变化`,
      en: `The model lists of providers changed for ${open.length === 1 ? '1 channel' : `${open.length} channels`}`,
    },
    text: { zh: lines.map(({ zh }) => zh).join('\n') + more, en: lines.map(({ en }) => en).join('\n') + more },
  }
}
