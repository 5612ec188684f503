// What holds for every request of both doors and of the pages, whoever sends it: how long its head may be, and that a body nobody reads
// is not taken in either (control 40).
import { type IncomingHttpHeaders, type IncomingMessage, STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import { AppError, errorMessage, errorStatus, languageOf } from '@waystation/contract/errors'
import Fastify, { type FastifyBaseLogger, type FastifyInstance, type FastifyReply, type FastifyRequest, LogController } from 'fastify'
import { newRequestId } from './lib/request-id.ts'

/** How long the head of a request may take (R8). */
const HEADERS_TIMEOUT_MS = 15_000
/** Bytes of a request's head together; Node itself refuses more. */
const MAX_HEADER_BYTES = 16 * 1024
/** Characters of an address with its query. */
const MAX_ADDRESS_LENGTH = 8 * 1024
const MAX_HEADERS = 100
/** An unread body up to this size, whose length was said before, is received to its end, and the connection kept. */
const MAX_KEPT_BYTES = 64 * 1024
/** Bytes of an unread body that are taken and thrown away before the connection is closed: no call takes more. */
const MAX_DISCARDED_BYTES = 64 * 1024 * 1024
/** The same where its length is not known, or is more than any call takes. */
const MAX_DISCARDED_UNKNOWN_BYTES = 8 * 1024 * 1024

/** How long a sender who has the answer already is listened to. */
export interface DiscardLimits {
  /** In all. */
  readonly lastMs: number
  /** While nothing comes. */
  readonly quietMs: number
}

const USUAL_DISCARD: DiscardLimits = { lastMs: 30_000, quietMs: 5000 }

/** The server that all doors are mounted on. */
export function openFastify(log: FastifyBaseLogger, discard = USUAL_DISCARD) {
  const server = Fastify({
    loggerInstance: log,
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: newRequestId,
    // Nothing logs per request through Fastify; a child of the logger for each costs more than the call's own arithmetic.
    childLoggerFactory: (logger) => logger,
    requestIdHeader: false,
    trustProxy: false,
    forceCloseConnections: 'idle',
    routerOptions: { maxParamLength: 500 },
    clientErrorHandler: (error, socket) => refuseUnreadable(error, socket, discard),
    http: { maxHeaderSize: MAX_HEADER_BYTES, headersTimeout: HEADERS_TIMEOUT_MS },
  })
  // The gateway limits slow bodies itself; a limit on the whole request would cut long uploads.
  server.server.requestTimeout = 0
  limitRequests(server, discard)
  return server
}

/** Mounts the limits; before everything else, so that all scopes inherit them. */
function limitRequests(server: FastifyInstance, discard: DiscardLimits): void {
  server.addHook('onRequest', assertShortHead)
  server.addHook('onSend', ({ raw }, reply, _payload, done) => {
    if (!raw.complete && !raw.readableEnded && hasBody(raw.headers)) endUnreadBody(raw, reply, discard)
    done()
  })
  server.setErrorHandler(answerPlainly)
}

/** Throws AppError address_too_long or too_many_headers. Not an async function, since it runs before every call. */
function assertShortHead({ raw }: FastifyRequest, _reply: FastifyReply, done: (error?: Error) => void): void {
  // The last answer of this connection has been given: what still comes is no request.
  if (raw.socket.writableEnded) {
    raw.destroy()
    return
  }
  if ((raw.url?.length ?? 0) > MAX_ADDRESS_LENGTH) done(new AppError('address_too_long', { limit: `${MAX_ADDRESS_LENGTH / 1024} KB` }))
  // Names and values stand in turn.
  else if (raw.rawHeaders.length > 2 * MAX_HEADERS) done(new AppError('too_many_headers', { limit: MAX_HEADERS }))
  else done()
}

function hasBody(headers: IncomingHttpHeaders): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0
}

/**
 * Decides what becomes of a body that nobody has read when the answer is sent. Behind it the connection is closed, unless little is to come:
 * Node itself would go on receiving for ever, and anybody could keep the server so without a login.
 */
function endUnreadBody(raw: IncomingMessage, reply: FastifyReply, discard: DiscardLimits): void {
  const { socket, headers } = raw
  const declared = headers['transfer-encoding'] === undefined ? Number(headers['content-length']) : Number.POSITIVE_INFINITY
  if (declared > MAX_KEPT_BYTES) reply.header('connection', 'close')
  const mostBytes = declared > MAX_DISCARDED_BYTES ? MAX_DISCARDED_UNKNOWN_BYTES : MAX_DISCARDED_BYTES
  // Node closes a connection by this method behind the last answer, both ways at once.
  socket.destroySoon = () => {
    if (!raw.complete) return closeInStages(socket, raw, { ...discard, mostBytes })
    Reflect.deleteProperty(socket, 'destroySoon')
    socket.destroySoon()
  }
  const late = setTimeout(() => raw.destroy(), discard.lastMs)
  raw.once('close', () => clearTimeout(late))
  raw.resume()
}

/**
 * Closes a connection whose client may still be sending: the writing side at once, the other when all has come, too much, or nothing for
 * too long. A connection that is closed while bytes come in is reset, and the client loses the answer (RFC 9112, 9.6).
 */
function closeInStages(
  socket: Socket,
  incoming: IncomingMessage | Socket,
  { lastMs, quietMs, mostBytes }: DiscardLimits & { readonly mostBytes: number },
): void {
  let bytes = 0
  const close = () => socket.destroy()
  const late = setTimeout(close, lastMs)
  const quiet = setTimeout(close, quietMs)
  socket.once('close', () => {
    clearTimeout(late)
    clearTimeout(quiet)
  })
  incoming.once('end', close)
  incoming.on('data', (chunk: Buffer) => {
    bytes += chunk.length
    if (bytes > mostBytes) close()
    else quiet.refresh()
  })
  socket.end()
}

/** Answers a request that Node itself cannot read, and of whose caller nothing is known. */
function refuseUnreadable({ code }: NodeJS.ErrnoException, socket: Socket, discard: DiscardLimits): void {
  if (code === 'ECONNRESET' || !socket.writable) {
    socket.destroy()
    return
  }
  const status = code === 'HPE_HEADER_OVERFLOW' ? 431 : code === 'ERR_HTTP_REQUEST_TIMEOUT' ? 408 : 400
  const words = STATUS_CODES[status] ?? ''
  const head = ['content-type: text/plain; charset=utf-8', `content-length: ${words.length}`, 'connection: close']
  socket.write(`HTTP/1.1 ${status} ${words}\r\n${head.join('\r\n')}\r\n\r\n${words}`)
  // Only a head that is too long is followed by what its sender believes to be a body.
  if (status !== 431) {
    socket.destroy()
    return
  }
  // Node would parse on, and refuse every piece again.
  socket.removeAllListeners('data')
  closeInStages(socket, socket, { ...discard, mostBytes: MAX_DISCARDED_UNKNOWN_BYTES })
}

/** For pages and health checks; the doors answer in their own forms. Nothing of an unexpected error is shown. */
function answerPlainly(error: unknown, request: FastifyRequest, reply: FastifyReply): void {
  const isKnown = error instanceof AppError
  if (!isKnown) request.log.error({ err: error, request_id: request.id }, 'a page could not be served')
  const { code, facts } = isKnown ? error : new AppError('internal_error')
  void reply
    .code(errorStatus(code))
    .type('text/plain; charset=utf-8')
    .send(errorMessage(code, facts, languageOf(request.headers['accept-language'], 'zh')))
}
