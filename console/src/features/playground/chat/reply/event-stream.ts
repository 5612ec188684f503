// Server-sent events in the browser. (The gateway has its own parser, for bytes, which the console may not import.)
import { createParser } from 'eventsource-parser'

/** The data of each event of an answer's body, as they come. The last one counts without its blank line, even cut in the middle. */
export async function* eventsOf(body: ReadableStream<BufferSource>): AsyncGenerator<string> {
  const events: string[] = []
  const parser = createParser({ onEvent: ({ data }) => events.push(data) })
  const reader = body.pipeThrough(new TextDecoderStream()).getReader()
  try {
    for (;;) {
      const { done, value } = await reader.read()
      // A blank line closes what the connection left open.
      parser.feed(done ? '\n\n' : value)
      yield* events.splice(0)
      if (done) return
    }
  } finally {
    await reader.cancel().catch(() => undefined)
  }
}
