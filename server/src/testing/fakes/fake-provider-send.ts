// How the fake provider's answers go over the wire: paced, cut, broken, or in one piece.
import type { ServerResponse } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Media, Piece } from '../fake-dialects/fake-dialect.ts'
import type { FakeAsk, FakeUsage } from './fake-provider-ask.ts'

/** What the provider would bill for one request. */
export interface Bill {
  readonly callId: string
  readonly model: string
  /** What the whole answer uses. */
  readonly usage: FakeUsage
  /** Pieces of the answer that were sent, of so many. */
  sentPieces: number
  readonly allPieces: number
  state: 'running' | 'done' | 'aborted'
}

export interface Delivery {
  readonly ask: FakeAsk
  readonly bill: Bill
  readonly gone: AbortSignal
  /** Held answers wait for it. */
  readonly released: Promise<void>
  whole(): object
  media(): Media | undefined
  stream(): Piece[]
  readonly streamType?: string | undefined
  /** An error inside the stream. */
  readonly broken?: (message: string) => string | Uint8Array
}

/** What was sent must arrive before the connection is lost. */
const ARRIVE_MS = 20

export async function send(response: ServerResponse, delivery: Delivery): Promise<void> {
  const { ask, bill, gone, released } = delivery
  if (ask.isHeld) await Promise.race([released, new Promise((resolve) => gone.addEventListener('abort', resolve, { once: true }))])
  if (ask.waitMs > 0) await sleep(ask.waitMs, undefined, { signal: gone }).catch(() => {})
  if (gone.aborted) return
  if (!ask.isStream) {
    // A whole answer takes as long as its pieces would have.
    const media = delivery.media()
    if (media) return sendMedia(response, media, delivery)
    if (ask.pauseMs > 0) await sleep(ask.pauseMs * ask.pieces.length, undefined, { signal: gone }).catch(() => {})
    if (gone.aborted) return
    if (ask.cutAfter !== undefined) return cutWhole(response, delivery.whole())
    bill.sentPieces = bill.allPieces
    sendJson(response, delivery.whole())
    return
  }
  response.writeHead(200, {
    'content-type': delivery.streamType ?? 'text/event-stream; charset=utf-8',
    'cache-control': 'no-cache',
    'x-request-id': `fake-${ask.callId}`,
  })
  const pieces = delivery.stream()
  const most = ask.cutAfter ?? ask.breakAfter
  if (ask.pauseMs === 0 && most === undefined) {
    bill.sentPieces = bill.allPieces
    response.end(Buffer.concat(pieces.map(({ text }) => Buffer.from(text))))
    return
  }
  response.flushHeaders()
  let sent = 0
  for (const { text, isPiece } of pieces) {
    if (isPiece) {
      if (sent === most) return endEarly(response, delivery)
      if (ask.pauseMs > 0) await sleep(ask.pauseMs, undefined, { signal: gone }).catch(() => {})
    }
    if (gone.aborted) return
    response.write(text)
    if (!isPiece) continue
    sent += 1
    bill.sentPieces = Math.min(bill.allPieces, bill.sentPieces + 1 / ask.choices)
  }
  response.end()
}

/** Bytes in their pieces, at their pace. */
async function sendMedia(response: ServerResponse, { type, pieces }: Media, { ask, bill, gone }: Delivery): Promise<void> {
  response.writeHead(200, { 'content-type': type })
  for (const [at, piece] of pieces.entries()) {
    if (at === ask.cutAfter) {
      await sleep(ARRIVE_MS)
      response.socket?.end()
      return
    }
    if (ask.pauseMs > 0) await sleep(ask.pauseMs, undefined, { signal: gone }).catch(() => {})
    if (gone.aborted) return
    if (!response.write(piece)) await new Promise((resolve) => response.once('drain', resolve).once('close', resolve))
    bill.sentPieces = (bill.allPieces * (at + 1)) / pieces.length
  }
  response.end()
}

async function endEarly(response: ServerResponse, { ask, broken }: Delivery): Promise<void> {
  if (ask.cutAfter === undefined && broken) {
    response.end(broken('the model broke off'))
    return
  }
  await sleep(ARRIVE_MS)
  response.socket?.end()
}

async function cutWhole(response: ServerResponse, body: object): Promise<void> {
  const text = JSON.stringify(body)
  response.writeHead(200, { 'content-type': 'application/json', 'content-length': Buffer.byteLength(text) })
  response.write(text.slice(0, Math.floor(text.length / 2)))
  await sleep(ARRIVE_MS)
  response.socket?.end()
}

export function sendJson(response: ServerResponse, body: object): void {
  answer(response, 200, body, {})
}

export function refuse(
  response: ServerResponse,
  status: number,
  body: object,
  headers: Readonly<Record<string, string | number>> = {},
): void {
  answer(response, status, body, headers)
}

function answer(response: ServerResponse, status: number, body: object, headers: Readonly<Record<string, string | number>>): void {
  const text = JSON.stringify(body)
  response.writeHead(status, { 'content-type': 'application/json', 'content-length': Buffer.byteLength(text), ...headers })
  response.end(text)
}
