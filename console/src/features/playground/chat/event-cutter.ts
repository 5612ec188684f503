// Server-sent events in the browser: text to the data of each event. Lines may end in LF, CRLF or CR and be split anywhere.
// Source: the event stream section of the HTML standard. (The gateway has its own cutter, for bytes; this room may not import it.)

export interface EventCutter {
  /** The data of the events that this text completes, in order. Comments and other fields are passed over. */
  push(text: string): string[]
  /** The stream is over: an event whose last blank line is missing counts too. It may be cut in the middle. */
  end(): string[]
}

/** Cuts a stream of decoded text into events. */
export function eventCutter(): EventCutter {
  let line = ''
  let data: string | undefined
  // A CR that ended the last text may be the first half of a CRLF.
  let isAfterReturn = false

  /** Takes a whole line; gives an event's data when the line closes one. */
  const take = (whole: string): string | undefined => {
    if (whole === '') {
      const closed = data
      data = undefined
      return closed
    }
    const colon = whole.indexOf(':')
    const field = colon < 0 ? whole : whole.slice(0, colon)
    const value = colon < 0 ? '' : whole.slice(whole[colon + 1] === ' ' ? colon + 2 : colon + 1)
    if (field === 'data') data = data === undefined ? value : `${data}\n${value}`
    return undefined
  }

  return {
    push(text) {
      if (text === '') return []
      const events: string[] = []
      let at = isAfterReturn && text.startsWith('\n') ? 1 : 0
      isAfterReturn = false
      const lineEnd = /\r\n|\r|\n/g
      lineEnd.lastIndex = at
      for (let found = lineEnd.exec(text); found; found = lineEnd.exec(text)) {
        const event = take(line + text.slice(at, found.index))
        if (event !== undefined) events.push(event)
        line = ''
        at = found.index + found[0].length
        isAfterReturn = found[0] === '\r' && at === text.length
      }
      line += text.slice(at)
      return events
    },
    end() {
      if (line !== '') take(line)
      line = ''
      const last = take('')
      return last === undefined ? [] : [last]
    },
  }
}

/** The data of each event of an answer's body, as they come. */
export async function* eventsOf(body: ReadableStream<Uint8Array>): AsyncGenerator<string> {
  const cutter = eventCutter()
  const decoder = new TextDecoder()
  const reader = body.getReader()
  try {
    for (;;) {
      const { done, value } = await reader.read()
      if (done) break
      yield* cutter.push(decoder.decode(value, { stream: true }))
    }
    yield* cutter.push(decoder.decode())
    yield* cutter.end()
  } finally {
    await reader.cancel().catch(() => undefined)
  }
}
