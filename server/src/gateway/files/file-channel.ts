// At which channel and key a file lives, and requests to it there.
import { channelType } from '@waystation/contract/channels/channel-type'
import { AppError } from '@waystation/contract/errors'
import { channelStatus } from '@waystation/contract/site/status-table'
import { saysKeyIsDead } from '@waystation/wire/failure-facts'
import type { FileApi } from '@waystation/wire/files/file-api'
import type { ChannelKey, RoutableChannel } from '../../domain/catalog/routable-channel.ts'
import type { VendorFile } from '../../domain/vendor-file/vendor-files.ts'
import type { Operation, Provider } from '../../providers/provider.ts'
import type { Caller } from '../caller.ts'
import type { Gateway } from '../gateway.ts'
import type { Call } from '../types.ts'
import type { SentRequest, VendorAnswer } from '../upstream/exchange.ts'
import { UpstreamFailure } from '../upstream/failure.ts'
import { failureOf, failureOfResponse } from '../upstream/failures.ts'
import { scrubbedFailure } from '../upstream/scrub.ts'
import { timeLimits } from '../upstream/time-limits.ts'
import { settingsOf, targetOf } from '../upstream/upstream-call.ts'

/** What asking a vendor for a file takes. */
export type FileChannelServices = Pick<
  Gateway,
  'options' | 'catalog' | 'keys' | 'providers' | 'exchange' | 'health' | 'vendorFiles' | 'random'
>

/** A channel that keeps files, and the key whose account has them. */
export interface FileChannel {
  readonly channel: RoutableChannel
  readonly key: ChannelKey
  readonly provider: Provider
}

/** Keys cool by model; files have none. */
const NO_MODEL = ''

/**
 * The channel for a new file: the one that has the caller's newest, so that one call can name several; else the best of those that keep files
 * in this shape, and that serve `model` where the caller names one.
 * @throws AppError files_not_kept, model_not_found, pinned_channel_…
 */
export async function channelForNew(
  api: FileApi,
  caller: Caller,
  model: string | undefined,
  gateway: FileChannelServices,
): Promise<FileChannel> {
  await gateway.catalog.upToDate()
  const possible = candidates(caller, model, gateway).flatMap((channel): Omit<FileChannel, 'key'>[] => {
    const provider = keeperOf(channel, api, gateway)
    return provider ? [{ channel, provider }] : []
  })
  const newest = (await gateway.vendorFiles.list(caller, { api: api.name, isOldestFirst: false, limit: 1 })).files[0]
  const before = possible.find(({ channel }) => channel.id === newest?.channelId)
  const keyOfBefore = before?.channel.keys.find(({ id }) => id === newest?.keyId)
  if (before && keyOfBefore) return { ...before, key: keyOfBefore }
  const best = Math.max(...possible.map(({ channel }) => channel.priority))
  for (const one of drawn(
    possible.filter(({ channel }) => channel.priority === best),
    gateway.random,
  )) {
    const key = gateway.keys.next(one.channel, NO_MODEL)
    if (key) return { ...one, key }
  }
  throw new AppError('files_not_kept', { group: caller.group })
}

function candidates(caller: Caller, model: string | undefined, { catalog }: FileChannelServices): readonly RoutableChannel[] {
  const snapshot = catalog.current()
  if (caller.pinnedChannelId !== undefined) {
    const pinned = snapshot.channel(caller.pinnedChannelId)
    if (!pinned) throw new AppError('pinned_channel_unknown')
    return [pinned]
  }
  if (model === undefined) return snapshot.inGroup(caller.group)
  const serving = snapshot.tiers(caller.group, model).flatMap((tier) => tier.candidates.map(({ channel }) => channel))
  if (serving.length === 0) throw new AppError('model_not_found', { model: model.slice(0, 100) })
  return serving
}

/** In random order: files are too few for weights to matter. */
function drawn<One>(all: readonly One[], random: () => number): One[] {
  return all
    .map((one) => ({ one, at: random() }))
    .toSorted((a, b) => a.at - b.at)
    .map(({ one }) => one)
}

function keeperOf(channel: RoutableChannel, { operation, format }: FileApi, { providers }: FileChannelServices): Provider | undefined {
  const provider = providers[channelType(channel.type).id]
  const isKept = provider?.operations.includes(operation) === true && provider.formats[operation] === format
  return isKept ? provider : undefined
}

/** Where a file lives. Throws AppError file_channel_gone where the channel or its key is not in use any more. */
export async function channelOf(
  file: Pick<VendorFile, 'channelId' | 'keyId'>,
  api: FileApi,
  gateway: FileChannelServices,
): Promise<FileChannel> {
  await gateway.catalog.upToDate()
  const channel = gateway.catalog.current().channel(file.channelId)
  const key = channel?.keys.find(({ id }) => id === file.keyId)
  const provider = channel && keeperOf(channel, api, gateway)
  if (!channel || !key || !provider || channel.status !== channelStatus.enabled) throw new AppError('file_channel_gone')
  return { channel, key, provider }
}

/** A request below the address at which a vendor has files or batches. */
export interface FileRequest {
  readonly method: SentRequest['method']
  /** Behind the address; absent: nothing. */
  readonly suffix?: string
  /** Changes the path, for uploads, which have another. */
  readonly pathOf?: (path: string) => string
  readonly search?: string
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: SentRequest['body']
  /** Longest wait for the answer, where that is not as for calls, in milliseconds. */
  readonly firstByteMs?: number
}

/** What of the caller's request may go on. */
export type FileVisit = Pick<Call, 'clientHeaders' | 'apiVersion'>

/** What kind of thing a vendor is asked for. */
export type AskedKind = Pick<FileApi, 'dialect' | 'isMissing'> & { readonly operation: Operation }

/** A good answer of the vendor. Throws UpstreamFailure, without secrets, where it refuses or does not answer. */
export async function askVendor(
  at: FileChannel,
  api: AskedKind,
  request: FileRequest,
  visit: FileVisit,
  gateway: FileChannelServices,
): Promise<VendorAnswer> {
  const { url, headers } = addressOf(at, api, visit, gateway)
  url.pathname = request.pathOf?.(url.pathname) ?? `${url.pathname}${request.suffix ?? ''}`
  for (const [name, value] of new URLSearchParams(request.search ?? '')) url.searchParams.set(name, value)
  return sendTo(at, api, { ...request, url, headers: { ...headers, ...request.headers } }, gateway)
}

/** Where the vendor has such things, and as whom it is asked. */
export function addressOf(
  { channel, key, provider }: FileChannel,
  api: AskedKind,
  visit: FileVisit,
  { options }: Pick<Gateway, 'options'>,
) {
  const { operation, dialect } = api
  const settings = settingsOf(provider, options)
  const upstreamCall = { operation, dialect, model: '', requestedModel: '', isStream: false, settings, ...visit }
  return provider.address(upstreamCall, targetOf(channel, key.secret))
}

type Addressed = Pick<FileRequest, 'method' | 'body' | 'firstByteMs'> & Pick<SentRequest, 'url' | 'headers'>

/** Sends a request to an address of the channel's vendor. Throws UpstreamFailure, without secrets. */
export async function sendTo(
  { channel, key, provider }: FileChannel,
  api: AskedKind,
  { firstByteMs, method, url, headers, body }: Addressed,
  gateway: FileChannelServices,
): Promise<VendorAnswer> {
  const { dialect } = api
  const limits = { ...timeLimits({ channel, isStreamed: false }, gateway.options), ...(firstByteMs === undefined ? {} : { firstByteMs }) }
  const target = { provider, channel: targetOf(channel, key.secret), ...limits }
  try {
    const sent = { method, url, headers: { ...headers, 'accept-encoding': 'identity' }, ...(body === undefined ? {} : { body }) }
    const answer = await gateway.exchange.send(sent, target)
    if (!answer.isOk) throw await failureOfResponse(answer, { dialect, channel, provider })
    return answer
  } catch (error) {
    const failure = failureOf(error)
    if (!isGone(failure, api)) noteRefusal(failure, channel, key, gateway)
    throw scrubbedFailure(failure, channel)
  }
}

/** A key that is refused for files is dead for calls too. */
function noteRefusal({ facts }: UpstreamFailure, channel: RoutableChannel, key: ChannelKey, { health }: Pick<Gateway, 'health'>): void {
  const { upstream, status, retryAfterSeconds } = facts
  if (!upstream) return
  const refusal = { channelId: channel.id, key, model: NO_MODEL, mayAutoDisable: channel.autoBan, status, message: upstream.message }
  health.refused({ ...refusal, isKeyDead: saysKeyIsDead(upstream), retryAfterSeconds })
}

/** Did the vendor say that there is no such thing any more? */
export function isGone(error: unknown, api: Pick<FileApi, 'isMissing'>): boolean {
  const refusal = error instanceof UpstreamFailure ? error.facts.upstream : undefined
  return refusal !== undefined && api.isMissing(refusal)
}
