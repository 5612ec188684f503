// Parts of files, as requests ask for them and as answers say which part they are. Source: RFC 9110, section 14.
import type { IncomingHttpHeaders } from 'node:http'
import { Readable } from 'node:stream'

/** From a byte on, to the end or to another byte; or so many bytes at the end. */
export type ByteRange = { readonly from: number; readonly to?: number } | { readonly last: number }

/** The bytes of a part, the first and the last of them included. */
export interface BytePart {
  readonly from: number
  readonly to: number
}

const RANGE = /^bytes=(\d{0,15})-(\d{0,15})$/i

/**
 * The part that a request asks for; undefined: the whole. That is sent as well for several parts, and on a condition: `If-Range` names a version,
 * and these files have none.
 */
export function rangeIn({ range, 'if-range': condition }: IncomingHttpHeaders): ByteRange | undefined {
  const [, from = '', to = ''] = (condition === undefined && RANGE.exec(range ?? '')) || []
  if (from === '') return to === '' ? undefined : { last: Number(to) }
  if (to === '') return { from: Number(from) }
  return Number(to) < Number(from) ? undefined : { from: Number(from), to: Number(to) }
}

/** As a header of a request. */
export const rangeText = (range: ByteRange): string => ('last' in range ? `bytes=-${range.last}` : `bytes=${range.from}-${range.to ?? ''}`)

/** The bytes that a range means in a file of this length; undefined: there are none. */
export function partOf(range: ByteRange, length: number): BytePart | undefined {
  const from = 'last' in range ? Math.max(0, length - range.last) : range.from
  const to = 'last' in range ? length - 1 : Math.min(range.to ?? length - 1, length - 1)
  return from <= to ? { from, to } : undefined
}

/** A part of a whole file that is on its way. What comes before it is read and dropped, and what comes after it is not read. */
export function cutOut(whole: Readable, part: BytePart): Readable {
  const cut = Readable.from(bytesOf(whole, part), { objectMode: false })
  cut.once('close', () => whole.destroy())
  return cut
}

async function* bytesOf(whole: Readable, { from, to }: BytePart): AsyncGenerator<Buffer> {
  let at = 0
  for await (const chunk of whole as AsyncIterable<Buffer>) {
    const [start, end] = [Math.max(0, from - at), Math.min(chunk.length, to + 1 - at)]
    if (start < end) yield chunk.subarray(start, end)
    at += chunk.length
    if (at > to) return
  }
  throw new Error('a file ended before the part that was asked for')
}
