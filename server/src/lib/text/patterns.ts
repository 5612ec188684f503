// Regular expressions that an admin writes. They run in an engine whose time grows with the length of the text alone, never with the shape of
// the expression (RE2), so none of them can be made to run away. It has no lookahead and no back references, which need more.
import type { Words } from '@waystation/contract/errors'
import { RE2JS, RE2JSSyntaxException, RE2Set } from 're2js'
import { foldedPattern } from './folded.ts'

/** Of a compiled pattern, in instructions: what it costs for each sign grows with them in the worst case. */
const MAX_INSTRUCTIONS = 1000
/** For the states of all patterns together that have been met, in bytes; beyond it they are made anew. */
const STATES_BYTES = 32 * 1024 * 1024

/** Why a pattern cannot be used; undefined: it can. */
export function patternProblem(source: string): Words | undefined {
  try {
    const pattern = compile(source)
    if (pattern.test('')) return { en: 'matches the empty text, and therefore every text', zh: '能匹配空文本，因此会匹配任何文本' }
    if (pattern.programSize() > MAX_INSTRUCTIONS) return { en: 'the repetitions are too large', zh: '重复次数展开后过大' }
    return undefined
  } catch (error) {
    if (!(error instanceof RE2JSSyntaxException)) throw error
    return { en: error.message.replace(/^error parsing regexp: /, '').replace(/: `.*$/su, ''), zh: '不是合法的 RE2 正则表达式' }
  }
}

/** Patterns that are looked for together, in one pass. Throws where one cannot be used. */
export class PatternSet {
  readonly #set = new RE2Set(RE2Set.UNANCHORED, RE2JS.CASE_INSENSITIVE, STATES_BYTES)

  constructor(sources: readonly string[]) {
    for (const source of sources) this.#set.add(foldedPattern(source))
    this.#set.compile()
  }

  /** Which patterns a folded text contains, as their places in the list. */
  find(text: string): readonly number[] {
    return this.#set.match(text)
  }
}

const compile = (source: string) => RE2JS.compile(foldedPattern(source), RE2JS.CASE_INSENSITIVE)
