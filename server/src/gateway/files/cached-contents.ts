// The doors of Google's kept beginnings of prompts. To keep one is a call like any other: held for, charged and logged. What is done with it later
// costs nothing; its lifetime was paid for, so it can be made shorter only.
import { AppError } from '@waystation/contract/errors'
import { isObject, type JsonObject, parseJson } from '@waystation/wire/encoding/json'
import { keptSeconds } from '@waystation/wire/files/cached-content'
import { fileApis } from '@waystation/wire/files/file-api'
import { WireError } from '@waystation/wire/wire-error'
import type { VendorPlace } from '../../domain/vendor-file/vendor-files.ts'
import type { Caller } from '../caller.ts'
import { cachedContents } from '../operations/cached-contents.ts'
import type { Call, RelayEndpoint } from '../types.ts'
import type { FileVisitor } from './file-visitor.ts'
import { changeKept, type FileServices, fileVisitor, ownedFile } from './kept-files.ts'
import { smallBody } from './small-body.ts'

const api = fileApis['gemini-cache']
const SECONDS_OF_GRACE = 60

/** Google's libraries call either version of its API. */
export const cachedContentPlaces = ['/v1beta/cachedContents', '/v1/cachedContents'] as const

/** Where one is made. */
export function cachedContentEndpoints(gateway: Pick<FileServices, 'vendorFiles' | 'log'>): readonly RelayEndpoint[] {
  return cachedContentPlaces.map((path) => ({
    method: 'POST',
    path,
    operation: cachedContents,
    dialect: 'gemini-generate',
    extend: async (call, caller) => ({
      ...call,
      extension: { ...call.extension, store: (reply, _attempt, place) => storeCached(reply, place, { call, caller }, gateway) },
    }),
  }))
}

/** Stores whose it is. Never rejects: the caller has paid for it, and its vendor has it. */
async function storeCached(
  reply: string,
  place: VendorPlace,
  { call, caller }: { readonly call: Call; readonly caller: Caller },
  { vendorFiles, log }: Pick<FileServices, 'vendorFiles' | 'log'>,
): Promise<void> {
  try {
    const read = api.read(parseJson(reply))
    if (!read) return
    const { id, expiresAt } = read.facts
    const owner = { userId: caller.user.id, tokenId: caller.token?.id ?? 0, group: caller.group }
    await vendorFiles.save({ ...owner, ...place, api: api.name, id, bytes: 0, purpose: '', expiresAt, object: JSON.stringify(read.object) })
  } catch (error) {
    log.error({ id: call.id, err: error }, 'whose kept content is could not be stored')
  }
}

/** Makes a lifetime shorter. Throws file_not_found, cache_not_extended. */
export async function changeCached(id: string, visitor: FileVisitor, gateway: FileServices): Promise<JsonObject> {
  const { caller, visit } = await fileVisitor(visitor, gateway)
  const body = (await smallBody(visitor.raw)).toString('utf8')
  const change = parseJson(body)
  if (!isObject(change)) throw new AppError('bad_json', { detail: '' })
  const file = await ownedFile(api, id, caller, gateway)
  const seconds = secondsOf(change)
  const leftSeconds = file.expiresAt - Date.now() / 1000
  if (seconds !== undefined && seconds > leftSeconds + SECONDS_OF_GRACE) throw new AppError('cache_not_extended')
  const { updateMask = '' } = visitor.query
  return changeKept(
    api,
    id,
    { body, search: updateMask === '' ? '' : `updateMask=${encodeURIComponent(updateMask)}` },
    { caller, visit },
    gateway,
  )
}

function secondsOf(change: JsonObject): number | undefined {
  try {
    return keptSeconds(change, Date.now())
  } catch (error) {
    if (error instanceof WireError) throw new AppError('bad_request', { detail: error.message })
    throw error
  }
}
