// Sessions of the realtime API that go on while the server is killed. Each client writes down which responses it was told to be complete.
import { setTimeout as sleep } from 'node:timers/promises'
import { WebSocket } from 'ws'
import type { JudgedModel } from '../front-door.ts'

/** One response of a session, with what the vendor counts for it. */
export interface ResponseRecord {
  readonly promptTokens: number
  readonly cachedTokens: number
  readonly completionTokens: number
  /** How many pieces it comes in. */
  readonly pieces: number
  /** Its `response.done` reached the client. */
  readonly isDone: boolean
}

/** What a client knows of one session. */
export interface SessionRecord {
  readonly sessionId: string
  readonly model: JudgedModel
  readonly requestId: string
  /** All that were asked for, in their order; only the last of them may be incomplete. */
  readonly responses: readonly ResponseRecord[]
  /** Did the server end it, or die? Else its client did. */
  readonly isCut: boolean
  /** Of the last error event; empty: there was none. */
  readonly errorCode: string
}

export interface SessionLoadOptions {
  readonly url: string
  readonly keys: readonly string[]
  readonly model: JudgedModel
  /** 0 ≤ x < 1, reproducible. */
  readonly random: () => number
  /** Milliseconds between the pieces of a response at most. */
  readonly paceMs: number
}

const MOST_RESPONSES = 6
/** So often a client leaves in the middle of a response. */
const LEAVE_SHARE = 0.08
const WHEN_AWAY_MS = 25

export type SessionLoad = ReturnType<typeof startSessions>

/** Runs one client for each key until it is stopped. */
export function startSessions({ url, keys, model, random, paceMs }: SessionLoadOptions) {
  const records: SessionRecord[] = []
  let lastNumber = 0
  let isStopped = false

  async function oneSession(key: string): Promise<SessionRecord | undefined> {
    const session = await openSession(`${url.replace('http', 'ws')}/v1/realtime?model=${model.name}`, key)
    if (!session) return undefined
    const sessionId = `s${lastNumber++}`
    const responses: ResponseRecord[] = []
    const wanted = 1 + Math.floor(random() * MOST_RESPONSES)
    while (responses.length < wanted && session.isOpen && !isStopped) {
      const drawn = drawResponse(responses.at(-1), random)
      const leaves = random() < LEAVE_SHARE
      session.ask(textFor(drawn, `#chunks:${drawn.pieces}x${1 + Math.floor(random() * paceMs)}ms`))
      const last = await session.came(leaves ? 'response.output_text.delta' : 'response.done')
      responses.push({ ...drawn, isDone: last === 'response.done' })
      if (leaves) session.breakOff()
      if (leaves || last !== 'response.done') break
    }
    const isCut = session.isClosedByServer
    await session.close()
    return { sessionId, model, requestId: session.requestId, responses, isCut, errorCode: session.errorCode }
  }

  async function client(key: string): Promise<void> {
    while (!isStopped) {
      const record = await oneSession(key)
      if (record) records.push(record)
      else await sleep(WHEN_AWAY_MS)
    }
  }

  const clients = keys.map(client)
  return {
    records,
    /** No new responses; answers when the running ones are over. */
    async stop() {
      isStopped = true
      await Promise.all(clients)
    },
  }
}

type DrawnResponse = Omit<ResponseRecord, 'isDone'>

/**
 * Each response reads all that was said before it, as at a vendor. So one that breaks off, which the server counts by itself, never counts for
 * more than the vendor would have charged.
 */
function drawResponse(before: ResponseRecord | undefined, random: () => number): DrawnResponse {
  const context = before ? before.promptTokens + before.completionTokens : 0
  const promptTokens = context + 200 + Math.floor(random() * 300)
  const cachedTokens = random() < 0.5 ? Math.floor(promptTokens / 3) : 0
  return { promptTokens, cachedTokens, completionTokens: 20 + Math.floor(random() * 40), pieces: 2 + Math.floor(random() * 5) }
}

function textFor({ promptTokens, cachedTokens, completionTokens }: DrawnResponse, pace: string): string {
  return `#in:${promptTokens} #cached:${cachedTokens} #out:${completionTokens} #audio-out:0 ${pace}`
}

/** A socket with a session on it; undefined: nobody was at home, or it was refused. */
async function openSession(address: string, key: string) {
  const socket = new WebSocket(address, { headers: { authorization: `Bearer ${key}` }, perMessageDeflate: false, handshakeTimeout: 60_000 })
  let requestId = ''
  let errorCode = ''
  let wake = (_type: string) => {}
  let isLeft = false
  const closed = new Promise<void>((resolve) => socket.once('close', () => resolve()))
  const opened = new Promise<boolean>((resolve) => {
    socket.once('open', () => resolve(true))
    socket.on('error', () => resolve(false))
    socket.once('close', () => resolve(false))
  })
  socket.once('upgrade', ({ headers }) => {
    requestId = String(headers['x-request-id'] ?? '')
  })
  socket.on('message', (data) => {
    const { type, error } = JSON.parse(String(data)) as { type: string; error?: { code?: string } }
    if (type === 'error') errorCode = error?.code ?? 'unnamed'
    wake(type)
  })
  if (!(await opened)) return undefined
  return {
    requestId,
    get isOpen() {
      return socket.readyState === socket.OPEN
    },
    get isClosedByServer() {
      return !isLeft && socket.readyState !== socket.OPEN
    },
    get errorCode() {
      return errorCode
    },
    ask(text: string) {
      const item = { type: 'message', role: 'user', content: [{ type: 'input_text', text }] }
      socket.send(JSON.stringify({ type: 'conversation.item.create', item }))
      socket.send(JSON.stringify({ type: 'response.create', response: { output_modalities: ['text'] } }))
    },
    /** Answers with the type when an event of it has come, or `response.done`; undefined: the socket is closed. */
    came(type: string): Promise<string | undefined> {
      return new Promise((resolve) => {
        wake = (one) => {
          if (one === type || one === 'response.done') resolve(one)
        }
        void closed.then(() => resolve(undefined))
      })
    },
    breakOff() {
      isLeft = socket.readyState === socket.OPEN
      socket.terminate()
    },
    close() {
      socket.close()
      return closed
    },
  }
}
