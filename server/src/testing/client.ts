// The client of the tests: one call on a raw socket, and every observation that the bytes alone allow.
import { connect } from 'node:net'
import { parseJson } from '@waystation/wire/encoding/json'
import { ResponseReader, type SeenFrame } from './client-response.ts'
import { noteCall } from './last-calls.ts'
import type { LeavingPoint } from './time/leaving-point.ts'

export interface CallOptions {
  readonly method?: string
  readonly headers?: Readonly<Record<string, string>>
  /** An object is sent as JSON; text and bytes as they are, and as JSON where no header says otherwise. */
  readonly body?: object | string | Uint8Array
  /** Leave when so many frames with data have been seen. */
  readonly abortAfterFrames?: number
  /** Leave so long after the request was written. */
  readonly abortAfterMs?: number
  /** Leave when this is reached. */
  readonly leaveAt?: LeavingPoint
  /** Leave as soon as the status line has come. */
  readonly abortAtHead?: boolean
  /** Read nothing more after so many bytes, and stay. */
  readonly stopReadingAfterBytes?: number
  readonly timeoutMs?: number
  /** False for load tests: frames are recorded, the body is not. */
  readonly keepBody?: boolean
}

/**
 * How the connection ended: the response was complete; we closed; the other side closed or reset before it was complete; nothing arrived
 * for the time limit; or there was no connection at all.
 */
export type CallEnd = 'whole' | 'left' | 'closed' | 'reset' | 'timeout' | 'refused'

const DEFAULT_TIMEOUT_MS = 30_000

export type CallFacts = Awaited<ReturnType<typeof call>>

/** Makes one call on a connection of its own. Never throws: what went wrong is a fact. */
export async function call(url: string, options: CallOptions = {}) {
  const startedMs = performance.now()
  const since = () => performance.now() - startedMs
  const reader = new ResponseReader(options.keepBody ?? true)
  const { end, headMs } = await talk(new URL(url), options, reader, since)
  const body = reader.body.toString('utf8')
  const frames = reader.frames.filter((frame) => frame.data !== '')
  const { pathname, search, origin } = new URL(url)
  noteCall({
    ...{ where: origin, line: `${options.method ?? 'GET'} ${pathname}${search}`, sent: options.body },
    ...{ status: reader.status, answer: `(${end}) ${body}` },
  })
  const json = end === 'whole' && frames.length === 0 ? parseJson(body) : undefined
  return {
    status: reader.status,
    headers: reader.headers as ReadonlyMap<string, string>,
    /** The server's x-request-id, or empty. */
    requestId: reader.headers.get('x-request-id') ?? '',
    body,
    /** The body as JSON, undefined when it is none or not whole. */
    json,
    /** Frames with data; comments are left out. */
    frames,
    sawDone: frames.some((frame) => frame.data.trim() === '[DONE]'),
    /** The data of the first frame that carries an error. */
    inBandError: inBandError(frames, json),
    /** All content deltas of a chat stream's first choice, joined; or the message of a whole answer. */
    text: textOf(frames, json),
    end,
    /** Milliseconds from the start of the call. */
    headMs,
    firstByteMs: reader.firstBodyByteMs,
    tookMs: since(),
  }
}

/** Sends the request and hands the reader what comes, until the call is over one way or another. */
function talk(
  { hostname, port, pathname, search }: URL,
  options: CallOptions,
  reader: ResponseReader,
  since: () => number,
): Promise<{ end: CallEnd; headMs: number | undefined }> {
  return new Promise((resolve) => {
    let headMs: number | undefined
    let readBytes = 0
    let isOver = false
    const socket = connect({ host: hostname, port: Number(port) || 80, allowHalfOpen: true, noDelay: true })
    const timers = [setTimeout(() => over('timeout'), options.timeoutMs ?? DEFAULT_TIMEOUT_MS)]
    const over = (end: CallEnd) => {
      if (isOver) return
      isOver = true
      for (const timer of timers) clearTimeout(timer)
      socket.destroy()
      options.leaveAt?.left()
      resolve({ end, headMs })
    }
    socket.on('connect', () => {
      socket.write(requestBytes(options, `${hostname}:${port}`, pathname + search))
      options.leaveAt?.reached.then(() => over('left'))
      if (options.abortAfterMs !== undefined) timers.push(setTimeout(() => over('left'), options.abortAfterMs))
    })
    socket.on('data', (bytes: Buffer) => {
      reader.push(bytes, since())
      readBytes += bytes.length
      if (reader.status !== undefined) headMs ??= since()
      if (reader.isWhole) over('whole')
      else if (hasSeenEnough(options, reader)) over('left')
      else if (options.stopReadingAfterBytes !== undefined && readBytes >= options.stopReadingAfterBytes) socket.pause()
    })
    socket.on('end', () => {
      reader.finish()
      over(reader.isWhole ? 'whole' : 'closed')
    })
    socket.on('error', (error: NodeJS.ErrnoException) => over(error.code === 'ECONNREFUSED' ? 'refused' : 'reset'))
    socket.on('close', () => over('closed'))
  })
}

/** Is it time for a client that leaves to leave? */
function hasSeenEnough({ abortAtHead, abortAfterFrames }: CallOptions, { status, frames }: ResponseReader): boolean {
  if (abortAtHead && status !== undefined) return true
  return abortAfterFrames !== undefined && frames.filter((frame) => frame.data !== '').length >= abortAfterFrames
}

/** A chat completion; the body's fields are the caller's. */
export function chat(baseUrl: string, key: string, body: object, options: Omit<CallOptions, 'body' | 'method'> = {}): Promise<CallFacts> {
  return call(`${baseUrl}/v1/chat/completions`, {
    ...options,
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, ...options.headers },
    body,
  })
}

function requestBytes(options: CallOptions, host: string, path: string): Buffer {
  const { body } = options
  const payload =
    body === undefined
      ? Buffer.alloc(0)
      : typeof body === 'string'
        ? Buffer.from(body)
        : body instanceof Uint8Array
          ? Buffer.from(body)
          : Buffer.from(JSON.stringify(body))
  const hasType = Object.keys(options.headers ?? {}).some((name) => name.toLowerCase() === 'content-type')
  const lines = [
    `${options.method ?? 'GET'} ${path} HTTP/1.1`,
    `host: ${host}`,
    'connection: close',
    ...(body === undefined ? [] : [...(hasType ? [] : ['content-type: application/json']), `content-length: ${payload.length}`]),
    ...Object.entries(options.headers ?? {}).map(([name, value]) => `${name}: ${value}`),
  ]
  return Buffer.concat([Buffer.from(`${lines.join('\r\n')}\r\n\r\n`, 'latin1'), payload])
}

type InBandError = { readonly message?: string; readonly code?: string; readonly type?: string }

function inBandError(frames: readonly SeenFrame[], json: unknown): InBandError | undefined {
  for (const value of [json, ...frames.map((frame) => parseJson(frame.data))]) {
    const error = (value as { error?: unknown } | undefined)?.error
    if (typeof error === 'object' && error !== null) return error
  }
  return undefined
}

function textOf(frames: readonly SeenFrame[], json: unknown): string {
  const pieceOf = (value: unknown): string => {
    const choice = (
      value as { choices?: { delta?: { content?: string | null }; message?: { content?: string | null }; text?: string }[] } | undefined
    )?.choices?.[0]
    return choice?.delta?.content ?? choice?.message?.content ?? choice?.text ?? ''
  }
  return json === undefined ? frames.map((frame) => pieceOf(parseJson(frame.data))).join('') : pieceOf(json)
}
