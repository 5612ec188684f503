// Reads an HTTP/1.1 response off raw bytes. Written apart from the server's own code on purpose: a judge that shares the accused's reader
// shares its mistakes.

export interface SeenFrame {
  /** The data lines joined; empty for comments. */
  readonly data: string
  /** The `event:` line's value, or empty. */
  readonly event: string
  readonly atMs: number
}

export interface ResponseReader {
  push(bytes: Buffer, atMs: number): void
  /** The connection ended: a body without length ends with it. */
  finish(): void
  readonly status: number | undefined
  readonly headers: ReadonlyMap<string, string>
  readonly body: Buffer
  readonly frames: readonly SeenFrame[]
  /** The whole body, as the framing of HTTP promised it, has arrived. */
  readonly isWhole: boolean
  readonly firstBodyByteMs: number | undefined
}

export function responseReader(keepBody: boolean): ResponseReader {
  let raw: Buffer = Buffer.alloc(0)
  let status: number | undefined
  const headers = new Map<string, string>()
  const bodyParts: Buffer[] = []
  const frames: SeenFrame[] = []
  let eventText = ''
  const decoder = new TextDecoder('utf-8')
  let isWhole = false
  let firstBodyByteMs: number | undefined
  let left = 0
  let mode: 'head' | 'length' | 'chunk-size' | 'chunk' | 'chunk-end' | 'until-close' | 'over' = 'head'

  function readHead(): boolean {
    const end = raw.indexOf('\r\n\r\n')
    if (end < 0) return false
    const [statusLine = '', ...lines] = raw.subarray(0, end).toString('latin1').split('\r\n')
    raw = raw.subarray(end + 4)
    const code = Number(statusLine.split(' ')[1])
    if (code >= 100 && code < 200) return true
    status = code
    for (const line of lines) {
      const colon = line.indexOf(':')
      const [name, value] = [line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()]
      // A name that comes again adds to its list; cookies never stand in one line.
      headers.set(name, headers.has(name) && name === 'set-cookie' ? `${headers.get(name)}, ${value}` : value)
    }
    const length = headers.get('content-length')
    if (headers.get('transfer-encoding')?.includes('chunked')) mode = 'chunk-size'
    else if (length !== undefined) {
      left = Number(length)
      mode = left === 0 ? 'over' : 'length'
    } else mode = 'until-close'
    if (mode === 'over') isWhole = true
    return true
  }

  function takeBody(bytes: Buffer, atMs: number): void {
    if (bytes.length === 0) return
    firstBodyByteMs ??= atMs
    if (keepBody) bodyParts.push(bytes)
    if (!headers.get('content-type')?.includes('event-stream')) return
    eventText += decoder.decode(bytes, { stream: true })
    for (;;) {
      const end = /\r?\n\r?\n/.exec(eventText)
      if (!end) return
      const lines = eventText.slice(0, end.index).split(/\r?\n/)
      eventText = eventText.slice(end.index + end[0].length)
      const valuesOf = (name: string) =>
        lines.filter((line) => line.startsWith(`${name}:`)).map((line) => line.slice(name.length + 1).replace(/^ /, ''))
      frames.push({ data: valuesOf('data').join('\n'), event: valuesOf('event')[0] ?? '', atMs })
    }
  }

  /** One step over what has arrived; false when more bytes are needed. */
  function advance(atMs: number): boolean {
    switch (mode) {
      case 'head':
        return readHead()
      case 'length':
      case 'chunk': {
        const part = raw.subarray(0, left)
        raw = raw.subarray(part.length)
        left -= part.length
        takeBody(part, atMs)
        if (left > 0) return false
        isWhole = mode === 'length'
        mode = mode === 'length' ? 'over' : 'chunk-end'
        return true
      }
      case 'chunk-size':
      case 'chunk-end': {
        const end = raw.indexOf('\r\n')
        if (end < 0) return false
        const line = raw.subarray(0, end).toString('latin1')
        raw = raw.subarray(end + 2)
        if (mode === 'chunk-end') {
          mode = 'chunk-size'
          return true
        }
        left = Number.parseInt(line, 16)
        if (left > 0) mode = 'chunk'
        else {
          mode = 'over'
          isWhole = true
        }
        return true
      }
      case 'until-close':
        takeBody(raw, atMs)
        raw = Buffer.alloc(0)
        return false
      case 'over':
        return false
    }
  }

  return {
    push(bytes, atMs) {
      raw = raw.length === 0 ? bytes : Buffer.concat([raw, bytes])
      while (raw.length > 0 && advance(atMs));
    },
    finish() {
      if (mode === 'until-close') isWhole = true
    },
    get status() {
      return status
    },
    headers,
    get body() {
      return Buffer.concat(bodyParts)
    },
    frames,
    get isWhole() {
      return isWhole
    },
    get firstBodyByteMs() {
      return firstBodyByteMs
    },
  }
}
