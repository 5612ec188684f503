// Bytes from another host as they come, read once. A stream of Node's would do the same for several times the work of each answer.
import { Readable } from 'node:stream'

/** The reader. After `end` or `failed` nothing follows. */
export interface ByteReader {
  chunk(bytes: Buffer): void
  end(): void
  failed(error: Error): void
}

export interface ByteSource {
  /** Delivers the buffered bytes, and those to come. Call once. */
  read(reader: ByteReader): void
  /** Stops the delivery, and soon the reading from the connection, until `resume`. */
  pause(): void
  resume(): void
  /** Ends it at once; the reader fails with this error, unless it is over already. */
  destroy(error?: Error): void
}

/** The connection that the bytes come from. */
export interface ByteFlow {
  pause(): void
  resume(): void
  abort(reason: Error): void
}

/** The most unread bytes before the sender is paused. */
const MAX_WAITING_BYTES = 64 * 1024

/** The bytes of one answer: filled by the connection, read by one reader. */
export class AnswerBody implements ByteSource {
  readonly #flow: ByteFlow
  #waiting: Buffer[] = []
  #waitingBytes = 0
  #reader: ByteReader | undefined
  #isPaused = false
  /** Set when the sender has nothing more to send. */
  #outcome: { readonly error: Error | undefined } | undefined
  /** Has the reader received the outcome? */
  #isOver = false

  constructor(flow: ByteFlow) {
    this.#flow = flow
  }

  /** The connection brought bytes. */
  push(bytes: Buffer): void {
    if (this.#outcome) return
    if (this.#reader && !this.#isPaused && this.#waiting.length === 0) {
      this.#reader.chunk(bytes)
      return
    }
    this.#waiting.push(bytes)
    this.#waitingBytes += bytes.length
    if (this.#isPaused || this.#waitingBytes >= MAX_WAITING_BYTES) this.#flow.pause()
  }

  /** The sender has finished, or the connection broke. Buffered bytes are dropped on an error, and delivered before a regular end. */
  finish(error?: Error): void {
    if (this.#outcome) return
    this.#outcome = { error }
    if (error) this.#waiting = []
    this.#flush()
  }

  read(reader: ByteReader): void {
    this.#reader = reader
    this.#flush()
    if (!this.#outcome && !this.#isPaused) this.#flow.resume()
  }

  pause(): void {
    this.#isPaused = true
    if (!this.#outcome) this.#flow.pause()
  }

  resume(): void {
    this.#isPaused = false
    this.#flush()
    if (!this.#outcome && !this.#isPaused) this.#flow.resume()
  }

  destroy(error: Error = new Error('the connection was closed')): void {
    if (this.#isOver) return
    const isOpen = this.#outcome === undefined
    this.#outcome = { error }
    this.#waiting = []
    if (isOpen) this.#flow.abort(error)
    this.#flush()
  }

  /** Hands over what waits, then the outcome; an error does not wait for a reader that has paused. */
  #flush(): void {
    const reader = this.#reader
    if (!reader || this.#isOver) return
    while (!this.#isPaused && this.#waiting.length > 0) {
      const bytes = this.#waiting.shift()
      if (bytes) {
        this.#waitingBytes -= bytes.length
        reader.chunk(bytes)
      }
    }
    if (this.#isOver || !this.#outcome) return
    const { error } = this.#outcome
    if (error === undefined && (this.#isPaused || this.#waiting.length > 0)) return
    this.#isOver = true
    if (error) reader.failed(error)
    else reader.end()
  }
}

/** The first bytes of a source, none where it has ended or failed before, and a source that still has them. */
export async function peeked(source: ByteSource): Promise<{ readonly first: Buffer; readonly source: ByteSource }> {
  const { promise, resolve } = Promise.withResolvers<Buffer>()
  const body = new AnswerBody({
    pause: () => source.pause(),
    resume: () => source.resume(),
    abort: (reason) => source.destroy(reason),
  })
  const finish = (error?: Error) => {
    body.finish(error)
    resolve(Buffer.alloc(0))
  }
  source.read({
    chunk(bytes) {
      body.push(bytes)
      resolve(bytes)
    },
    end: () => finish(),
    failed: finish,
  })
  return { first: await promise, source: body }
}

/** A stream of Node's as a source. */
export function sourceOf(stream: Readable): ByteSource {
  return {
    read(reader) {
      let isOver = false
      const fail = (error: Error) => {
        if (!isOver) reader.failed(error)
        isOver = true
      }
      stream.on('data', (bytes: Buffer) => reader.chunk(bytes))
      stream.on('end', () => {
        if (!isOver) reader.end()
        isOver = true
      })
      stream.on('error', fail)
      stream.on('close', () => fail(new Error('the connection was closed')))
    },
    pause: () => void stream.pause(),
    resume: () => void stream.resume(),
    destroy(error) {
      stream.on('error', () => {})
      stream.destroy(error)
    },
  }
}

/** The bytes as a stream of Node's, for what reads or passes on such streams. */
export function readableOf(source: ByteSource): Readable {
  const stream = new Readable({
    read: () => source.resume(),
    destroy(error, done) {
      source.destroy(error ?? undefined)
      done(error)
    },
  })
  source.read({
    chunk(bytes) {
      if (!stream.push(bytes)) source.pause()
    },
    end: () => void stream.push(null),
    failed: (error) => void stream.destroy(error),
  })
  return stream
}
