// What a caller does with files of theirs: lists, reads, loads and deletes them. None of it is billed. Other users' files do not exist here.
import { AppError } from '@waystation/contract/errors'
import { isObject, type JsonObject, parseJson } from '@waystation/wire/encoding/json'
import type { FileApi } from '@waystation/wire/files/file-api'
import type { VendorFile } from '../../domain/vendor-file/vendor-files.ts'
import { type AdmitServices, admitWithoutModel } from '../admit/admit.ts'
import { type AuthenticateServices, authenticate } from '../authenticate/authenticate.ts'
import type { Caller } from '../caller.ts'
import type { Gateway } from '../gateway.ts'
import { givenPlaces } from '../prepare/vendor-ids.ts'
import type { VendorAnswer } from '../upstream/exchange.ts'
import { garbageFailure } from '../upstream/failures.ts'
import { askVendor, channelOf, type FileChannelServices, type FileVisit, isGone } from './file-channel.ts'
import type { FileVisitor } from './file-visitor.ts'

/** What the doors of files take. */
export type FileServices = AuthenticateServices &
  AdmitServices &
  FileChannelServices &
  Pick<Gateway, 'vault' | 'clock' | 'balances' | 'log'>

/** What a vendor says of a file, at most. */
export const OBJECT_LIMITS = { maxBytes: 1024 * 1024, deadlineMs: 30_000 }
/** Files of one page whose state is asked for anew. */
const MAX_REFRESHED = 10

/** Who asks, once their key is good and their limits allow it. */
export async function fileVisitor(visitor: FileVisitor, gateway: FileServices): Promise<{ caller: Caller; visit: FileVisit }> {
  const caller = await authenticate(visitor.raw, gateway, visitor.key)
  await admitWithoutModel(caller, visitor.raw, gateway)
  return { caller, visit: visitor.visit }
}

/** A page of the caller's files. */
export async function listKept(api: FileApi, visitor: FileVisitor, gateway: FileServices): Promise<JsonObject> {
  const { caller, visit } = await fileVisitor(visitor, gateway)
  const { isBackward, ...page } = api.page(visitor.query)
  const { files, hasMore } = await gateway.vendorFiles.list(caller, { ...page, api: api.name })
  const shown = isBackward ? files.toReversed() : files
  let left = MAX_REFRESHED
  const objects = await Promise.all(
    shown.map(async (file): Promise<JsonObject> => {
      const known = objectOf(file)
      if (!api.read(known)?.facts.isPending || left === 0) return known
      left -= 1
      return refreshed(file, api, visit, gateway).catch(() => known)
    }),
  )
  return api.list({ objects, ids: shown.map(({ id }) => id), hasMore })
}

/** One file, as its vendor says it is now. Throws file_not_found, file_channel_gone. */
export async function readKept(api: FileApi, id: string, visitor: FileVisitor, gateway: FileServices): Promise<JsonObject> {
  const { caller, visit } = await fileVisitor(visitor, gateway)
  return refreshed(await ownedFile(api, id, caller, gateway), api, visit, gateway)
}

/** The bytes of a file. Throws file_not_found, file_channel_gone. */
export async function loadKept(
  api: FileApi,
  id: string,
  suffix: string,
  visitor: FileVisitor,
  gateway: FileServices,
): Promise<VendorAnswer> {
  const { caller, visit } = await fileVisitor(visitor, gateway)
  return loadOwned(await ownedFile(api, id, caller, gateway), api, suffix, visit, gateway)
}

/** The bytes of a caller's own file. Throws file_not_found, file_channel_gone. */
export function loadOwned(file: VendorFile, api: FileApi, suffix: string, visit: FileVisit, gateway: FileServices): Promise<VendorAnswer> {
  return unlessGone(file, api, gateway, async () => {
    const at = await channelOf(file, api, gateway)
    const search = suffix.startsWith(':') ? 'alt=media' : ''
    return askVendor(at, api, { method: 'GET', suffix: pathOf(file, api) + suffix, search }, visit, gateway)
  })
}

/** Deletes a file at its vendor, and then here. Throws file_not_found, file_channel_gone. */
export async function deleteKept(api: FileApi, id: string, visitor: FileVisitor, gateway: FileServices): Promise<JsonObject> {
  const { caller, visit } = await fileVisitor(visitor, gateway)
  const file = await ownedFile(api, id, caller, gateway)
  // Where a vendor gives equal files one id, the other's stays.
  if (!(await gateway.vendorFiles.isShared(file))) await deleteAtVendor(file, api, visit, gateway)
  await gateway.vendorFiles.delete(file)
  return api.deleted(file.id)
}

async function deleteAtVendor(file: VendorFile, api: FileApi, visit: FileVisit, gateway: FileServices): Promise<void> {
  const at = await channelOf(file, api, gateway)
  try {
    const answer = await askVendor(at, api, { method: 'DELETE', suffix: pathOf(file, api) }, visit, gateway)
    await answer.whole(OBJECT_LIMITS)
  } catch (error) {
    if (!isGone(error, api)) throw error
  }
}

/** What the vendor says of a file after a change to it. Throws file_not_found, file_channel_gone. */
export async function changeKept(
  api: FileApi,
  id: string,
  change: { readonly body: string; readonly search: string },
  { caller, visit }: { readonly caller: Caller; readonly visit: FileVisit },
  gateway: FileServices,
): Promise<JsonObject> {
  const file = await ownedFile(api, id, caller, gateway)
  return unlessGone(file, api, gateway, async () => {
    const at = await channelOf(file, api, gateway)
    const headers = { 'content-type': 'application/json' }
    const request = { method: 'PATCH', suffix: pathOf(file, api), headers, ...change } as const
    return noted(file, api, await askVendor(at, api, request, visit, gateway), gateway)
  })
}

/** Below the address of all: Google's ids name that too. */
export const pathOf = ({ id }: Pick<VendorFile, 'id'>, { prefix }: FileApi): string => `/${encodeURIComponent(id.slice(prefix.length))}`

/** A file of the caller's. One that an answer gave to them is theirs too. */
export async function ownedFile(api: FileApi, name: string, caller: Caller, gateway: FileServices): Promise<VendorFile> {
  const id = `${api.prefix}${name}`
  const [file] = await gateway.vendorFiles.find(caller, [id])
  if (file?.api === api.name) return file
  const place = file ? undefined : (await givenPlaces(gateway.vault, caller.user.id, [id])).get(id)
  if (!place) throw new AppError('file_not_found', { id: id.slice(0, 100) })
  const { user, token, group } = caller
  const owner = { userId: user.id, tokenId: token?.id ?? 0, group }
  return { ...owner, ...place, id, api: api.name, bytes: 0, purpose: '', createdAt: 0, expiresAt: 0, object: '{}' }
}

async function refreshed(file: VendorFile, api: FileApi, visit: FileVisit, gateway: FileServices): Promise<JsonObject> {
  return unlessGone(file, api, gateway, async () => {
    const at = await channelOf(file, api, gateway)
    return noted(file, api, await askVendor(at, api, { method: 'GET', suffix: pathOf(file, api) }, visit, gateway), gateway)
  })
}

/** What the vendor says of a file now, remembered where that is another thing. */
async function noted(file: VendorFile, api: FileApi, answer: VendorAnswer, { vendorFiles }: FileServices): Promise<JsonObject> {
  const text = (await answer.whole(OBJECT_LIMITS)).toString('utf8')
  const read = api.read(parseJson(text))
  if (!read) throw garbageFailure('the upstream did not answer with a file')
  const { object, facts } = read
  const now = JSON.stringify(object)
  if (now !== file.object && file.createdAt > 0)
    await vendorFiles.update(file, { object: now, bytes: facts.bytes, expiresAt: facts.expiresAt })
  return object
}

/** What the vendor has not any more is forgotten. */
async function unlessGone<Value>(file: VendorFile, api: FileApi, { vendorFiles }: FileServices, ask: () => Promise<Value>): Promise<Value> {
  try {
    return await ask()
  } catch (error) {
    if (!isGone(error, api)) throw error
    await vendorFiles.delete(file)
    throw new AppError('file_not_found', { id: file.id.slice(0, 100) })
  }
}

function objectOf({ object }: VendorFile): JsonObject {
  const parsed = parseJson(object)
  return isObject(parsed) ? parsed : {}
}
