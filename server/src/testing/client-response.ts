// Reads an HTTP/1.1 response off raw bytes. Written apart from the server's own code on purpose: a judge that shares the accused's reader
// shares its mistakes.

export interface SeenFrame {
  /** The data lines joined; empty for comments. */
  readonly data: string
  /** The `event:` line's value, or empty. */
  readonly event: string
  readonly atMs: number
}

type Mode = 'head' | 'length' | 'chunk-size' | 'chunk' | 'chunk-end' | 'until-close' | 'over'

export class ResponseReader {
  status: number | undefined
  readonly headers = new Map<string, string>()
  readonly frames: SeenFrame[] = []
  /** The whole body, as the framing of HTTP promised it, has arrived. */
  isWhole = false
  firstBodyByteMs: number | undefined
  readonly #keepBody: boolean
  readonly #bodyParts: Buffer[] = []
  readonly #decoder = new TextDecoder('utf-8')
  #raw: Buffer = Buffer.alloc(0)
  #eventText = ''
  /** Bytes of the body, or of the chunk, that are still to come. */
  #left = 0
  #mode: Mode = 'head'

  constructor(keepBody: boolean) {
    this.#keepBody = keepBody
  }

  get body(): Buffer {
    return Buffer.concat(this.#bodyParts)
  }

  push(bytes: Buffer, atMs: number): void {
    this.#raw = this.#raw.length === 0 ? bytes : Buffer.concat([this.#raw, bytes])
    while (this.#raw.length > 0 && this.#advance(atMs));
  }

  /** The connection ended: a body without length ends with it. */
  finish(): void {
    if (this.#mode === 'until-close') this.isWhole = true
  }

  /** One step over what has arrived; false when more bytes are needed. */
  #advance(atMs: number): boolean {
    switch (this.#mode) {
      case 'head':
        return this.#readHead()
      case 'length':
      case 'chunk':
        return this.#readPart(atMs)
      case 'chunk-size':
      case 'chunk-end':
        return this.#readChunkLine()
      case 'until-close':
        this.#takeBody(this.#raw, atMs)
        this.#raw = Buffer.alloc(0)
        return false
      case 'over':
        return false
    }
  }

  #readHead(): boolean {
    const end = this.#raw.indexOf('\r\n\r\n')
    if (end < 0) return false
    const [statusLine = '', ...lines] = this.#raw.subarray(0, end).toString('latin1').split('\r\n')
    this.#raw = this.#raw.subarray(end + 4)
    const code = Number(statusLine.split(' ')[1])
    if (code >= 100 && code < 200) return true
    this.status = code
    const { headers } = this
    for (const line of lines) {
      const colon = line.indexOf(':')
      const [name, value] = [line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()]
      // A repeated header adds to its list; cookies are never joined in one line.
      headers.set(name, headers.has(name) && name === 'set-cookie' ? `${headers.get(name)}, ${value}` : value)
    }
    const length = headers.get('content-length')
    if (headers.get('transfer-encoding')?.includes('chunked')) this.#mode = 'chunk-size'
    else if (length !== undefined) {
      this.#left = Number(length)
      this.#mode = this.#left === 0 ? 'over' : 'length'
    } else this.#mode = 'until-close'
    if (this.#mode === 'over') this.isWhole = true
    return true
  }

  #readPart(atMs: number): boolean {
    const part = this.#raw.subarray(0, this.#left)
    this.#raw = this.#raw.subarray(part.length)
    this.#left -= part.length
    this.#takeBody(part, atMs)
    if (this.#left > 0) return false
    this.isWhole = this.#mode === 'length'
    this.#mode = this.#mode === 'length' ? 'over' : 'chunk-end'
    return true
  }

  #readChunkLine(): boolean {
    const end = this.#raw.indexOf('\r\n')
    if (end < 0) return false
    const line = this.#raw.subarray(0, end).toString('latin1')
    this.#raw = this.#raw.subarray(end + 2)
    if (this.#mode === 'chunk-end') {
      this.#mode = 'chunk-size'
      return true
    }
    this.#left = Number.parseInt(line, 16)
    if (this.#left > 0) this.#mode = 'chunk'
    else {
      this.#mode = 'over'
      this.isWhole = true
    }
    return true
  }

  #takeBody(bytes: Buffer, atMs: number): void {
    if (bytes.length === 0) return
    this.firstBodyByteMs ??= atMs
    if (this.#keepBody) this.#bodyParts.push(bytes)
    if (!this.headers.get('content-type')?.includes('event-stream')) return
    this.#eventText += this.#decoder.decode(bytes, { stream: true })
    for (;;) {
      const end = /\r?\n\r?\n/.exec(this.#eventText)
      if (!end) return
      const lines = this.#eventText.slice(0, end.index).split(/\r?\n/)
      this.#eventText = this.#eventText.slice(end.index + end[0].length)
      const valuesOf = (name: string) =>
        lines.filter((line) => line.startsWith(`${name}:`)).map((line) => line.slice(name.length + 1).replace(/^ /, ''))
      this.frames.push({ data: valuesOf('data').join('\n'), event: valuesOf('event')[0] ?? '', atMs })
    }
  }
}
