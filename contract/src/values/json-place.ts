// Where a text stops being JSON. JSON.parse says so only in some engines, and not for every fault.

/** Counted from one. */
export interface JsonPlace {
  readonly line: number
  readonly column: number
}

const SPACE = /[ \t\n\r]*/y
const STRING = /"(?:[ !#-[\]-\uffff]|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4}))*"/y
/** The part of a string that is right, where its whole is not. */
const STRING_START = /"(?:[ !#-[\]-\uffff]|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4}))*/y
const SCALAR = /(?:true|false|null|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?)(?![\w.+-])/y

/** Where the first fault of a text that is not JSON stands; undefined when it is JSON. */
export function jsonPlace(text: string): JsonPlace | undefined {
  const fault = faultAt(text)
  if (fault === undefined) return undefined
  const before = text.slice(0, fault).split('\n')
  return { line: before.length, column: (before.at(-1)?.length ?? 0) + 1 }
}

/** What may come next, between the parts of a list or an object. */
type Expected = 'value' | 'value or end' | 'key' | 'key or end' | 'comma or end'

function faultAt(text: string): number | undefined {
  let at = 0
  /** What is open, as the characters that close it; the innermost is last. */
  const closers: ('}' | ']')[] = []
  let expected: Expected | 'nothing' = 'value'

  const take = (pattern: RegExp): boolean => {
    pattern.lastIndex = at
    const found = pattern.exec(text)
    if (found) at += found[0].length
    return found !== null
  }
  const takeString = () => {
    if (take(STRING)) return true
    take(STRING_START)
    return false
  }
  const afterValue = () => (closers.length > 0 ? 'comma or end' : 'nothing')

  for (;;) {
    take(SPACE)
    const next = text[at]
    if (expected === 'nothing') return next === undefined ? undefined : at
    if (next === undefined) return at
    if (expected.endsWith('end') && next === closers.at(-1)) {
      closers.pop()
      at += 1
      expected = afterValue()
    } else if (expected === 'comma or end') {
      if (next !== ',') return at
      at += 1
      expected = closers.at(-1) === '}' ? 'key' : 'value'
    } else if (expected.startsWith('key')) {
      if (!takeString()) return at
      take(SPACE)
      if (text[at] !== ':') return at
      at += 1
      expected = 'value'
    } else if (next === '{' || next === '[') {
      closers.push(next === '{' ? '}' : ']')
      at += 1
      expected = next === '{' ? 'key or end' : 'value or end'
    } else {
      if (next === '"' ? !takeString() : !take(SCALAR)) return at
      expected = afterValue()
    }
  }
}
