// Keeps what was said in charged calls, where the site does that: beside the call, which waits for none of it, and without keys. What cannot be
// searched for keys is not kept.
import { setImmediate } from 'node:timers/promises'
import { logChatContentEnabled, logChatContentRedact, logConsumeEnabled } from '@waystation/contract/options/logs'
import type { Logger } from 'pino'
import type { CallContents } from '../../domain/content/call-contents.ts'
import { QueryThread } from '../../lib/query-thread.ts'
import type { Invalidation } from '../../lib/shared/invalidation.ts'
import type { Attempt } from '../attempt.ts'
import type { Caller, OptionReader } from '../caller.ts'
import type { Call } from '../types.ts'
import { keptLimits } from './kept-texts.ts'
import { OutputRecorder } from './output-recorder.ts'
import { cutTo, readContent, textsIn, withTexts } from './read-content.ts'

/** The longest wait for the thread. */
const LIMIT_MS = 10_000
/** Calls whose contents wait at a time; those of more are not kept. */
const MAX_WAITING = 200

interface ContentLogParts {
  readonly options: OptionReader
  readonly invalidation: Invalidation
  readonly contents: Pick<CallContents, 'save' | 'purge'>
  readonly log: Pick<Logger, 'error' | 'warn'>
}

type RedactThread = QueryThread<readonly string[], readonly string[]>

export class ContentLog {
  readonly #parts: ContentLogParts
  #isOn = false
  #lines: readonly string[] = []
  #thread: RedactThread | undefined
  #waiting = 0

  constructor(parts: ContentLogParts) {
    this.#parts = parts
    parts.invalidation.subscribe('option', () => this.#adopt())
    this.#adopt()
  }

  /** What remembers the answer of a call; undefined: nothing is kept. */
  recorder(): OutputRecorder | undefined {
    return this.#isOn ? new OutputRecorder() : undefined
  }

  /** Keeps what was said in a call whose charge is stored. Never throws. */
  keep(call: Call, caller: Caller, attempt: Attempt, output: OutputRecorder): void {
    const { log } = this.#parts
    if (this.#waiting >= MAX_WAITING) {
      log.warn({ id: call.id }, 'the contents of a call were not kept, since too many are waiting')
      return
    }
    this.#waiting += 1
    this.#store(call, caller, attempt, output)
      .catch((error: unknown) => log.error({ id: call.id, err: error }, 'the contents of a call could not be kept'))
      .finally(() => {
        this.#waiting -= 1
      })
  }

  /** Deletes what has been kept long enough. */
  purge(): Promise<number> {
    return this.#parts.contents.purge()
  }

  async close(): Promise<void> {
    await this.#thread?.close()
  }

  async #store(call: Call, { user }: Caller, attempt: Attempt, output: OutputRecorder): Promise<void> {
    // The end of the answer goes out first.
    await setImmediate()
    const read = readContent(call, attempt, output)
    const texts = await this.#redacted(textsIn(read))
    await this.#parts.contents.save({ id: call.id, userId: user.id }, cutTo(keptLimits, withTexts(read, texts)))
  }

  async #redacted(texts: readonly string[]): Promise<readonly string[]> {
    for (;;) {
      const thread = this.#thread ?? this.#open()
      const clean = await thread.ask(texts)
      if (clean) return clean
      // A changed list takes its thread with it.
      if (thread === this.#thread) throw new Error('keys could not be looked for in time')
    }
  }

  #open(): RedactThread {
    this.#thread = new QueryThread({
      file: new URL('./redact-thread.ts', import.meta.url),
      name: 'redact-contents',
      data: this.#lines,
      limitMs: LIMIT_MS,
      isStoppedWhenLate: true,
      onTrouble: (error) => this.#parts.log.error({ err: error }, 'contents of calls could not be searched for keys'),
    })
    return this.#thread
  }

  #adopt(): void {
    const { options } = this.#parts
    this.#isOn = options.get(logChatContentEnabled) && options.get(logConsumeEnabled)
    const lines = options.get(logChatContentRedact)
    if (lines === this.#lines) return
    this.#lines = lines
    void this.#thread?.close()
    this.#thread = undefined
  }
}
