// Media that a request names by an address which its vendor does not fetch: what they are, and the request with their data in place of it.
import type { VendorDialect } from '../chat/dialect.ts'
import { partPath, turnPath } from '../chat/request/placed-part.ts'
import { type ChatRequest, isMedium, type MediaPart, type Part, type Turn } from '../chat/request/request.ts'
import type { MediaRule } from './vendors/chat-rules.ts'

/** A medium whose data the vendor wants in the request. */
export interface NeededMedium {
  readonly url: string
  readonly kind: MediaPart['kind']
  /** Where it stands first, such as `turns[0].parts[1]`. */
  readonly path: string
}

/** What was fetched of a medium. */
export interface MediumData {
  /** Base64. */
  readonly data: string
  readonly mediaType: string
}

/** Who gets the request. */
export interface MediaReader {
  readonly dialect: VendorDialect
  readonly model: string
  readonly rule: MediaRule | undefined
}

/** The media of the web that the vendor takes as data only, each address once. */
export function neededMedia({ turns }: ChatRequest, reader: MediaReader): readonly NeededMedium[] {
  const found = new Map<string, NeededMedium>()
  const look = (parts: readonly Part[], path: string): void => {
    for (const [index, part] of parts.entries()) {
      if (part.kind === 'tool-result') look(part.parts, partPath(path, index))
      else if (isMedium(part) && part.source.kind === 'url' && !found.has(part.source.url) && isNeeded(part, part.source.url, reader))
        found.set(part.source.url, { url: part.source.url, kind: part.kind, path: partPath(path, index) })
    }
  }
  // What a model has made is no question to it.
  for (const [index, { role, parts }] of turns.entries()) if (role !== 'assistant') look(parts, turnPath(index))
  return [...found.values()]
}

/** The request with these data in place of the addresses that they are of. */
export function withMediaData(request: ChatRequest, dataOf: ReadonlyMap<string, MediumData>): ChatRequest {
  const filled = (part: Part): Part => {
    if (part.kind === 'tool-result') return { ...part, parts: part.parts.map(filled) }
    const medium = isMedium(part) && part.source.kind === 'url' ? dataOf.get(part.source.url) : undefined
    return medium && isMedium(part) ? { ...part, source: { kind: 'base64', data: medium.data }, mediaType: medium.mediaType } : part
  }
  const turns = request.turns.map((turn): Turn => (turn.role === 'assistant' ? turn : { ...turn, parts: turn.parts.map(filled) }))
  return { ...request, turns }
}

function isNeeded(part: MediaPart, url: string, { dialect, model, rule }: MediaReader): boolean {
  if (!/^https?:\/\//i.test(url) || rule?.taken.includes(part.kind) === false) return false
  return (part.kind === 'image' && rule?.refusesAddresses === true) || dialect.needsData?.(part, model) === true
}
