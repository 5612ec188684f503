// The scenario language of the fake provider: what it does on the wire, step by step. Everything a vendor has ever done to us should be
// sayable here in one line.
import type { IncomingMessage, ServerResponse } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { allHaveRead } from '../time/all-have-read.ts'

export type Step =
  /** Status and headers. Sent at once; without it the first bytes send 200 and a stream's content type. */
  | { readonly do: 'head'; readonly status: number; readonly headers: Readonly<Record<string, string | number>> }
  /** Bytes as they are, in writes of `splitEvery` bytes, `pauseMs` apart. */
  | { readonly do: 'bytes'; readonly bytes: Uint8Array; readonly splitEvery?: number; readonly pauseMs?: number }
  | { readonly do: 'wait'; readonly ms: number }
  /** Sends nothing more until a test lets it, which learns by the call that the script has come this far. */
  | { readonly do: 'until'; readonly released: () => Promise<unknown> }
  /** The same bytes again and again, until the client goes. */
  | { readonly do: 'endless'; readonly bytes: Uint8Array; readonly pauseMs: number }
  /** Sends nothing more and leaves the connection open. */
  | { readonly do: 'hang' }
  /** RST: the connection is gone, at once. */
  | { readonly do: 'reset' }
  /** FIN in the middle: the body is cut off, chunked encoding is not closed. */
  | { readonly do: 'cut' }
  /** The proper end of the response. */
  | { readonly do: 'end' }

const READ_FIRST_MS = 20
const STREAM_HEADERS = { 'content-type': 'text/event-stream', 'cache-control': 'no-cache' }

/** The steps of the language. A scenario is a list of them. */
export const step = {
  head: (status: number, headers: Readonly<Record<string, string | number>> = {}): Step => ({ do: 'head', status, headers }),
  streamHead: (): Step => ({ do: 'head', status: 200, headers: STREAM_HEADERS }),
  text: (text: string, options: { splitEvery?: number; pauseMs?: number } = {}): Step => ({
    do: 'bytes',
    bytes: Buffer.from(text),
    ...options,
  }),
  bytes: (bytes: Uint8Array, options: { splitEvery?: number; pauseMs?: number } = {}): Step => ({ do: 'bytes', bytes, ...options }),
  /** One event of a stream; an object is printed as JSON. */
  frame: (data: object | string): Step => ({
    do: 'bytes',
    bytes: Buffer.from(`data: ${typeof data === 'string' ? data : JSON.stringify(data)}\n\n`),
  }),
  /** A chat chunk with this much text. */
  say: (content: string, model = 'fake'): Step => step.frame(chunk(model, { delta: { content }, finish_reason: null })),
  finish: (reason = 'stop', model = 'fake'): Step => step.frame(chunk(model, { delta: {}, finish_reason: reason })),
  usage: (prompt_tokens: number, completion_tokens: number, model = 'fake'): Step =>
    step.frame({
      ...chunk(model),
      choices: [],
      usage: { prompt_tokens, completion_tokens, total_tokens: prompt_tokens + completion_tokens },
    }),
  done: (): Step => step.frame('[DONE]'),
  wait: (ms: number): Step => ({ do: 'wait', ms }),
  until: (released: () => Promise<unknown>): Step => ({ do: 'until', released }),
  endless: (text: string, pauseMs = 0): Step => ({ do: 'endless', bytes: Buffer.from(text), pauseMs }),
  hang: (): Step => ({ do: 'hang' }),
  reset: (): Step => ({ do: 'reset' }),
  cut: (): Step => ({ do: 'cut' }),
  end: (): Step => ({ do: 'end' }),
} as const

/** Whole scenarios that many tests need. */
export const scenario = {
  reply: (status: number, body: object | string, headers: Readonly<Record<string, string | number>> = {}): Step[] => {
    const text = typeof body === 'string' ? body : JSON.stringify(body)
    const type = typeof body === 'string' ? 'text/html' : 'application/json'
    return [step.head(status, { 'content-type': type, 'content-length': Buffer.byteLength(text), ...headers }), step.text(text), step.end()]
  },
  refuse: (status: number, message = `refused with ${status}`, headers: Readonly<Record<string, string | number>> = {}): Step[] =>
    scenario.reply(status, { error: { message, type: 'fake_error', param: null, code: `fake_${status}` } }, headers),
  rateLimited: (retryAfter: string | number): Step[] => scenario.refuse(429, 'slow down', { 'retry-after': retryAfter }),
  resetBeforeHeaders: (): Step[] => [step.reset()],
  hangBeforeHeaders: (): Step[] => [step.hang()],
  /** Some text, then `ending`. */
  words: (words: readonly string[], ...ending: Step[]): Step[] => [step.streamHead(), ...words.map((word) => step.say(word)), ...ending],
  /** A 200 whose body is shorter than its declared length. */
  wrongLength: (): Step[] => [
    step.head(200, { 'content-type': 'application/json', 'content-length': 1000 }),
    step.text('{"id":"short"'),
    step.cut(),
  ],
  infinite: (pauseMs: number): Step[] => [
    step.streamHead(),
    step.endless(`data: ${JSON.stringify(chunk('fake', { delta: { content: ' word' }, finish_reason: null }))}\n\n`, pauseMs),
  ],
} as const

function chunk(model: string, choice?: object): object {
  return {
    id: 'chatcmpl-script',
    object: 'chat.completion.chunk',
    created: 1_700_000_000,
    model,
    choices: choice ? [{ index: 0, ...choice }] : [],
  }
}

/** Runs a scenario. Ends early, without an error, when the client goes. */
export async function runScript(
  steps: readonly Step[],
  request: IncomingMessage,
  response: ServerResponse,
  gone: AbortSignal,
): Promise<void> {
  for (const one of steps) {
    if (gone.aborted) return
    switch (one.do) {
      case 'head':
        response.writeHead(one.status, one.headers)
        response.flushHeaders()
        break
      case 'bytes':
        await writeBytes(response, one, gone)
        break
      case 'wait':
        await sleep(one.ms, undefined, { signal: gone }).catch(() => {})
        // A process that was held up wakes with its time up and the news of a client that left unread.
        await allHaveRead()
        break
      case 'until':
        await Promise.race([one.released(), whenGone(gone)])
        await allHaveRead()
        break
      case 'endless':
        while (!gone.aborted) await writeBytes(response, { bytes: one.bytes, pauseMs: one.pauseMs }, gone)
        break
      case 'hang':
        await whenGone(gone)
        break
      case 'reset':
        // A reset discards what the peer has received and not yet read: give it the time to read.
        if (response.headersSent) await sleep(READ_FIRST_MS)
        request.socket.resetAndDestroy()
        return
      case 'cut':
        request.socket.end()
        return
      case 'end':
        response.end()
        return
    }
  }
  if (!response.writableEnded) response.end()
}

function whenGone(gone: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (gone.aborted) resolve()
    else gone.addEventListener('abort', () => resolve(), { once: true })
  })
}

async function writeBytes(
  response: ServerResponse,
  { bytes, splitEvery, pauseMs }: { bytes: Uint8Array; splitEvery?: number; pauseMs?: number },
  gone: AbortSignal,
): Promise<void> {
  if (!response.headersSent) response.writeHead(200, STREAM_HEADERS)
  const size = splitEvery ?? bytes.length
  for (let at = 0; at < bytes.length && !gone.aborted; at += size) {
    const isFree = response.write(bytes.subarray(at, at + size))
    if (!isFree) await new Promise<void>((resolve) => onceEither(response, gone, resolve))
    if (pauseMs !== undefined) await sleep(pauseMs, undefined, { signal: gone }).catch(() => {})
    // Writes of one turn would leave as one packet; a split is meant to be seen.
    else if (splitEvery !== undefined) await new Promise((resolve) => setImmediate(resolve))
  }
}

function onceEither(response: ServerResponse, gone: AbortSignal, resolve: () => void): void {
  const done = () => {
    response.off('drain', done)
    gone.removeEventListener('abort', done)
    resolve()
  }
  response.on('drain', done)
  gone.addEventListener('abort', done)
}
