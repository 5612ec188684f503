// What a channel's address says of where its calls go. An address that ends in a version other than its vendor's (`…/api/paas/v4`), or in an
// endpoint (`…/chat/completions`), gets no other. It is stored with a slash at its end, by which it is told from those that were stored
// before this was so: these go on calling what they called. Nobody sees the slash, as the family strips it.

import { withoutEnd } from '../values/without-end.ts'
import type { Vendor } from '../vendors/vendor.ts'
import { readTarget } from './api-version.ts'
import { channelType } from './channel-type.ts'

const USUAL_VERSION = '/v1'
const VERSION = /\/v\d+(?:\.\d+)?(?:(?:alpha|beta|preview)\d*)?$/i
const ENDPOINT =
  /\/(?:(?:chat\/)?completions|embeddings|models|responses(?:\/compact)?|messages(?:\/count_tokens)?|audio\/(?:speech|transcriptions|translations)|images\/generations|rerank|(?:chat\/)?moderations)$/i

/** Ends of addresses that a vendor's own code puts another in place of, the longest first. */
export function ownVersions({ dialects, versionPaths }: Pick<Vendor, 'dialects' | 'versionPaths'>): readonly string[] {
  const spoken = dialects.map((dialect) => versionPaths[dialect] ?? USUAL_VERSION)
  return [...spoken, ...Object.values(versionPaths)].toSorted((a, b) => b.length - a.length)
}

/** Does an address end in a version or in an endpoint? */
const isWhole = (address: string): boolean => VERSION.test(address) || ENDPOINT.test(address)

/** A stored channel, or the one that a new one is a copy of. */
export interface StoredAddress {
  readonly type: number
  readonly base_url: string
}

/** How a typed address is stored. What stays as it is shown stays as it is stored. */
export function addressToStore(typed: string, type: number, stored?: StoredAddress): string {
  if (stored?.type === type && shownAddress(stored.base_url) === typed) return stored.base_url
  const plain = withoutEnd(typed, '/')
  const isOwn = ownVersions(channelType(type)).some((version) => plain.endsWith(version))
  return !isOwn && !plain.includes('{model}') && isWhole(plain) ? `${plain}/` : plain
}

/**
 * The fields of a channel as they are meant: the version that a pasted address names stands in the field for it, unless that one names
 * another.
 */
export function withTarget<Fields extends { readonly base_url?: string; readonly other?: string }>(fields: Fields, type: number): Fields {
  const target = channelType(type).otherFormat === 'api-version' ? readTarget(fields.base_url ?? '') : undefined
  return target ? { ...fields, ...target, other: fields.other || target.other } : fields
}

/** A stored address as people see and send it. */
export const shownAddress = (stored: string): string => withoutEnd(stored, '/')

/** Below what the calls go, where a stored address says so to the letter: without its endpoint. Undefined: it leaves that to the vendor's code. */
export function givenBase(stored: string): string | undefined {
  const shown = shownAddress(stored)
  return shown !== stored && isWhole(shown) ? shown.replace(ENDPOINT, '') : undefined
}

/** May this stand in an address as the account of a channel? */
export const isAccount = (text: string): boolean => /^[a-z\d]{1,64}$/i.test(text)

/**
 * Must a channel say in `other` which account its address is of? Not where its own address says that.
 * @param stored as it is stored
 */
export function needsAccount({ otherFormat }: Pick<Vendor, 'otherFormat'>, stored: string): boolean {
  return otherFormat === 'account' && givenBase(stored) === undefined
}

/** A path without its version, for addresses that have one. */
export const belowVersion = (path: string): string => path.replace(/^\/(?:v\d\w*|api)(?=\/)/, '')
