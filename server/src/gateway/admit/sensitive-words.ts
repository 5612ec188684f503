// Does a prompt contain a word that the admin has listed? The list is compiled when it changes. Short texts and plain words are looked through
// here, which takes some microseconds; long texts, and all texts where the list has regular expressions, in threads of their own.
import { AppError } from '@waystation/contract/errors'
import { safeCheckExemptEnabled, safeCheckExemptGroup } from '@waystation/contract/options/global'
import * as sensitive from '@waystation/contract/options/sensitive-words'
import type { Operation } from '@waystation/contract/vendors/vendor'
import type { Logger } from 'pino'
import { QueryThread } from '../../lib/query-thread.ts'
import type { Invalidation } from '../../lib/shared/invalidation.ts'
import { hasPatterns, isUsableLine, LineMatcher } from '../../lib/text/line-matcher.ts'
import type { Caller, OptionReader } from '../caller.ts'
import type { Call } from '../types.ts'

/** Signs of all texts together that are looked through at once here: about a third of a millisecond. */
const SHORT_SIGNS = 64 * 1024
/** The longest wait for a thread. */
const LIMIT_MS = 10_000

/** They make no text and no picture: what they find is checked when a prompt quotes it. */
const unchecked: ReadonlySet<Operation> = new Set(['embeddings', 'embed-content', 'batch-embed-contents', 'rerank'])

interface SensitiveWordsParts {
  readonly options: OptionReader
  readonly invalidation: Invalidation
  readonly log: Pick<Logger, 'warn' | 'error'>
}

/** A list as it is looked for. */
interface CompiledList {
  /** As the option has it. */
  readonly lines: readonly string[]
  /** Absent: there are regular expressions, so all texts go to the threads. */
  readonly matcher: LineMatcher | undefined
  readonly short: MatchThread
  /** Apart, so that nobody waits for the long prompts of others. */
  readonly long: MatchThread
}

type MatchThread = QueryThread<readonly string[], readonly string[]>

export class SensitiveWords {
  readonly #parts: SensitiveWordsParts
  #list: CompiledList | undefined

  constructor(parts: SensitiveWordsParts) {
    this.#parts = parts
    parts.invalidation.subscribe('option', () => this.#compile())
    this.#compile()
  }

  /** Are the prompts of this group checked? */
  isOnFor(group: string): boolean {
    if (!this.#list) return false
    const { options } = this.#parts
    return !(options.get(safeCheckExemptEnabled) && options.get(safeCheckExemptGroup).includes(group))
  }

  /** Throws sensitive_words_detected, or overloaded where looking takes too long. */
  async assertNoneIn(texts: Iterable<string>, { id }: Pick<Call, 'id'>, { user, tokenName }: Caller): Promise<void> {
    const words = await this.#find([...texts])
    if (words.length === 0) return
    this.#parts.log.warn({ request_id: id, user_id: user.id, token_name: tokenName, words }, 'a prompt with sensitive words was rejected')
    throw new AppError('sensitive_words_detected')
  }

  async close(): Promise<void> {
    const list = this.#list
    this.#list = undefined
    await Promise.all([list?.short.close(), list?.long.close()])
  }

  async #find(texts: readonly string[]): Promise<readonly string[]> {
    const signs = texts.reduce((sum, text) => sum + text.length, 0)
    const isShort = signs <= SHORT_SIGNS
    // A list that changes meanwhile takes its threads with it.
    for (let list = this.#list; list && signs > 0; list = this.#list) {
      if (list.matcher && isShort) return list.matcher.find(texts)
      const found = await (isShort ? list.short : list.long).ask(texts)
      if (found) return found
      if (list === this.#list) throw new AppError('overloaded')
    }
    return []
  }

  #compile(): void {
    const { options, log } = this.#parts
    const isOn = options.get(sensitive.checkSensitiveEnabled) && options.get(sensitive.checkSensitiveOnPromptEnabled)
    const lines = isOn ? options.get(sensitive.sensitiveWords) : []
    if (lines === this.#list?.lines) return
    const old = this.#list
    const usable = lines.filter(isUsableLine)
    if (usable.length < lines.length)
      log.error({ lines: lines.filter((line) => !isUsableLine(line)) }, 'sensitive words that cannot be used')
    this.#list = usable.length === 0 ? undefined : { ...this.#compiled(usable), lines }
    for (const thread of [old?.short, old?.long]) void thread?.close()
  }

  #compiled(lines: readonly string[]): Omit<CompiledList, 'lines'> {
    const thread = (name: string): MatchThread =>
      new QueryThread({
        file: new URL('./sensitive-words-thread.ts', import.meta.url),
        name: `sensitive-words-${name}`,
        data: lines,
        limitMs: LIMIT_MS,
        isStoppedWhenLate: true,
        onTrouble: (error) => this.#parts.log.error({ err: error }, 'prompts could not be checked for sensitive words'),
      })
    return { matcher: hasPatterns(lines) ? undefined : new LineMatcher(lines), short: thread('short'), long: thread('long') }
  }
}

/** Is this operation's prompt checked for this caller? */
export function isChecked(words: SensitiveWords, { endpoint }: Pick<Call, 'endpoint'>, { group }: Caller): boolean {
  return words.isOnFor(group) && !unchecked.has(endpoint.operation.name)
}
