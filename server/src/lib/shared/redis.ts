// The connection to Redis. It never holds a call up: a question is answered within a short time, or the node goes by what it knows itself.
import { createHash } from 'node:crypto'
import type { Redis } from 'ioredis'
import type { Clock } from '../clock.ts'

/** Redis did not answer in time, or is not there. */
export class RedisAway extends Error {
  constructor(options?: ErrorOptions) {
    super('Redis did not answer in time', options)
    this.name = 'RedisAway'
  }
}

/** A script that Redis runs as one step. */
export interface RedisScript {
  readonly text: string
  readonly hash: string
}

export function redisScript(text: string): RedisScript {
  return { text, hash: createHash('sha1').update(text).digest('hex') }
}

export interface SharedRedis {
  /** What all keys and channels of this installation begin with. In a cluster they are all at one place. */
  readonly prefix: string
  /** Is it worth asking? False for a second after a question that was not answered. */
  readonly isNear: boolean
  /** @throws RedisAway when there is no answer in time: the script may have run all the same */
  run(script: RedisScript, keys: readonly string[], values: readonly (string | number)[]): Promise<unknown>
  get(key: string): Promise<string | null>
  /** Stores a text for so many milliseconds. */
  set(key: string, value: string, forMs: number): Promise<void>
  /** Listens to what is published on a channel, on a connection of its own; it is made again when it breaks. */
  listen(channel: string, onMessage: (text: string) => void): Listening
  close(): Promise<void>
}

export interface Listening {
  readonly isConnected: boolean
  /** Drops a connection that does not hear anything any more, so that another one is made. */
  reconnect(): void
}

export interface RedisParts {
  readonly url: string
  /** Tells installations that share a server apart. */
  readonly site: string
  /** What a slow Redis may add to a call (FLT-32). */
  readonly answerWithinMs: number
  readonly clock: Clock
  readonly onTrouble: (error: unknown, facts: Record<string, unknown>) => void
}

const LEFT_ALONE_MS = 1000
const CONNECT_WITHIN_MS = 2000
const LONGEST_RETRY_MS = 1000
/** What goes wrong all the time is told once in so long. */
const TOLD_EVERY_MS = 60_000

/** Connects, and answers when it is connected or could not be in time: it then goes on trying. */
export async function openRedis({ url, site, answerWithinMs, clock, onTrouble }: RedisParts): Promise<SharedRedis> {
  const { Redis: Client } = await import('ioredis')
  const trouble = toldSeldom(clock, onTrouble)
  const commands = watched(
    new Client(url, {
      lazyConnect: true,
      enableOfflineQueue: false,
      enableAutoPipelining: true,
      maxRetriesPerRequest: 0,
      connectTimeout: CONNECT_WITHIN_MS,
      retryStrategy: retryAfterMs,
    }),
    trouble,
  )
  await connected(commands, clock)
  return new Connection(`{waystation:${site}}:`, commands, { answerWithinMs, clock, trouble })
}

class Connection implements SharedRedis {
  readonly prefix: string
  readonly #commands: Redis
  readonly #listeners: Redis[] = []
  readonly #answerWithinMs: number
  readonly #clock: Clock
  readonly #trouble: (error: unknown) => void
  #leftAloneUntilMs = Number.NEGATIVE_INFINITY

  constructor(
    prefix: string,
    commands: Redis,
    { answerWithinMs, clock, trouble }: Pick<RedisParts, 'answerWithinMs' | 'clock'> & { readonly trouble: (error: unknown) => void },
  ) {
    this.prefix = prefix
    this.#commands = commands
    this.#answerWithinMs = answerWithinMs
    this.#clock = clock
    this.#trouble = trouble
  }

  get isNear(): boolean {
    return this.#commands.status === 'ready' && this.#clock.now() >= this.#leftAloneUntilMs
  }

  run({ text, hash }: RedisScript, keys: readonly string[], values: readonly (string | number)[]): Promise<unknown> {
    const named = keys.map((key) => this.prefix + key)
    return this.#ask(async () => {
      try {
        return await this.#commands.evalsha(hash, named.length, ...named, ...values)
      } catch (error) {
        if (!String(error).includes('NOSCRIPT')) throw error
        return this.#commands.eval(text, named.length, ...named, ...values)
      }
    })
  }

  get(key: string): Promise<string | null> {
    return this.#ask(() => this.#commands.get(this.prefix + key))
  }

  async set(key: string, value: string, forMs: number): Promise<void> {
    await this.#ask(() => this.#commands.set(this.prefix + key, value, 'PX', forMs))
  }

  listen(channel: string, onMessage: (text: string) => void): Listening {
    const client = watched(this.#commands.duplicate({ enableOfflineQueue: true, maxRetriesPerRequest: null }), this.#trouble)
    this.#listeners.push(client)
    client.on('message', (_channel, text) => onMessage(text))
    // It subscribes again by itself whenever it is connected again.
    client.subscribe(this.prefix + channel).catch(this.#trouble)
    return {
      get isConnected() {
        return client.status === 'ready'
      },
      reconnect: () => client.disconnect(true),
    }
  }

  async close(): Promise<void> {
    for (const client of [this.#commands, ...this.#listeners]) client.disconnect()
  }

  async #ask<Answer>(question: () => Promise<Answer>): Promise<Answer> {
    if (!this.isNear) throw new RedisAway()
    try {
      return await within(this.#answerWithinMs, question())
    } catch (error) {
      this.#leftAloneUntilMs = this.#clock.now() + LEFT_ALONE_MS
      this.#trouble(error)
      throw new RedisAway({ cause: error })
    }
  }
}

/**
 * The answer, if it comes in time. Where this process was busy for so long that its timers are late, what has come meanwhile is read first: it is not
 * Redis that was slow then.
 */
function within<Answer>(ms: number, answer: Promise<Answer>): Promise<Answer> {
  const { promise, resolve, reject } = Promise.withResolvers<Answer>()
  const timer = setTimeout(() => setImmediate(() => setImmediate(() => reject(new Error('no answer in time')))), ms)
  answer.then(resolve, reject).finally(() => clearTimeout(timer))
  return promise
}

const retryAfterMs = (attempt: number): number => Math.min(attempt * 50, LONGEST_RETRY_MS)

/** A connection that breaks is made again; without a listener its error would end the process. */
function watched(client: Redis, trouble: (error: unknown) => void): Redis {
  client.on('error', trouble)
  return client
}

function connected(client: Redis, clock: Clock): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  const callOff = clock.after(CONNECT_WITHIN_MS, resolve)
  client.connect().then(resolve, resolve)
  return promise.finally(callOff)
}

function toldSeldom(clock: Clock, onTrouble: RedisParts['onTrouble']): (error: unknown) => void {
  let toldMs = Number.NEGATIVE_INFINITY
  return (error) => {
    if (clock.now() - toldMs < TOLD_EVERY_MS) return
    toldMs = clock.now()
    onTrouble(error, { event: 'redis_away' })
  }
}
