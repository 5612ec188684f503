import { connect, type Socket } from 'node:net'
import type { Target } from '../lib/traffic.ts'

/** One keep-alive connection and the call on it. It knows two shapes of answers: with a length, and in chunks. */
export class CallSocket {
  status = 0
  /** Frames of a stream, by their first bytes. */
  events = 0
  isClosed = false
  /** Told the bytes of streams that are listened to. */
  onData: ((bytes: Buffer) => void) | undefined
  readonly #socket: Socket
  #head = ''
  /** Bytes of the body still to come; -1: in chunks, until the empty one. */
  #left = -1
  #tail = ''
  #done: (() => void) | undefined

  constructor(port: number) {
    this.#socket = connect({ host: '127.0.0.1', port, noDelay: true })
    this.#socket.on('data', (bytes) => this.#take(bytes))
    this.#socket.on('error', (error) => {
      this.#head ||= error.message
    })
    this.#socket.on('close', () => {
      this.isClosed = true
      if (this.#done) this.status = 0
      this.#finish()
    })
  }

  /** The beginning of what came, for telling what went wrong. */
  get excerpt(): string {
    return this.#head
  }

  /** Is the answer whole, or the connection gone? */
  get isOver(): boolean {
    return this.#done === undefined
  }

  /** Sends a request; answers when its answer is whole or the connection is gone, which leaves the status at 0. */
  call(request: Buffer): Promise<void> {
    this.status = 0
    this.events = 0
    this.#head = ''
    this.#tail = ''
    return new Promise((resolve) => {
      this.#done = resolve
      if (this.isClosed) this.#finish()
      else this.#socket.write(request)
    })
  }

  close(): void {
    this.#done = undefined
    this.#socket.destroy()
  }

  #take(bytes: Buffer): void {
    if (this.status !== 0) {
      this.#body(bytes)
      return
    }
    const text = this.#head + bytes.toString('latin1')
    const end = text.indexOf('\r\n\r\n')
    this.#head = text
    if (end < 0) return
    const length = /\r\ncontent-length: *(\d+)/i.exec(text.slice(0, end))
    this.status = Number(text.slice(9, 12))
    this.#left = length ? Number(length[1]) : -1
    this.#body(Buffer.from(text.slice(end + 4), 'latin1'))
  }

  #body(bytes: Buffer): void {
    if (this.#left >= 0) {
      this.#left -= bytes.length
      if (this.#left <= 0) this.#finish()
      return
    }
    for (let at = bytes.indexOf('data: '); at >= 0; at = bytes.indexOf('data: ', at + 6)) this.events += 1
    this.onData?.(bytes)
    this.#tail = (this.#tail + bytes.toString('latin1', Math.max(0, bytes.length - 7))).slice(-7)
    if (this.#tail.endsWith('\r\n0\r\n\r\n')) this.#finish()
  }

  #finish(): void {
    const done = this.#done
    this.#done = undefined
    done?.()
  }
}

export function requestBytes({ path, key, body }: Target): Buffer {
  const payload = Buffer.from(body)
  const head = `POST ${path} HTTP/1.1\r\nhost: bench\r\nauthorization: Bearer ${key}\r\ncontent-type: application/json\r\ncontent-length: ${payload.length}\r\n\r\n`
  return Buffer.concat([Buffer.from(head), payload])
}
