// Callers of the gateway, in the runner's own process: half of their calls are streams, each is a conversation of its own, and each is noted
// from its beginning to its end. All times are Unix milliseconds, since the vendors have a process of their own.
import { setTimeout as sleep } from 'node:timers/promises'
import { Agent, request } from 'undici'

/** One call, as its caller saw it. */
export interface SeenCall {
  readonly number: number
  readonly model: string
  readonly isStream: boolean
  readonly beganMs: number
  /** When the first content came; undefined: none did. */
  contentMs: number | undefined
  endedMs: number
  /** 0: there was no answer. */
  status: number
  /** Has the whole answer come? */
  isServed: boolean
  requestId: string
  /** Of an error. */
  code: string | undefined
  /** The header of that name: seconds. */
  retryAfter: string | undefined
}

export interface Door {
  readonly url: string
  readonly key: string
}

/** What a whole answer says, and how a stream of it ends. */
const ANSWER = 'one two three four five'
const STREAM_END = 'data: [DONE]'
const PAUSE_MS = 50
const LAST_ANSWERS_MS = 2000
const ROWS_WRITTEN_MS = 1000

export class Callers {
  readonly calls: SeenCall[] = []
  readonly #door: Door
  readonly #agent = new Agent({ connections: null, headersTimeout: 0, bodyTimeout: 0, keepAliveTimeout: 60_000 })
  readonly #running = new Set<Promise<void>>()
  #isOver = false

  constructor(door: Door) {
    this.#door = door
  }

  /** So many callers, each of whom calls again as soon as it has its answer, until `stop`. */
  keepUnderWay(model: string, count: number): void {
    for (let at = 0; at < count; at++) this.#follow(this.#again(model, at))
  }

  /** Calls at a steady pace, whether or not the ones before are answered, until `stop`. */
  keepPace(model: string, perSecond: number): void {
    this.#follow(this.#pace(model, perSecond))
  }

  /** Begins no more calls, and waits until every one has ended and its row is written. @param drop drops what vendors leave hanging */
  async end(drop: () => Promise<unknown>): Promise<void> {
    this.#isOver = true
    await sleep(LAST_ANSWERS_MS)
    await drop()
    while (this.#running.size > 0) await Promise.all(this.#running)
    await this.#agent.close()
    await sleep(ROWS_WRITTEN_MS)
  }

  #follow(work: Promise<void>): void {
    this.#running.add(work)
    work.finally(() => this.#running.delete(work))
  }

  async #again(model: string, at: number): Promise<void> {
    // They do not begin at the same moment.
    await sleep(at * 20)
    while (!this.#isOver) {
      const { isServed } = await this.#call(model)
      if (!isServed) await sleep(PAUSE_MS)
    }
  }

  async #pace(model: string, perSecond: number): Promise<void> {
    let nextMs = Date.now()
    while (!this.#isOver) {
      this.#follow(this.#call(model).then(() => {}))
      nextMs += 1000 / perSecond
      await sleep(Math.max(0, nextMs - Date.now()))
    }
  }

  async #call(model: string): Promise<SeenCall> {
    const number = counter.next()
    const isStream = number % 2 === 0
    const seen: SeenCall = {
      ...{ number, model, isStream, beganMs: Date.now(), contentMs: undefined, endedMs: 0 },
      ...{ status: 0, isServed: false, requestId: '', code: undefined, retryAfter: undefined },
    }
    this.calls.push(seen)
    try {
      await this.#answer(seen)
    } catch {
      // A connection that breaks is an answer that is not whole.
    }
    seen.endedMs = Date.now()
    return seen
  }

  async #answer(seen: SeenCall): Promise<void> {
    const { model, isStream, number } = seen
    const answer = await request(`${this.#door.url}/v1/chat/completions`, {
      method: 'POST',
      dispatcher: this.#agent,
      headers: { authorization: `Bearer ${this.#door.key}`, 'content-type': 'application/json' },
      body: JSON.stringify({ model, stream: isStream, messages: [{ role: 'user', content: `call ${number}` }] }),
    })
    seen.status = answer.statusCode
    seen.requestId = String(answer.headers['x-request-id'] ?? '')
    seen.retryAfter = answer.headers['retry-after']?.toString()
    let text = ''
    for await (const bytes of answer.body) {
      text += String(bytes)
      if (seen.status === 200 && text.includes('"content"')) seen.contentMs ??= Date.now()
    }
    if (seen.status === 200) seen.isServed = isStream ? text.trimEnd().endsWith(STREAM_END) : text.includes(ANSWER)
    else seen.code = /"code":"(\w+)"/.exec(text)?.[1]
  }
}

/** Numbers of calls, over the whole run: vendors know a call by its number. */
const counter = {
  last: 0,
  next(): number {
    counter.last += 1
    return counter.last
  },
}
