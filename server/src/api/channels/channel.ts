import * as contract from '@waystation/contract/api/channels/channel'
import type { UnpricedModels } from '@waystation/contract/channels/channel'
import type { ChannelListQuery } from '@waystation/contract/channels/channel-list'
import { channelType, modelsByChannelType } from '@waystation/contract/channels/channel-type'
import { AppError } from '@waystation/contract/errors'
import { channelStatus } from '@waystation/contract/site/status-table'
import { listItems } from '@waystation/contract/values/codec'
import { pageOf } from '@waystation/contract/values/page'
import type { ChannelJson } from '../../domain/channel/channel-draft.ts'
import type { ChannelService } from '../../domain/channel/channel-service.ts'
import { type DraftOutcome, failureOf } from '../../domain/channel/channel-test.ts'
import type { CatalogView } from '../../domain/ports.ts'
import { type Route, refused, route, withExtra } from '../http/route.ts'
import type { CatalogSource } from './catalog.ts'

export interface ChannelRouteParts {
  readonly channels: ChannelService
  readonly catalog: CatalogSource
}

const PAGE_SIZE_MAX = 1000

export const channelRoutes = ({ channels, catalog }: ChannelRouteParts): Route[] => [
  ...listRoutes(channels),
  ...recordRoutes(channels),
  ...keyRoutes(channels),
  ...testRoutes(channels),
  ...modelRoutes(catalog),
]

const listRoutes = (channels: ChannelService): Route[] => [
  route(contract.listChannels, ({ query }) => listed(channels, query, query.page_size)),
  // A search of the family has no pages: without paging parameters it gives all it found.
  route(contract.searchChannels, ({ query }) => {
    const isPaged = query.p !== undefined || query.page_size !== undefined
    return listed(channels, query, isPaged ? query.page_size : PAGE_SIZE_MAX)
  }),
]

async function listed(channels: ChannelService, { p, page_size: _asked, ...question }: ChannelListQuery, size: number | undefined) {
  const page = pageOf({ number: p, size }, { first: 0, maxSize: PAGE_SIZE_MAX })
  const { items, total, typeCounts, tags } = await channels.lists.page(question, { offset: page.offset, limit: page.size })
  const beside = { total, page: page.number, page_size: page.size, type_counts: typeCounts, tags }
  return withExtra(items, beside)
}

const recordRoutes = (channels: ChannelService): Route[] => [
  route(contract.getChannel, async ({ params }) => withoutKey(await channels.get(params.id))),
  route(contract.createChannel, async ({ caller, body, audit }) => {
    const { copy_from, ...draft } = body
    const channel = await channels.create(caller, draft, copy_from)
    audit({ target: String(channel.id), after: channel })
    return withoutKey(channel)
  }),
  route(contract.updateChannel, async ({ caller, body, audit }) => {
    const { id, keeps_keys, ...patch } = body
    const { before, after } = await channels.change(caller, id, patch, { keepsKeys: keeps_keys })
    audit({ target: String(id), before, after: { ...after, is_key_changed: (patch.key ?? '').trim() !== '' } })
    return withoutKey(after)
  }),
  route(contract.deleteChannel, async ({ params, audit }) => {
    audit({ before: await channels.get(params.id) })
    await channels.remove(params.id)
    return null
  }),
]

const keyRoutes = (channels: ChannelService): Route[] => [
  route(contract.revealChannelKey, async ({ caller, params, body, ip, sessionId, audit }) => {
    const keys = await channels.reveal(caller, params.id, { password: body.password, ip, sessionId })
    audit({ after: 'revealed' })
    return keys.join('\n')
  }),
  route(contract.listChannelKeys, async ({ params }) => {
    await channels.get(params.id)
    return channels.keys.list(params.id)
  }),
  route(contract.setChannelKeyStatus, async ({ params, body, audit }) => {
    const { id, key_id } = params
    const isEnabled = body.status === channelStatus.enabled
    const before = (await channels.keys.list(id)).find((key) => key.id === key_id)
    const after = await channels.keys.setStatus(id, key_id, isEnabled)
    audit({ target: String(id), before, after: after.find((key) => key.id === key_id) })
    return after
  }),
  route(contract.addChannelKeys, async ({ params, body, audit }) => {
    const before = await channels.keys.list(params.id)
    const after = await channels.addKeys(params.id, body.key)
    audit({ target: String(params.id), after: { added: after.slice(before.length).map(({ tail }) => tail) } })
    return after
  }),
  route(contract.removeChannelKey, async ({ params, audit }) => {
    const { id, key_id } = params
    const before = (await channels.keys.list(id)).find((key) => key.id === key_id)
    const after = await channels.keys.remove(id, key_id)
    audit({ target: String(id), before, after: { removed: before?.tail } })
    return after
  }),
]

const testRoutes = (channels: ChannelService): Route[] => [
  route(contract.testChannel, async ({ caller, params, query, requestId }) => {
    return testAnswer(await channels.tests.test(caller, params.id, { model: query.model, keyId: query.key_id }, requestId))
  }),
  route(contract.testChannelDraft, async ({ caller, body, requestId }) => testAnswer(await channels.drafts.test(caller, body, requestId))),
  route(contract.fetchChannelModels, ({ params }) => channels.tests.fetchModels(params.id)),
  route(contract.fetchModels, ({ caller, body }) => channels.drafts.fetchModels(caller, body)),
  route(contract.previewChannelAddress, async ({ body }) => ({ url: await channels.drafts.addressOf(body) })),
]

const modelRoutes = (catalog: CatalogSource): Route[] => [
  route(contract.listKnownModels, () =>
    Object.entries(modelsByChannelType).flatMap(([type, models]) => models.map((id) => ({ id, owned_by: channelType(Number(type)).name }))),
  ),
  route(contract.listEnabledModels, async () => {
    return (await viewOf(catalog)).enabledModels()
  }),
  route(contract.listUnpricedModels, async ({ query }) => {
    const requested = listItems(query.models)
    return unpricedOf(await viewOf(catalog), requested.length > 0 ? requested : undefined, query.type)
  }),
  route(contract.findUnpricedModels, async ({ body }) => unpricedOf(await viewOf(catalog), body.models, body.type)),
]

async function viewOf(catalog: CatalogSource): Promise<CatalogView> {
  await catalog.upToDate()
  return catalog.current().view
}

/** @param requested the model names to look at; undefined: those that are served now */
function unpricedOf(view: CatalogView, requested: readonly string[] | undefined, type: number | undefined): UnpricedModels {
  const names = requested ?? view.enabledModels()
  return {
    models: view.unpriced(names, type === undefined ? undefined : [type]),
    rule: view.unpricedRule(),
    uncallable: type === undefined ? [] : view.uncallable(names, type),
    ending: view.ending(names),
  }
}

/** A record with the family's field for the key, which stays empty (decision D36). */
const withoutKey = (channel: ChannelJson) => ({ ...channel, key: '' as const })

function testAnswer({ model, result }: DraftOutcome) {
  const { answer, error, refusal, firstMs, totalMs } = result
  // Our own refusals are explained by the message alone, in the caller's language.
  const words = error === undefined || refusal ? {} : { error }
  const blamed = blamedField(result)
  const data = { answer, model, first_ms: firstMs, total_ms: totalMs, ...words, ...(blamed === undefined ? {} : { blamed }) }
  const time = Math.round(totalMs) / 1000
  const failure = failureOf(result)
  return failure ? refused(new AppError(failure.code, failure.facts), data, { time }) : withExtra(data, { time })
}

/** The field of the channel that a failed test blames: the address where nobody answered, the key where it was refused. */
function blamedField({ isOk, failure, refusal }: DraftOutcome['result']): 'key' | 'base_url' | 'models' | undefined {
  if (isOk || refusal) return refusal?.code === 'address_blocked' ? 'base_url' : undefined
  if (!failure) return undefined
  const { blame, refused: answer } = failure
  if (!answer) return 'base_url'
  if (answer.isKeyDead || answer.status === 401 || answer.status === 403) return 'key'
  // Trouble of the provider's own is blamed on the model too, as far as calls go; the name of the model is not at fault.
  return blame === 'model' && answer.status < 500 ? 'models' : undefined
}
