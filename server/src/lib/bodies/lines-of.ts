/** The byte that ends a line. */
export const LF = 10

/** The bytes, cut behind the end of each line; the last part may have none. */
export function* linesOf(bytes: Buffer): Iterable<Buffer> {
  let begin = 0
  for (let end = bytes.indexOf(LF); end >= 0; end = bytes.indexOf(LF, begin)) {
    yield bytes.subarray(begin, end + 1)
    begin = end + 1
  }
  if (begin < bytes.length) yield bytes.subarray(begin)
}
