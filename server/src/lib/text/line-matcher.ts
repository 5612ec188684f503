import type { Words } from '@waystation/contract/errors'
import { folded } from './folded.ts'
import { PatternSet, patternProblem } from './patterns.ts'
import { WordIndex } from './word-index.ts'

/** A line that begins so is a regular expression. */
export const PATTERN_MARK = 'regex:'

/** The most lines that are told of. */
const MOST_FOUND = 20

/** Looks for the lines of a list in texts: each is a word, or a regular expression. Throws where one of those cannot be used. */
export class LineMatcher {
  readonly #words: readonly string[]
  readonly #patterns: readonly string[]
  readonly #index: WordIndex
  readonly #set: PatternSet | undefined

  constructor(lines: readonly string[]) {
    this.#words = lines.filter((line) => line !== '' && !line.startsWith(PATTERN_MARK))
    this.#patterns = lines.filter((line) => line.startsWith(PATTERN_MARK))
    this.#index = new WordIndex(this.#words.map(folded))
    this.#set = hasPatterns(lines) ? new PatternSet(this.#patterns.map((line) => line.slice(PATTERN_MARK.length))) : undefined
  }

  /** The lines that one of the texts contains; after the first text with any, no other is looked at. */
  find(texts: Iterable<string>): readonly string[] {
    for (const text of texts) {
      const plain = folded(text)
      const words = this.#index.find(plain, MOST_FOUND).map((at) => this.#words[at] ?? '')
      const patterns = this.#set?.find(plain).map((at) => this.#patterns[at] ?? '') ?? []
      if (words.length + patterns.length > 0) return [...words, ...patterns].slice(0, MOST_FOUND)
    }
    return []
  }
}

/** What is wrong with the first line that cannot be looked for, with its number and the line itself; undefined: nothing. */
export function lineProblem(lines: readonly string[]): Words | undefined {
  for (const [at, line] of lines.entries()) {
    const problem = problemOf(line)
    if (problem) return { en: `line ${at + 1} (${line}): ${problem.en}`, zh: `第 ${at + 1} 行（${line}）：${problem.zh}` }
  }
  return undefined
}

/** Can the line be looked for? */
export const isUsableLine = (line: string): boolean => problemOf(line) === undefined

function problemOf(line: string): Words | undefined {
  return line.startsWith(PATTERN_MARK) ? patternProblem(line.slice(PATTERN_MARK.length)) : undefined
}

/** Are there regular expressions among the lines? */
export function hasPatterns(lines: readonly string[]): boolean {
  return lines.some((line) => line.startsWith(PATTERN_MARK))
}
