// The copy of its requests that a vendor is given for a batch: written down before it is sent, so that none is left there, whatever is killed and when.
import { isObject, type JsonObject, parseJson } from '@waystation/wire/encoding/json'
import { fileApis } from '@waystation/wire/files/file-api'
import type { BatchCopy } from '../../../domain/task/batch-copy-store.ts'
import { printForm } from '../../../lib/bodies/multipart.ts'
import { newRequestId } from '../../../lib/request-id.ts'
import { askVendor, type FileChannel, type FileChannelServices, type FileVisit, isGone } from '../../files/file-channel.ts'
import { OBJECT_LIMITS, pathOf } from '../../files/kept-files.ts'
import type { Gateway } from '../../gateway.ts'
import { garbageFailure } from '../../upstream/failures.ts'

export type CopyServices = FileChannelServices & Pick<Gateway, 'batchCopies' | 'log'>

const api = fileApis.openai

/** A copy at its vendor. */
export interface SentCopy {
  readonly at: FileChannel
  readonly name: string
  /** Empty: its vendor has not told it. */
  readonly fileId: string
}

/**
 * Gives the vendor a file of requests.
 * @param note told the copy before it is sent, and once more when the vendor has told its id
 * @throws UpstreamFailure; the database's errors
 */
export async function sendCopy(
  text: string,
  { at, holdId, visit }: { readonly at: FileChannel; readonly holdId: string; readonly visit: FileVisit },
  note: (copy: SentCopy) => void,
  services: CopyServices,
): Promise<SentCopy> {
  const name = `batch-${newRequestId()}.jsonl`
  await services.batchCopies.add({ name, holdId, channelId: at.channel.id, keyId: at.key.id })
  note({ at, name, fileId: '' })
  const file = { name: 'file', fileName: name, type: 'application/jsonl', bytes: Buffer.from(text) }
  const { contentType, body } = printForm([{ name: 'purpose', text: 'batch' }, file])
  const request = { method: 'POST', headers: { 'content-type': contentType }, body } as const
  const answer = await askVendor(at, api, request, visit, services)
  const made = api.read(parseJson((await answer.whole(OBJECT_LIMITS)).toString('utf8')))
  if (!made) throw garbageFailure('the upstream did not answer with a file')
  const sent = { at, name, fileId: made.facts.id }
  note(sent)
  await services.batchCopies.name(name, sent.fileId)
  return sent
}

/** Deletes a copy at its vendor, and forgets it then. What is not there any more is deleted. Throws UpstreamFailure; the database's errors. */
export async function deleteCopy({ at, name, fileId }: SentCopy, visit: FileVisit, services: CopyServices): Promise<void> {
  try {
    const answer = await askVendor(at, api, { method: 'DELETE', suffix: pathOf({ id: fileId }, api) }, visit, services)
    await answer.whole(OBJECT_LIMITS)
  } catch (error) {
    if (!isGone(error, api)) throw error
  }
  await services.batchCopies.forget({ name })
}

/** The same for one whose id may not be known: the sweep deletes it then, as it does where this fails. Never rejects. */
export async function endCopy(copy: SentCopy, visit: FileVisit, services: CopyServices): Promise<void> {
  if (copy.fileId === '') return
  await deleteCopy(copy, visit, services).catch((error: unknown) =>
    services.log.warn({ channel: copy.at.channel.id, err: error }, 'the requests of a batch could not be deleted at its vendor'),
  )
}

/** Files on one page of a vendor's list, and pages that are looked through. */
const PAGE = 1000
const MOST_PAGES = 20
/** What a vendor says of so many. */
const LIST_LIMITS = { maxBytes: 8 * 1024 * 1024, deadlineMs: 60_000 }

/** The vendor's id of a copy that it may not have told; undefined: it has none. Throws UpstreamFailure. */
export async function idAtVendor({ name, fileId }: BatchCopy, at: FileChannel, visit: FileVisit, services: CopyServices) {
  if (fileId !== '') return fileId
  let after = ''
  for (let page = 0; page < MOST_PAGES; page++) {
    const query = { purpose: 'batch', limit: String(PAGE), order: 'desc', ...(after === '' ? {} : { after }) }
    const answer = await askVendor(at, api, { method: 'GET', search: new URLSearchParams(query).toString() }, visit, services)
    const { data, has_more } = objectOf((await answer.whole(LIST_LIMITS)).toString('utf8'))
    const files = Array.isArray(data) ? data.filter((one) => isObject(one)) : []
    const found = files.find((one) => one.filename === name)
    if (typeof found?.id === 'string') return found.id
    const last = files.at(-1)?.id
    if (has_more !== true || typeof last !== 'string' || last === after) return undefined
    after = last
  }
  return undefined
}

function objectOf(text: string): JsonObject {
  const value = parseJson(text)
  if (!isObject(value)) throw garbageFailure('the upstream did not answer with a list')
  return value
}
