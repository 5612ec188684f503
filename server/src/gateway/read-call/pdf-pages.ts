// How many pages a PDF has, by its page tree. Only what is set aside for a call hangs on it, so it looks and does not parse: a file that hides
// its tree counts as unreadable. Source: ISO 32000-2, 7.7.3 (page tree) and 7.5.7 (object streams).
import { inflateSync } from 'node:zlib'

/** Streams of objects are unpacked up to this size each, and so many of them. */
const MAX_STREAM_BYTES = 4 * 1024 * 1024
const MAX_STREAMS = 64

const TREE = /\/Type\s{0,9}\/Pages\b/
const COUNT = /\/Count\s{1,9}(\d{1,7})\b/g
const PAGE = /\/Type\s{0,9}\/Page\b/g

/** The number of pages; undefined where no page tree can be read. */
export function pdfPages(file: Buffer): number | undefined {
  let most = pagesIn(file.toString('latin1'))
  for (const text of objectStreams(file)) most = Math.max(most, pagesIn(text))
  return most > 0 ? most : undefined
}

/** The greater of what the tree says and what is there. */
function pagesIn(text: string): number {
  const counts = TREE.test(text) ? [...text.matchAll(COUNT)].map(([, count]) => Number(count)) : []
  return counts.reduce((one, other) => Math.max(one, other), [...text.matchAll(PAGE)].length)
}

/** The texts of the compressed streams in which newer files keep their objects. */
function* objectStreams(file: Buffer): Generator<string> {
  let found = 0
  for (let at = file.indexOf('/ObjStm'); at >= 0 && found < MAX_STREAMS; at = file.indexOf('/ObjStm', at + 1)) {
    const word = file.indexOf('stream', at)
    const end = word < 0 ? -1 : file.indexOf('endstream', word)
    if (end < 0) return
    const start = word + 'stream'.length + (file[word + 6] === 0x0d ? 2 : 1)
    found += 1
    try {
      yield inflateSync(file.subarray(start, end), { maxOutputLength: MAX_STREAM_BYTES }).toString('latin1')
    } catch {
      // Encrypted, of another filter, or too large.
    }
  }
}
