// The batches of OpenAI, Anthropic and Gemini on one real socket, each at its own addresses and by its own rules, beside the files that they read
// and write.
import { isObject, parseJson } from '@waystation/wire/encoding/json'
import type { AskedVendor, FileAccount, FileAnswer } from '../fake-files/account.ts'
import { FileVendor } from '../fake-files/fake-file-vendor.ts'
import { answerAnthropicBatches } from './anthropic-batches.ts'
import { answerLine, type Batch, type BatchDesk, type BatchState, type LineScript } from './batch.ts'
import { answerGeminiBatches } from './gemini-batches.ts'
import { answerOpenaiBatches } from './openai-batches.ts'

/** Starts the vendors on 127.0.0.1; they take these keys. */
export async function openBatchVendor(keys: readonly string[], now: () => number = Date.now): Promise<BatchVendor> {
  const vendor = new BatchVendor(keys, now)
  await vendor.listen()
  return vendor
}

const HALF_A_MINUTE_MS = 30_000
const TWO_DAYS_MS = 48 * 3_600_000

export class BatchVendor extends FileVendor {
  /** What was asked against the documentation. */
  readonly violations: string[] = []
  /** What becomes of lines that are not simply answered. */
  lines: LineScript = {}
  /** What every answer reports in place of what it used; undefined: nothing else. */
  usage: object | undefined
  /** What stands in a file of answers in place of what the vendor would write. */
  written: (answers: string) => string = (answers) => answers
  /** Does Google give answers in a file, also those to requests that came in line? */
  givesFiles = false
  /** Requests that fail. */
  #failing: { left: number; readonly path: RegExp } = { left: 0, path: /^$/ }
  readonly #batches = new Map<string, Batch>()
  #plans: (readonly BatchState[])[] = []
  #count = 0

  /** What reads of the next batch find, one after the other; the last stays. A batch without a plan is complete at the first read. */
  plan(...states: readonly [BatchState, ...BatchState[]]): void {
    this.#plans.push(states)
  }

  /** The next requests to such a path fail, so many of them. */
  fail(times: number, path: RegExp): void {
    this.#failing = { left: times, path }
  }

  /** The ids of all batches, oldest first. */
  get batchIds(): string[] {
    return [...this.#batches.keys()]
  }

  /** Every batch, oldest first. */
  get all(): readonly Batch[] {
    return [...this.#batches.values()]
  }

  /** The batch that was submitted last. Throws where there is none. */
  get last(): Batch {
    const last = this.all.at(-1)
    if (!last) throw new Error('no batch was submitted')
    return last
  }

  override clear(): void {
    super.clear()
    this.violations.length = 0
    this.lines = {}
    this.usage = undefined
    this.givesFiles = false
    this.written = (answers) => answers
    this.#failing = { left: 0, path: /^$/ }
    this.#plans = []
  }

  protected override answerMore(asked: AskedVendor, account: FileAccount): FileAnswer | undefined {
    if (this.#failing.left > 0 && this.#failing.path.test(asked.path)) {
      this.#failing.left -= 1
      return { status: 500, body: { error: { message: 'internal error', type: 'server_error' } } }
    }
    const parsed = parseJson(asked.raw.toString() || '{}')
    const request = { ...asked, body: isObject(parsed) ? parsed : {} }
    const desk = this.#desk(account, asked.nowMs)
    const answer = answerOpenaiBatches(request, desk) ?? answerAnthropicBatches(request, desk) ?? answerGeminiBatches(request, desk)
    if (answer && answer.status >= 400) this.violations.push(`${asked.method} ${asked.path}: ${JSON.stringify(answer.body)}`)
    return answer
  }

  #desk(account: FileAccount, nowMs: number): BatchDesk {
    return {
      ...{ account, nowMs, url: this.url, givesFiles: this.givesFiles },
      open: (body, lines, plan) => this.#open(account, nowMs, { body, lines }, plan),
      find: (id) => {
        const batch = this.#batches.get(id)
        return batch?.account === account ? batch : undefined
      },
      all: () => [...this.#batches.values()].filter((batch) => batch.account === account).reverse(),
      move: (batch) => move(batch, nowMs),
      cancel(batch) {
        batch.steps = ['cancelling', 'cancelled']
        move(batch, nowMs)
      },
      remove: ({ id }) => this.#batches.delete(id),
      endOf: (batch, line) => {
        const script = this.lines[line.id]
        if (script === 'left' && batch.state !== 'completed') return { is: 'left' }
        if (script === 'errored')
          return { is: 'answered', status: 500, body: { error: { message: 'internal error', type: 'server_error' } } }
        const answer = answerLine(line, account, nowMs)
        if (script === 'unreported') return { is: 'answered', ...answer, body: withoutUsage(answer.body) }
        return { is: 'answered', ...answer, body: { ...answer.body, ...(this.usage && answer.status < 300 ? { usage: this.usage } : {}) } }
      },
      keep: (batch, name, { id, purpose }, lines) => {
        const bytes = Buffer.from(this.written(lines.map((line) => `${JSON.stringify(line)}\n`).join('')))
        const file = {
          id,
          name: `${batch.id}_${name}.jsonl`,
          type: 'application/jsonl',
          bytes,
          createdMs: nowMs,
          isMade: true,
          pendingReads: 0,
        }
        // Google's files end after two days, whoever made them.
        account.add({ ...file, ...(purpose === undefined ? { endsMs: nowMs + TWO_DAYS_MS } : { purpose }) })
        batch.files.set(name, id)
        return id
      },
    }
  }

  #open(account: FileAccount, createdMs: number, made: Pick<Batch, 'body' | 'lines'>, plan?: readonly BatchState[]): Batch {
    const id = `${++this.#count}`.padStart(24, '0')
    const steps: BatchState[] = [...(plan ?? this.#plans.shift() ?? (['completed'] as const))]
    const batch: Batch = { ...made, id, account, createdMs, steps, state: 'validating', times: new Map(), files: new Map() }
    this.#batches.set(id, batch)
    return batch
  }
}

const withoutUsage = (body: object): object =>
  Object.fromEntries(Object.entries(body).filter(([name]) => name !== 'usage' && name !== 'usageMetadata'))

/** Moves a batch to the next state of its plan. */
function move(batch: Batch, nowMs: number): void {
  batch.state = batch.steps[0] ?? batch.state
  if (batch.steps.length > 1) batch.steps.shift()
  const last = Math.max(batch.createdMs, ...batch.times.values())
  if (!batch.times.has(batch.state)) batch.times.set(batch.state, Math.max(nowMs, last + HALF_A_MINUTE_MS))
}
