const fence = /^ {0,3}(`{3,}|~{3,})/
const listItem = /^ {0,3}(?:[-*+]|\d{1,9}[.)])(?:\s|$)/

/**
 * Cuts a text that is still growing into blocks that can be parsed one by one: all but the last stay as they are. Put together they are
 * the text. Cuts only at blank lines outside of fenced code, never inside a list.
 */
export function markdownBlocks(text: string): string[] {
  const blocks: string[] = []
  let start = 0
  let at = 0
  let closing = ''
  let isBlank = false
  let isList = false

  while (at < text.length) {
    const end = text.indexOf('\n', at)
    const next = end < 0 ? text.length : end + 1
    const line = text.slice(at, next)
    const isLineBlank = line.trim() === ''
    const mark = fence.exec(line)?.[1]
    if (closing === '' && isBlank && !isLineBlank && !/^\s/.test(line) && !(isList && listItem.test(line))) {
      blocks.push(text.slice(start, at))
      start = at
      isList = false
    }
    if (at === start) isList = listItem.test(line)
    if (mark && closing === '') closing = mark
    else if (mark && mark[0] === closing[0] && mark.length >= closing.length && line.trim() === mark) closing = ''
    isBlank = closing === '' && isLineBlank
    at = next
  }
  if (start < text.length) blocks.push(text.slice(start))
  return blocks
}
