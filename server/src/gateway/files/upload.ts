// A file on its way to the account of a vendor. It is sent on while it comes in, so that its size costs no memory, and therefore once only: no
// other channel can be tried.
import { AppError } from '@waystation/contract/errors'
import { relayMaxFileMb, relayMaxFilesMbPerUser, relayTotalTimeoutSeconds } from '@waystation/contract/options/relay'
import { parseJson } from '@waystation/wire/encoding/json'
import type { FileApi } from '@waystation/wire/files/file-api'
import type { Caller } from '../caller.ts'
import { MEBIBYTE } from '../read-call/receive-body.ts'
import type { VendorAnswer } from '../upstream/exchange.ts'
import { garbageFailure } from '../upstream/failures.ts'
import { askVendor, channelForNew, type FileChannel, type FileRequest, type FileVisit } from './file-channel.ts'
import { type FileVisitor, headersOf } from './file-visitor.ts'
import { type FileServices, fileVisitor, OBJECT_LIMITS, pathOf } from './kept-files.ts'
import { meteredBody } from './metered-body.ts'

/** Files of one user, at most. */
const MAX_FILES = 10_000

/** What of an upload goes on to the vendor besides its body. */
export type UploadRequest = Pick<FileRequest, 'pathOf' | 'search'> & { readonly headers: readonly string[] }

/**
 * Sends a file on, and stores whose it is. Answers with what the vendor said.
 * @throws AppError files_need_balance, files_full, files_not_kept, body_too_large, body_too_slow, bad_encoding …
 */
export async function uploadFile(api: FileApi, visitor: FileVisitor, upload: UploadRequest, gateway: FileServices): Promise<string> {
  const { caller, visit } = await fileVisitor(visitor, gateway)
  const at = await roomForFile(api, visitor, caller, gateway)
  const answer = await sendBody(visitor, upload, (request) => askVendor(at, api, request, visit, gateway), gateway)
  return keepUploaded(answer, { api, at, caller, visit }, gateway)
}

/** The channel for a new file of the caller's. Throws AppError files_need_balance, files_full, body_too_large, files_not_kept. */
export async function roomForFile(api: FileApi, visitor: FileVisitor, caller: Caller, gateway: FileServices): Promise<FileChannel> {
  const { options, balances, vendorFiles } = gateway
  const { user, token } = caller
  const accounts = token && !token.isUnlimited ? [user.accountId, token.accountId] : [user.accountId]
  // Keeping files costs the operator's account room, and nobody anything.
  if (!(await balances.hasAny(accounts))) throw new AppError('files_need_balance')
  const { count, bytes } = await vendorFiles.sum(user.id)
  const limitMb = options.get(relayMaxFilesMbPerUser)
  const coming = Number(visitor.raw.headers['x-goog-upload-header-content-length'] ?? visitor.raw.headers['content-length'] ?? 0)
  if (count >= MAX_FILES || bytes + coming > limitMb * MEBIBYTE)
    throw new AppError('files_full', { count: MAX_FILES, limit: `${limitMb} MB` })
  if (coming > options.get(relayMaxFileMb) * MEBIBYTE) throw new AppError('body_too_large', { limit: `${options.get(relayMaxFileMb)} MB` })
  return channelForNew(api, caller, visitor.query.model || undefined, gateway)
}

/** Sends the body of this request on while it comes in. */
export async function sendBody(
  { raw }: FileVisitor,
  { headers: names, ...request }: UploadRequest,
  send: (request: FileRequest & { readonly headers: Readonly<Record<string, string>> }) => Promise<VendorAnswer>,
  { options, clock }: Pick<FileServices, 'options' | 'clock'>,
): Promise<VendorAnswer> {
  const encoding = raw.headers['content-encoding']
  if (encoding !== undefined && encoding !== 'identity') throw new AppError('bad_encoding', { encoding: encoding.slice(0, 40) })
  const body = meteredBody(raw, options.get(relayMaxFileMb) * MEBIBYTE, clock)
  const headers = headersOf({ raw }, [...names, 'content-type', 'content-length'])
  try {
    return await send({ ...request, method: 'POST', headers, body: body.stream, firstByteMs: options.get(relayTotalTimeoutSeconds) * 1000 })
  } catch (error) {
    throw body.refusal() ?? error
  } finally {
    body.end()
  }
}

/** Stores whose file the vendor has taken; where that fails, the vendor is asked to delete it. */
export async function keepUploaded(
  answer: VendorAnswer,
  { api, at, caller, visit }: { readonly api: FileApi; readonly at: FileChannel; readonly caller: Caller; readonly visit: FileVisit },
  gateway: FileServices,
): Promise<string> {
  const text = (await answer.whole(OBJECT_LIMITS)).toString('utf8')
  const read = api.read(parseJson(text))
  if (!read) throw garbageFailure('the upstream did not answer with a file')
  const { id, bytes, purpose, expiresAt } = read.facts
  const owner = { userId: caller.user.id, tokenId: caller.token?.id ?? 0, group: caller.group }
  const place = { channelId: at.channel.id, keyId: at.key.id }
  const object = JSON.stringify(read.object)
  try {
    await gateway.vendorFiles.save({ ...owner, ...place, api: api.name, id, bytes, purpose, expiresAt, object })
  } catch (error) {
    await askVendor(at, api, { method: 'DELETE', suffix: pathOf({ id }, api) }, visit, gateway).catch(() => {})
    throw error
  }
  return text
}
