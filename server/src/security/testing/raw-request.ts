// Requests written byte by byte, for tests of what a server takes before it knows who is calling.
import { connect } from 'node:net'

export interface RawRequest {
  readonly line: string
  readonly headers?: Readonly<Record<string, string>>
  /** What follows the head. */
  readonly body?: string | Buffer
  /** After `body`, this piece is sent again and again until so many bytes are written or the server has had enough. */
  readonly flood?: { readonly piece: Buffer; readonly bytes: number }
  readonly timeoutMs?: number
}

export interface RawResponse {
  /** 0: nothing that looks like an answer. */
  readonly status: number
  readonly head: string
  readonly body: string
  /** Bytes of the flood that the connection took; what the kernel buffers is counted too. */
  readonly takenBytes: number
  /** Did the server end the connection by itself? */
  readonly wasClosed: boolean
}

const DEFAULT_TIMEOUT_MS = 60_000

/** Sends one request on a connection of its own and gathers what comes until the server closes it or the time is over. Never throws. */
export function sendRaw(
  url: string,
  { line, headers = {}, body = '', flood, timeoutMs = DEFAULT_TIMEOUT_MS }: RawRequest,
): Promise<RawResponse> {
  const { hostname, port } = new URL(url)
  return new Promise((resolve) => {
    const chunks: Buffer[] = []
    let takenBytes = 0
    let isOver = false
    const socket = connect(Number(port), hostname)
    const over = (wasClosed: boolean) => {
      if (isOver) return
      isOver = true
      clearTimeout(timer)
      socket.destroy()
      resolve({ ...readAnswer(Buffer.concat(chunks).toString('latin1')), takenBytes, wasClosed })
    }
    const timer = setTimeout(() => over(false), timeoutMs)
    socket.on('data', (chunk: Buffer) => {
      chunks.push(chunk)
    })
    socket.on('end', () => over(true))
    socket.on('error', () => over(true))
    socket.on('close', () => over(true))
    const pour = () => {
      while (!isOver && flood && takenBytes < flood.bytes) {
        takenBytes += flood.piece.length
        if (!socket.write(flood.piece)) {
          socket.once('drain', pour)
          return
        }
      }
    }
    socket.on('connect', () => {
      const head = Object.entries({ host: `${hostname}:${port}`, ...headers }).map(([name, value]) => `${name}: ${value}`)
      socket.write(Buffer.concat([Buffer.from(`${[`${line} HTTP/1.1`, ...head].join('\r\n')}\r\n\r\n`, 'latin1'), Buffer.from(body)]))
      pour()
    })
  })
}

function readAnswer(text: string): { status: number; head: string; body: string } {
  const end = text.indexOf('\r\n\r\n')
  const head = end < 0 ? text : text.slice(0, end)
  return { status: Number(/^HTTP\/1\.1 (\d{3})/.exec(head)?.[1] ?? 0), head, body: end < 0 ? '' : text.slice(end + 4) }
}
