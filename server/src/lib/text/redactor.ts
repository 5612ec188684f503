import { RE2JS } from 're2js'
import { secretScrubber } from '../scrub.ts'
import { isUsableLine, PATTERN_MARK } from './line-matcher.ts'

const REPLACED = '[redacted]'
const scrubKeys = secretScrubber({ keys: [], names: [], urls: [] })

/** Takes out of texts what looks like a key, and the lines of a list: each is a text, or a regular expression. Capitals make no difference. */
export class Redactor {
  readonly #patterns: readonly RE2JS[]

  constructor(lines: readonly string[]) {
    this.#patterns = lines
      .filter(isUsableLine)
      .map((line) => (line.startsWith(PATTERN_MARK) ? line.slice(PATTERN_MARK.length) : RE2JS.quote(line)))
      .map((source) => RE2JS.compile(source, RE2JS.CASE_INSENSITIVE))
  }

  redacted(text: string): string {
    return this.#patterns.reduce((clean, pattern) => pattern.matcher(clean).replaceAll(REPLACED), scrubKeys(text))
  }
}
